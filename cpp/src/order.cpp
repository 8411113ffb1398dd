#include "ranksure/order.hpp"

#include <algorithm>
#include <numeric>

#include "score_order.hpp"

namespace ranksure {

bool order_documents(const Ids& documents, const double* scores, std::int64_t first,
                     std::int64_t last, Ties ties, std::vector<std::int64_t>& order) {
    order.resize(static_cast<std::size_t>(last - first));
    std::iota(order.begin(), order.end(), first);
    if (scores == nullptr) return false;

    // Runs mostly come in order: then one look at each score is all it costs.
    bool sorted = true;
    for (auto i = first + 1; i < last && sorted; ++i) sorted = scores[i - 1] > scores[i];
    if (sorted) return false;

    sort_by_score(scores, order);

    bool tied = false;
    for (auto begin = order.begin(); begin != order.end();) {
        const auto score = scores[*begin];
        const auto end = std::find_if(begin + 1, order.end(),
                                      [&](std::int64_t i) { return scores[i] != score; });
        if (end - begin > 1) {
            tied = true;
            if (ties != Ties::trec) break;
            std::visit(
                [&](const auto& ids) {
                    std::stable_sort(begin, end, [&ids](std::int64_t a, std::int64_t b) {
                        return compare_as_text(ids[a], ids[b]) > 0;
                    });
                },
                documents);
        }
        begin = end;
    }
    return tied;
}

}  // namespace ranksure
