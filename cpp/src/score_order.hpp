// Places of a run sorted by their scores.
#pragma once

#include <cstdint>
#include <vector>

namespace ranksure {

/// Sorts places by descending score, equal scores as given. No score is NaN.
void sort_by_score(const double* scores, std::vector<std::int64_t>& order);

}  // namespace ranksure
