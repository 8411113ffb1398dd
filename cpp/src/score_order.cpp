#include "score_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

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

// One stable pass of a radix sort.
template <class Digit>
void distribute(std::span<const Entry> from, std::span<Entry> to, const Digit& digit) noexcept {
    std::array<std::uint32_t, digits> next{};
    for (const auto& entry : from) ++next[digit(entry)];
    std::uint32_t sum = 0;
    for (auto& count : next) {
        const auto before = sum;
        sum += count;
        count = before;
    }
    for (const auto& entry : from) to[next[digit(entry)]++] = entry;
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
    std::vector<Entry> entries(order.size());
    auto least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        entries[i] = {key_of(scores[order[i]]), order[i]};
        least = std::min(least, entries[i].key);
        most = std::max(most, entries[i].key);
    }
    if (entries.size() <= few || entries.size() > UINT32_MAX) {
        std::stable_sort(entries.begin(), entries.end(), by_key);
    } else if (least < most) {
        // Two digits from the highest bit that differs; what they do not tell is left to finish().
        const auto shift =
            std::max(0, static_cast<int>(std::bit_width(most - least)) - 2 * digit_bits);
        const auto low = [&](const Entry& e) { return (e.key - least) >> shift & (digits - 1); };
        const auto high = [&](const Entry& e) { return (e.key - least) >> shift >> digit_bits; };
        std::vector<Entry> other(entries.size());
        distribute(entries, other, low);
        distribute(other, entries, high);
        finish(entries);
    }
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = entries[i].place;
}

}  // namespace ranksure
