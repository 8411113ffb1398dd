#include "score_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "ranksure/column.hpp"

namespace ranksure {
namespace {

constexpr std::size_t few = 64;  // up to here a comparison sort is faster
constexpr int digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

struct Entry {
    std::uint64_t key;  // ascends as scores descend
    std::int64_t place;
};

std::uint64_t key_of(double score) noexcept {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // -0.0 is 0.0
    return (bits & sign) != 0 ? bits : ~(bits | sign);
}

bool by_key(const Entry& a, const Entry& b) noexcept { return a.key < b.key; }

using Places = std::array<std::uint32_t, digits>;

// From how many entries have each digit to where the first of them goes.
void to_places(Places& counts) noexcept {
    std::uint32_t sum = 0;
    for (auto& count : counts) {
        const auto before = sum;
        sum += count;
        count = before;
    }
}

// Sorts by two digits, the highest bits in which keys differ, lower digit first; stable.
void sort_by_digits(Column<Entry>& entries, std::uint64_t least, std::uint64_t most) {
    const auto shift = std::max(0, static_cast<int>(std::bit_width(most - least)) - 2 * digit_bits);
    const auto low = [&](const Entry& e) { return (e.key - least) >> shift & (digits - 1); };
    const auto high = [&](const Entry& e) { return (e.key - least) >> shift >> digit_bits; };
    Places low_place{};
    Places high_place{};
    for (const auto& entry : entries.view()) {
        ++low_place[low(entry)];
        ++high_place[high(entry)];
    }
    to_places(low_place);
    to_places(high_place);
    Column<Entry> other;
    other.resize(entries.size());
    for (const auto& entry : entries.view()) other[low_place[low(entry)]++] = entry;
    for (const auto& entry : other.view()) entries[high_place[high(entry)]++] = entry;
}

// Sorts what is nearly sorted; stable.
void finish(std::span<Entry> entries) {
    auto budget = 8 * entries.size();
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const auto entry = entries[i];
        auto j = i;
        for (; j > 0 && entry.key < entries[j - 1].key; --j) entries[j] = entries[j - 1];
        entries[j] = entry;
        if (i - j > budget) {  // the scores lie too close together for the digits
            std::stable_sort(entries.begin(), entries.end(), by_key);
            return;
        }
        budget -= i - j;
    }
}

}  // namespace

void sort_by_score(const double* scores, std::vector<std::int64_t>& order) {
    Column<Entry> entries;
    entries.resize(order.size());
    auto least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        entries[i] = {key_of(scores[order[i]]), order[i]};
        least = std::min(least, entries[i].key);
        most = std::max(most, entries[i].key);
    }
    const std::span<Entry> all(entries.data(), entries.size());
    if (all.size() <= few || all.size() > UINT32_MAX) {
        std::stable_sort(all.begin(), all.end(), by_key);
    } else if (least < most) {
        sort_by_digits(entries, least, most);
        finish(all);  // keys that differ in lower bits only
    }
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = entries[i].place;
}

}  // namespace ranksure
