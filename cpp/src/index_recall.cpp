#include "ranksure/index_recall.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ranksure {
namespace {

constexpr std::int64_t rows_per_task = 1024;

// The ids of one row, at a width that all columns share.
template <class Key>
void read_row(const NeighboursView& side, std::size_t row, std::vector<Key>& keys) {
    const auto first = side.offsets[row];
    const auto last = side.offsets[row + 1];
    keys.resize(static_cast<std::size_t>(last - first));
    std::visit(
        [&](const auto& ids) {
            if constexpr (std::is_convertible_v<decltype(ids[first]), Key>) {
                for (auto i = first; i < last; ++i) {
                    keys[static_cast<std::size_t>(i - first)] = ids[i];
                }
            }
        },
        side.ids);
}

// The distances of one side, as double.
class RowDistances {
public:
    RowDistances(const Distances& distances, std::int64_t first) noexcept {
        if (const auto* f = std::get_if<std::span<const float>>(&distances)) {
            single_ = f->data() + first;
        } else if (const auto* d = std::get_if<std::span<const double>>(&distances)) {
            double_ = d->data() + first;
        }
    }
    bool given() const noexcept { return single_ != nullptr || double_ != nullptr; }
    double operator[](std::int64_t i) const noexcept {
        return single_ != nullptr ? static_cast<double>(single_[i]) : double_[i];
    }

private:
    const float* single_ = nullptr;
    const double* double_ = nullptr;
};

RowFault distance_fault(const RowDistances& distances, std::int64_t length) noexcept {
    if (!distances.given()) return RowFault::none;
    for (std::int64_t i = 0; i < length; ++i) {
        if (std::isnan(distances[i])) return RowFault::exact_distance;
        if (i > 0 && distances[i] < distances[i - 1]) return RowFault::exact_order;
    }
    return RowFault::none;
}

// The rows of one task after another; Key is an integer or text.
template <class Key>
class Rows {
public:
    Rows(const NeighboursView& approx, const NeighboursView& exact,
         const IndexRecallOptions& options) noexcept
        : approx_(approx), exact_(exact), options_(options) {}

    RowFault measure(std::size_t row, double& value) {
        value = 0.0;
        read_row(exact_, row, exact_keys_);
        read_row(approx_, row, approx_keys_);
        if (!cut_at_pad(exact_keys_)) return RowFault::exact_behind_pad;
        if (!cut_at_pad(approx_keys_)) return RowFault::approx_behind_pad;
        const RowDistances exact(exact_.distances, exact_.offsets[row]);
        const RowDistances approx(approx_.distances, approx_.offsets[row]);
        const auto given = static_cast<std::int64_t>(exact_keys_.size());
        const auto returned = static_cast<std::int64_t>(approx_keys_.size());
        if (!enter_exact()) return RowFault::exact_repeat;
        const auto fault = distance_fault(exact, given);
        if (fault != RowFault::none) return fault;

        const auto wanted = std::min(options_.k, given);
        const bool with_ties = exact.given() && wanted > 0;
        const auto farthest = with_ties ? exact[wanted - 1] : 0.0;
        const auto threshold = farthest + options_.tolerance * std::fabs(farthest);
        std::int64_t found = 0;
        for (std::int64_t i = 0; i < returned; ++i) {
            const auto place = enter_approx(i);
            if (place == repeated) return RowFault::approx_repeat;
            if (approx.given() && std::isnan(approx[i])) return RowFault::approx_distance;
            if (i >= options_.k) continue;
            if (place >= 0 && place < wanted) {
                ++found;
            } else if (with_ties && approx.given()) {
                found += approx[i] <= threshold;
            } else if (with_ties && place >= 0) {
                found += exact[place] <= threshold;
            }
        }
        if (wanted > 0) {
            value = static_cast<double>(std::min(found, wanted)) / static_cast<double>(wanted);
        }
        return RowFault::none;
    }

private:
    static constexpr std::int64_t repeated = -2;

    // Ends the row at its padding; false when an id stands behind it.
    bool cut_at_pad(std::vector<Key>& keys) const {
        if constexpr (std::is_integral_v<Key>) {
            if (!options_.pad) return true;
            const auto end = std::find(keys.begin(), keys.end(), *options_.pad);
            const auto real =
                std::find_if(end, keys.end(), [&](const Key& key) { return key != *options_.pad; });
            if (real != keys.end()) return false;
            keys.erase(end, keys.end());
        }
        return true;
    }

    // Places count the exact neighbours first, then the approximate ones.
    const Key& key_at(std::int64_t place) const noexcept {
        const auto i = static_cast<std::size_t>(place);
        return i < exact_keys_.size() ? exact_keys_[i] : approx_keys_[i - exact_keys_.size()];
    }

    // False when an id repeats.
    bool enter_exact() {
        const auto given = static_cast<std::int64_t>(exact_keys_.size());
        table_.reset(given + static_cast<std::int64_t>(approx_keys_.size()));
        met_.assign(exact_keys_.size(), false);
        const auto id_at = [this](std::int64_t place) { return key_at(place); };
        for (std::int64_t i = 0; i < given; ++i) {
            if (table_.insert(key_at(i), i, id_at) >= 0) return false;
        }
        return true;
    }

    // The place of an approximate neighbour among the exact ones, -1 outside, or `repeated`.
    std::int64_t enter_approx(std::int64_t i) {
        const auto given = static_cast<std::int64_t>(exact_keys_.size());
        const auto id_at = [this](std::int64_t place) { return key_at(place); };
        const auto place = table_.insert(key_at(given + i), given + i, id_at);
        if (place < 0) return -1;
        if (place >= given || met_[static_cast<std::size_t>(place)]) return repeated;
        met_[static_cast<std::size_t>(place)] = true;
        return place;
    }

    const NeighboursView& approx_;
    const NeighboursView& exact_;
    const IndexRecallOptions& options_;
    std::vector<Key> approx_keys_;
    std::vector<Key> exact_keys_;
    std::vector<std::uint8_t> met_;
    PlaceTable table_;
};

template <class Key>
void measure_rows(const NeighboursView& approx, const NeighboursView& exact,
                  const IndexRecallOptions& options, int threads, const InterruptCheck& interrupted,
                  std::span<double> values, std::span<std::uint8_t> faults) {
    const auto count = static_cast<std::int64_t>(values.size());
    parallel_for((count + rows_per_task - 1) / rows_per_task, threads,
                 [&](std::int64_t task) {
                     Rows<Key> rows(approx, exact, options);
                     const auto last = std::min(count, (task + 1) * rows_per_task);
                     for (auto i = task * rows_per_task; i < last; ++i) {
                         const auto row = static_cast<std::size_t>(i);
                         faults[row] = static_cast<std::uint8_t>(rows.measure(row, values[row]));
                     }
                 },
                 interrupted);
}

}  // namespace

void index_recall(const NeighboursView& approx, const NeighboursView& exact,
                  const IndexRecallOptions& options, int threads, const InterruptCheck& interrupted,
                  std::span<double> values, std::span<std::uint8_t> faults) {
    const auto measure = std::holds_alternative<TextIds>(exact.ids) ? measure_rows<std::string_view>
                                                                    : measure_rows<std::int64_t>;
    measure(approx, exact, options, threads, interrupted, values, faults);
}

}  // namespace ranksure
