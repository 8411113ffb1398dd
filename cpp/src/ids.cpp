#include "ranksure/ids.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>
#include <type_traits>

namespace ranksure {
namespace {

// Decimal text of an integer, in place.
struct Decimal {
    char digits[24];
    std::size_t length;

    template <class T>
    explicit Decimal(T value) noexcept {
        length = static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr -
                                          digits);
    }
    std::string_view view() const noexcept { return {digits, length}; }
};

template <class T>
TextColumn as_text(std::span<const T> values) {
    TextColumn column;
    column.offsets.reserve(values.size() + 1);
    for (const auto value : values) {
        column.bytes += Decimal(value).view();
        column.offsets.push_back(static_cast<std::int64_t>(column.bytes.size()));
    }
    return column;
}

template <class View>
constexpr bool is_text = std::is_same_v<std::decay_t<View>, TextIds>;

}  // namespace

int compare_as_text(std::string_view a, std::string_view b) noexcept { return a.compare(b); }

int compare_as_text(std::int64_t a, std::int64_t b) noexcept {
    return Decimal(a).view().compare(Decimal(b).view());
}

void PlaceTable::reset(std::int64_t n) {
    const auto size = std::bit_ceil(2 * static_cast<std::size_t>(n) + 1);
    slots_.assign(size, -1);
    mask_ = size - 1;
}

TextColumn integers_to_text(std::span<const std::int64_t> values) { return as_text(values); }
TextColumn integers_to_text(std::span<const std::uint64_t> values) { return as_text(values); }

TextColumn take_text(const TextIds& ids, std::span<const std::int64_t> indices) {
    TextColumn column;
    column.offsets.reserve(indices.size() + 1);
    for (const auto i : indices) {
        column.bytes += ids[i];
        column.offsets.push_back(static_cast<std::int64_t>(column.bytes.size()));
    }
    return column;
}

std::vector<std::int64_t> sort_ids(const Ids& ids) {
    return std::visit(
        [](const auto& view) {
            std::vector<std::int64_t> order(static_cast<std::size_t>(view.size()));
            std::iota(order.begin(), order.end(), std::int64_t{0});
            std::stable_sort(order.begin(), order.end(), [&view](std::int64_t a, std::int64_t b) {
                return compare_as_text(view[a], view[b]) < 0;
            });
            return order;
        },
        ids);
}

std::pair<std::int64_t, std::int64_t> first_repeat(const Ids& ids) {
    return std::visit(
        [](const auto& view) -> std::pair<std::int64_t, std::int64_t> {
            PlaceTable table;
            table.reset(view.size());
            const auto id_at = [&view](std::int64_t i) { return view[i]; };
            for (std::int64_t i = 0; i < view.size(); ++i) {
                const auto earlier = table.insert(view[i], i, id_at);
                if (earlier >= 0) return {earlier, i};
            }
            return {-1, -1};
        },
        ids);
}

RepeatedEntries repeats_in_lists(const Ids& ids, std::span<const std::int64_t> offsets) {
    RepeatedEntries repeats;
    PlaceTable table;
    std::visit(
        [&](const auto& view) {
            const auto id_at = [&view](std::int64_t i) { return view[i]; };
            for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
                table.reset(offsets[q + 1] - offsets[q]);
                for (auto i = offsets[q]; i < offsets[q + 1]; ++i) {
                    const auto first = table.insert(view[i], i, id_at);
                    if (first < 0) continue;
                    repeats.entries.push_back(i);
                    repeats.first.push_back(first);
                }
            }
        },
        ids);
    return repeats;
}

std::vector<std::int64_t> find(const Ids& haystack, const Ids& needles) {
    return std::visit(
        [](const auto& hay, const auto& sought) {
            std::vector<std::int64_t> places(static_cast<std::size_t>(sought.size()), -1);
            if constexpr (is_text<decltype(hay)> == is_text<decltype(sought)>) {
                PlaceTable table;
                table.reset(hay.size());
                const auto id_at = [&hay](std::int64_t i) { return hay[i]; };
                for (std::int64_t i = 0; i < hay.size(); ++i) table.insert(hay[i], i, id_at);
                for (std::size_t j = 0; j < places.size(); ++j) {
                    places[j] = table.find(sought[static_cast<std::int64_t>(j)], id_at);
                }
            }
            return places;
        },
        haystack, needles);
}

}  // namespace ranksure
