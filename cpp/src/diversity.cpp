#include "ranksure/diversity.hpp"

#include <algorithm>
#include <array>

namespace ranksure {

RelevantSubtopics::RelevantSubtopics(const SubtopicsView& all, std::int64_t first,
                                     std::int64_t last, double rel) {
    std::vector<std::int64_t> numbers;  // of relevant judgements, document after document
    for (auto j = static_cast<std::size_t>(first); j < static_cast<std::size_t>(last); ++j) {
        for (auto i = all.offsets[j]; i < all.offsets[j + 1]; ++i) {
            if (all.grades[i] >= rel) numbers.push_back(all.numbers[static_cast<std::size_t>(i)]);
        }
        if (numbers.size() > offsets_.back()) relevant_.push_back(offsets_.size() - 1);
        offsets_.push_back(numbers.size());
    }
    auto distinct = numbers;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    total_ = distinct.size();
    for (const auto number : numbers) {
        const auto at = std::lower_bound(distinct.begin(), distinct.end(), number);
        subtopics_.push_back(static_cast<std::size_t>(at - distinct.begin()));
    }
    const auto id_order = all.id_order.subspan(static_cast<std::size_t>(first));
    std::sort(relevant_.begin(), relevant_.end(),
              [&](std::size_t a, std::size_t b) { return id_order[a] > id_order[b]; });
}

namespace {

// Each kernel is named as its definition in the reference and gives the same bits.

// What a document of some subtopics gains after the documents above it.
class Novelty {
public:
    Novelty(std::size_t subtopics, double alpha) : alpha_(alpha), left_(subtopics, 1.0) {}

    double gain(std::span<const std::size_t> subtopics) const noexcept {
        double total = 0.0;
        for (const auto subtopic : subtopics) total += left_[subtopic];
        return total;
    }
    void pass_by(std::span<const std::size_t> subtopics) noexcept {
        for (const auto subtopic : subtopics) left_[subtopic] *= 1.0 - alpha_;
    }

private:
    double alpha_;
    std::vector<double> left_;
};

struct Gain {
    std::int64_t rank;
    double gain;
};
using Gains = std::vector<Gain>;

// Ranks without a relevant document gain nothing, so leaving them out does not change a sum.
Gains novelty_gains(const DiverseRanking& r) {
    Novelty novelty(r.judged.total(), r.measure.alpha);
    Gains gains;
    for (const auto& hit : r.hits) {
        if (hit.rank > r.measure.k) break;
        const auto subtopics = r.judged.of(hit.document);
        gains.push_back({hit.rank, novelty.gain(subtopics)});
        novelty.pass_by(subtopics);
    }
    return gains;
}

Gains ideal_gains(const DiverseRanking& r) {
    Novelty novelty(r.judged.total(), r.measure.alpha);
    std::vector<std::size_t> left(r.judged.relevant().begin(), r.judged.relevant().end());
    Gains gains;
    for (std::int64_t rank = 1; rank <= r.measure.k && !left.empty(); ++rank) {
        auto best = left.begin();
        auto most = novelty.gain(r.judged.of(*best));
        for (auto other = best + 1; other != left.end(); ++other) {
            const auto gain = novelty.gain(r.judged.of(*other));
            if (gain > most) {
                most = gain;
                best = other;
            }
        }
        gains.push_back({rank, most});
        novelty.pass_by(r.judged.of(*best));
        left.erase(best);
    }
    return gains;
}

Gains all_at_each_rank(const DiverseRanking& r) {
    Gains gains;
    auto gain = static_cast<double>(r.judged.total());
    for (std::int64_t rank = 1; rank <= r.measure.k; ++rank) {
        gains.push_back({rank, gain});
        gain *= 1.0 - r.measure.alpha;
    }
    return gains;
}

double by_logarithm(const Gains& gains, const DiverseRanking& r) noexcept {
    double total = 0.0;
    for (const auto& [rank, gain] : gains) {
        total += gain / r.discounts[static_cast<std::size_t>(rank)];
    }
    return total;
}

double by_rank(const Gains& gains, const DiverseRanking&) noexcept {
    double total = 0.0;
    for (const auto& [rank, gain] : gains) total += gain / static_cast<double>(rank);
    return total;
}

double patient(const Gains& gains, const DiverseRanking& r) noexcept {
    double total = 0.0;
    double decay = 1.0;
    std::int64_t at = 1;
    for (const auto& [rank, gain] : gains) {
        for (; at < rank; ++at) decay *= r.measure.beta;
        total += gain * decay;
    }
    return total;
}

// A discounted ranking over an ideal one that is discounted in the same way.
template <double (*discounted)(const Gains&, const DiverseRanking&) noexcept,
          Gains (*best)(const DiverseRanking&)>
double normalised(const DiverseRanking& r) {
    const auto ideal = discounted(best(r), r);
    return ideal > 0.0 ? discounted(novelty_gains(r), r) / ideal : 0.0;
}

double nrbp(const DiverseRanking& r) {
    if (r.judged.total() == 0) return 0.0;
    const auto [alpha, beta] = std::pair{r.measure.alpha, r.measure.beta};
    return patient(novelty_gains(r), r) * (1.0 - (1.0 - alpha) * beta) /
           static_cast<double>(r.judged.total());
}

double ap_ia(const DiverseRanking& r) {
    const auto n = r.judged.total();
    std::vector<std::int64_t> found(n);
    std::vector<std::int64_t> relevant(n);
    std::vector<double> precisions(n);
    for (const auto& hit : r.hits) {
        for (const auto subtopic : r.judged.of(hit.document)) {
            precisions[subtopic] +=
                static_cast<double>(++found[subtopic]) / static_cast<double>(hit.rank);
        }
    }
    for (std::size_t document = 0; document < r.judged.documents(); ++document) {
        for (const auto subtopic : r.judged.of(document)) ++relevant[subtopic];
    }
    double total = 0.0;
    for (std::size_t s = 0; s < n; ++s) total += precisions[s] / static_cast<double>(relevant[s]);
    return n > 0 ? total / static_cast<double>(n) : 0.0;
}

double precision_ia(const DiverseRanking& r) {
    if (r.judged.total() == 0) return 0.0;
    std::size_t found = 0;
    for (const auto& hit : r.hits) {
        if (hit.rank <= r.measure.k) found += r.judged.of(hit.document).size();
    }
    return static_cast<double>(found) /
           (static_cast<double>(r.measure.k) * static_cast<double>(r.judged.total()));
}

double st_recall(const DiverseRanking& r) {
    if (r.judged.total() == 0) return 0.0;
    std::vector<std::uint8_t> covered(r.judged.total());
    for (const auto& hit : r.hits) {
        if (hit.rank > r.measure.k) break;
        for (const auto subtopic : r.judged.of(hit.document)) covered[subtopic] = 1;
    }
    return static_cast<double>(std::count(covered.begin(), covered.end(), 1)) /
           static_cast<double>(covered.size());
}

constexpr std::array kinds = {
    DiversityKind{"alpha_dcg", normalised<by_logarithm, all_at_each_rank>, true},
    DiversityKind{"alpha_ndcg", normalised<by_logarithm, ideal_gains>},
    DiversityKind{"err_ia", normalised<by_rank, all_at_each_rank>, true},
    DiversityKind{"nerr_ia", normalised<by_rank, ideal_gains>},
    DiversityKind{"nrbp", nrbp},
    DiversityKind{"nnrbp", normalised<patient, ideal_gains>},
    DiversityKind{"ap_ia", ap_ia},
    DiversityKind{"precision_ia", precision_ia},
    DiversityKind{"st_recall", st_recall},
};

}  // namespace

std::span<const DiversityKind> diversity_kinds() noexcept { return kinds; }

}  // namespace ranksure
