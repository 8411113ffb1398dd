#include "ranksure/groups.hpp"

#include <algorithm>
#include <bit>

#include "ranksure/binomial.hpp"
#include "resampler.hpp"

namespace ranksure {
namespace {

constexpr std::int64_t sampled_rows = 4096;
constexpr std::int64_t too_many = 2048;
constexpr std::uint64_t first_region = std::uint64_t{1} << 31;

std::int64_t large_from(std::int64_t n) noexcept {
    return std::min<std::int64_t>(200, 64 + n / 16);
}

std::uint64_t bits_of(double x) noexcept { return std::bit_cast<std::uint64_t>(x + 0.0); }

// Different rows met so far, found by their hashes. The hash of a single number is a bijection of
// its bits: only rows of several columns have to be compared as well.
class DistinctRows {
public:
    explicit DistinctRows(const Rows& rows) : rows_(rows) { grow(1024); }

    std::int64_t size() const noexcept { return static_cast<std::int64_t>(counts_.size()); }
    std::int64_t first_row(std::size_t entry) const noexcept { return first_rows_[entry]; }
    std::int64_t count(std::size_t entry) const noexcept { return counts_[entry]; }

    void add(std::int64_t row) {
        const auto hash = hash_of(row);
        const auto slot = slot_of(row, hash);
        if (slots_[slot].entry >= 0) {
            ++counts_[static_cast<std::size_t>(slots_[slot].entry)];
            return;
        }
        slots_[slot] = {hash, size()};
        first_rows_.push_back(row);
        counts_.push_back(1);
        if (2 * counts_.size() > slots_.size()) grow(2 * slots_.size());
    }

    // The entry of a row that was added.
    std::size_t entry_of(std::int64_t row) const noexcept {
        return static_cast<std::size_t>(slots_[slot_of(row, hash_of(row))].entry);
    }

private:
    struct Slot {
        std::uint64_t hash;
        std::int64_t entry;
    };

    std::uint64_t hash_of(std::int64_t row) const noexcept {
        const double* values = rows_.values + row * rows_.columns;
        auto hash = bits_of(values[0]) * golden;
        for (std::int64_t c = 1; c < rows_.columns; ++c) {
            hash = (std::rotl(hash, 27) ^ bits_of(values[c])) * golden;
        }
        return hash;
    }

    // Where the row stands, or the free slot where it belongs.
    std::size_t slot_of(std::int64_t row, std::uint64_t hash) const noexcept {
        // The highest bits: short fractions such as 0.5 have nothing but zeros in the lower ones.
        auto slot = static_cast<std::size_t>(hash >> shift_);
        while (slots_[slot].entry >= 0 &&
               !(slots_[slot].hash == hash && (rows_.columns == 1 || equal(row, slot)))) {
            slot = (slot + 1) & mask_;
        }
        return slot;
    }

    bool equal(std::int64_t row, std::size_t slot) const noexcept {
        const double* values = rows_.values + row * rows_.columns;
        const auto first = first_rows_[static_cast<std::size_t>(slots_[slot].entry)];
        const double* others = rows_.values + first * rows_.columns;
        for (std::int64_t c = 0; c < rows_.columns; ++c) {
            if (bits_of(values[c]) != bits_of(others[c])) return false;
        }
        return true;
    }

    void grow(std::size_t size) {
        slots_.assign(size, {0, -1});
        mask_ = size - 1;
        shift_ = 64 - std::countr_zero(size);
        for (std::size_t entry = 0; entry < first_rows_.size(); ++entry) {
            const auto hash = hash_of(first_rows_[entry]);
            slots_[slot_of(first_rows_[entry], hash)] = {hash, static_cast<std::int64_t>(entry)};
        }
    }

    Rows rows_;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;  // the number of slots is a power of two
    int shift_ = 0;
    std::vector<std::int64_t> first_rows_;
    std::vector<std::int64_t> counts_;
};

void append_row(const Rows& rows, std::int64_t row, std::vector<double>& to) {
    const double* values = rows.values + row * rows.columns;
    for (std::int64_t c = 0; c < rows.columns; ++c) to.push_back(values[c] + 0.0);
}

}  // namespace

Grouping group_rows(const Rows& rows) {
    Grouping result;
    DistinctRows distinct(rows);
    bool given_up = false;
    for (std::int64_t row = 0; row < rows.count && !given_up; ++row) {
        distinct.add(row);
        given_up = row < sampled_rows && distinct.size() > too_many;
    }
    std::int64_t grouped = 0;
    std::vector<std::uint8_t> is_large(static_cast<std::size_t>(distinct.size()), 0);
    for (std::size_t entry = 0; entry < is_large.size() && !given_up; ++entry) {
        if (distinct.count(entry) < large_from(rows.count)) continue;
        is_large[entry] = 1;
        grouped += distinct.count(entry);
        result.sizes.push_back(distinct.count(entry));
        append_row(rows, distinct.first_row(entry), result.values);
    }
    if (result.sizes.empty() || grouped == rows.count) return result;
    for (std::int64_t row = 0; row < rows.count; ++row) {
        if (is_large[distinct.entry_of(row)] == 0) {
            append_row(rows, row, result.rest);
        }
    }
    return result;
}

void resample_grouped_sums(const GroupedRows& rows, const Resamples& resamples, int threads,
                           const InterruptCheck& interrupted, std::span<double> sums) {
    const auto columns = rows.rest.columns;
    auto all = rows.rest.count;
    for (const auto size : rows.sizes) all += size;
    const auto groups = static_cast<std::int64_t>(rows.sizes.size());
    const auto cost = (400 * groups + rows.rest.count) * columns;

    for_lanes(resamples, cost, threads, interrupted, [&] {
        return [&, resampler = Resampler(rows.rest), part = std::vector<double>()](
                   const LaneStreams& streams, std::int64_t first) mutable {
            const auto width = static_cast<std::size_t>(columns * streams.count);
            double* out = sums.data() + first * columns;
            std::fill_n(out, width, 0.0);
            LaneCounts draws{};
            std::fill_n(draws.begin(), streams.count, all);
            auto left = all;
            for (std::size_t g = 0; g < rows.sizes.size(); ++g) {
                const double* value = rows.values + static_cast<std::int64_t>(g) * columns;
                const auto counts = binomial(streams, first_region + g, draws, rows.sizes[g], left);
                for (std::size_t lane = 0; lane < static_cast<std::size_t>(streams.count); ++lane) {
                    draws[lane] -= counts[lane];
                    double* sum = out + static_cast<std::int64_t>(lane) * columns;
                    for (std::int64_t c = 0; c < columns; ++c) {
                        sum[c] += static_cast<double>(counts[lane]) * value[c];
                    }
                }
                left -= rows.sizes[g];
            }
            if (left == 0) return;
            part.resize(width);
            resampler.add(streams, draws, part.data());
            for (std::size_t i = 0; i < width; ++i) out[i] += part[i];
        };
    });
}

}  // namespace ranksure
