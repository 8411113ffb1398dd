#include <algorithm>
#include <limits>

#include "double_double.hpp"
#include "ranksure/averages.hpp"

namespace ranksure {
namespace {

constexpr double unjudged = -std::numeric_limits<double>::infinity();

/// Sorts the hits [first, last) by descending grade.
void descend(std::vector<Hit>& hits, std::size_t first, std::size_t last) {
    std::sort(hits.begin() + static_cast<std::ptrdiff_t>(first),
              hits.begin() + static_cast<std::ptrdiff_t>(last),
              [](const Hit& a, const Hit& b) { return a.grade > b.grade; });
}

/// The grades along the ranks of one group; documents of equal grade cannot be told apart.
std::vector<double> grades_of(const TiedRanking& tied, const TiedGroup& group) {
    std::vector<double> grades(static_cast<std::size_t>(group.size), unjudged);
    for (auto h = group.first_hit; h < group.last_hit; ++h) {
        grades[static_cast<std::size_t>(group.size) - 1 - (h - group.first_hit)] =
            tied.ranking.hits[h].grade;
    }
    return grades;  // ascending, as hits descend
}

/// Distinguishable orders of ascending grades; more than `most_orders` when there are too many.
std::int64_t orders_of(const std::vector<double>& grades) noexcept {
    if (grades.front() == grades.back()) return 1;
    if (static_cast<std::int64_t>(grades.size()) > most_tied_documents) return most_orders + 1;
    std::int64_t orders = 1;
    std::int64_t equal = 0;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        equal = i > 0 && grades[i] == grades[i - 1] ? equal + 1 : 1;
        orders = orders * static_cast<std::int64_t>(i + 1) / equal;  // exact: a multinomial number
    }
    return orders;
}

/// The groups of the condensed list, all of whose documents are hits.
std::vector<TiedGroup> condensed_groups(const TiedRanking& tied, const Measure& measure) {
    std::vector<TiedGroup> groups;
    std::size_t hits = 0;
    for (const auto& group : tied.groups) {
        const auto first = hits;
        for (auto h = group.first_hit; h < group.last_hit; ++h) {
            hits += stays_condensed(measure, tied.ranking.hits[h]);
        }
        const auto start = static_cast<std::int64_t>(first);
        const auto size = static_cast<std::int64_t>(hits - first);
        if (size > 0) groups.push_back({start, size, first, hits});
    }
    return groups;
}

/// The next combination of orders, the last group first; false when all have been.
bool next_orders(std::vector<std::vector<double>>& grades) {
    for (auto group = grades.rbegin(); group != grades.rend(); ++group) {
        if (std::next_permutation(group->begin(), group->end())) return true;
    }
    return false;
}

}  // namespace

void find_groups(const std::vector<std::int64_t>& order, const double* scores, TiedRanking& tied) {
    auto& hits = tied.ranking.hits;
    const auto length = static_cast<std::int64_t>(order.size());
    const auto score = [&](std::int64_t i) { return scores[order[static_cast<std::size_t>(i)]]; };
    const auto last = tied.ranking.retrieved;
    tied.divided = last > 0 && last < length && score(last - 1) == score(last);
    tied.groups.clear();
    for (std::size_t h = 0; h < hits.size();) {
        auto start = hits[h].rank - 1;
        auto end = hits[h].rank;
        const auto own = score(start);
        while (start > 0 && score(start - 1) == own) --start;
        if (start >= tied.ranking.retrieved) break;
        while (end < length && score(end) == own) ++end;
        const auto first = h;
        while (h < hits.size() && hits[h].rank <= end) ++h;
        descend(hits, first, h);
        tied.groups.push_back({start, end - start, first, h});
    }
}

bool has_tied_view(const Measure& measure, const TiedRanking& tied) noexcept {
    return measure.judged_only == 0.0 || !tied.divided;
}

const TiedRanking& seen_by(const Measure& measure, const TiedRanking& tied, TiedRanking& view) {
    const bool condensed = measure.judged_only != 0.0;
    JudgedRanking counted;
    if (condensed) {
        counted = tied.ranking;
        counted.hits.resize(tied.groups.empty() ? 0 : tied.groups.back().last_hit);
    }
    const auto& given = condensed ? counted : tied.ranking;
    if (&seen_by(measure, given, view.ranking) == &given) return tied;
    view.groups = condensed ? condensed_groups(tied, measure) : tied.groups;
    for (const auto& group : view.groups) {
        descend(view.ranking.hits, group.first_hit, group.last_hit);  // own gains may reorder
    }
    return view;
}

std::optional<double> average_over_orders(const MeasureKind& kind, const TiedRanking& tied,
                                          const Cut& cut) {
    std::vector<std::vector<double>> grades;
    std::int64_t orders = 1;
    for (const auto& group : tied.groups) {
        grades.push_back(grades_of(tied, group));
        orders *= orders_of(grades.back());
        if (orders > most_orders) return std::nullopt;
    }
    auto ranking = tied.ranking;
    JudgedRanking view;
    double total = 0.0;
    double lost = 0.0;  // what rounding took from the total
    do {
        ranking.hits.clear();
        for (std::size_t g = 0; g < grades.size(); ++g) {
            auto rank = tied.groups[g].start;
            for (const auto grade : grades[g]) {
                if (++rank > ranking.retrieved) break;
                if (grade != unjudged) ranking.hits.push_back({rank, grade});
            }
        }
        const auto sum = two_sum(total, kind.value(seen_by(cut.measure, ranking, view), cut));
        total = sum.hi;
        lost += sum.lo;
    } while (next_orders(grades));
    return (total + lost) / static_cast<double>(orders);
}

}  // namespace ranksure
