#include "ranksure/measures.hpp"

#include <functional>

#include "measure_kernels.hpp"

namespace ranksure {
namespace {

constexpr std::array kinds = {
    MeasureKind{"recall", kernels::recall, Needs::relevant},
    MeasureKind{"precision", kernels::precision, Needs::relevant},
    MeasureKind{"hit_rate", kernels::hit_rate, Needs::relevant},
    MeasureKind{"rr", kernels::rr, Needs::relevant},
    MeasureKind{"ap", kernels::ap, Needs::relevant},
    MeasureKind{"ndcg", kernels::ndcg, Needs::linear_gain, Numbers::gains},
    MeasureKind{"ndcg_exp", kernels::ndcg_exp, Needs::exponential_gain},
    MeasureKind{"dcg", kernels::dcg, Needs::nothing, Numbers::gains},
    MeasureKind{"dcg_exp", kernels::dcg_exp, Needs::nothing},
    MeasureKind{"ideal_dcg", kernels::ideal_dcg, Needs::nothing, Numbers::gains},
    MeasureKind{"f1", kernels::f1, Needs::relevant},
    MeasureKind{"f", kernels::f, Needs::relevant},
    MeasureKind{"r_precision", kernels::r_precision, Needs::relevant},
    MeasureKind{"recall_cap", kernels::recall_cap, Needs::relevant},
    MeasureKind{"precision_ceiling", kernels::precision_ceiling, Needs::relevant},
    MeasureKind{"judged", kernels::judged, Needs::nothing},
    MeasureKind{"hole", kernels::hole, Needs::nothing},
    MeasureKind{"unjudged", kernels::unjudged, Needs::nothing},
    MeasureKind{"set_precision", kernels::set_precision, Needs::relevant},
    MeasureKind{"set_recall", kernels::recall, Needs::relevant},
    MeasureKind{"set_f1", kernels::set_f1, Needs::relevant},
    MeasureKind{"set_f", kernels::set_f, Needs::relevant},
    MeasureKind{"set_relative_precision", kernels::set_relative_precision, Needs::relevant},
    MeasureKind{"set_ap", kernels::set_ap, Needs::relevant},
    MeasureKind{"bpref", kernels::bpref, Needs::relevant},
    MeasureKind{"infap", kernels::infap, Needs::relevant},
    MeasureKind{"iprec", kernels::iprec, Needs::relevant},
    MeasureKind{"iprec_mean", kernels::iprec_mean, Needs::relevant, Numbers::levels},
    MeasureKind{"rbp", kernels::rbp, Needs::relevant},
    MeasureKind{"rbp_residual", kernels::rbp_residual, Needs::nothing},
    MeasureKind{"err", kernels::err, Needs::exponential_gain},
    MeasureKind{"nerr", kernels::nerr, Needs::exponential_gain},
    MeasureKind{"sdcg", kernels::sdcg, Needs::linear_gain},
    MeasureKind{"inst", kernels::inst, Needs::linear_gain},
    MeasureKind{"insq", kernels::insq, Needs::linear_gain},
    MeasureKind{"bpm", kernels::bpm, Needs::linear_gain},
    MeasureKind{"nerr8", kernels::nerr8, Needs::linear_gain},
    MeasureKind{"nerr9", kernels::nerr9, Needs::linear_gain},
    MeasureKind{"nerr10", kernels::nerr10, Needs::linear_gain},
    MeasureKind{"nerr11", kernels::nerr11, Needs::linear_gain},
    MeasureKind{"compat", kernels::compat, Needs::linear_gain},
    MeasureKind{"accuracy", kernels::accuracy, Needs::relevant},
    MeasureKind{"num_ret", kernels::num_ret, Needs::nothing},
    MeasureKind{"num_rel", kernels::num_rel, Needs::nothing},
    MeasureKind{"num_rel_ret", kernels::num_rel_ret, Needs::nothing},
    MeasureKind{"num_nonrel_judged_ret", kernels::num_nonrel_judged_ret, Needs::nothing},
    MeasureKind{"utility", kernels::utility, Needs::nothing, Numbers::weights},
    MeasureKind{"yaap", kernels::yaap, Needs::relevant},
    MeasureKind{"bin_g", kernels::bin_g, Needs::relevant},
    MeasureKind{"g", kernels::g, Needs::linear_gain, Numbers::gains},
    MeasureKind{"ndcg_rel", kernels::ndcg_rel, Needs::linear_gain, Numbers::gains},
    MeasureKind{"rndcg", kernels::rndcg, Needs::linear_gain, Numbers::gains},
};

constexpr std::array parameters = {
    MeasureParameter{"rel", &Measure::rel},
    MeasureParameter{"p", &Measure::p},
    MeasureParameter{"graded", &Measure::graded},
    MeasureParameter{"max_grade", &Measure::max_grade},
    MeasureParameter{"base", &Measure::base},
    MeasureParameter{"beta", &Measure::beta},
    MeasureParameter{"times", &Measure::times},
    MeasureParameter{"T", &Measure::T},
    MeasureParameter{"level", &Measure::level},
    MeasureParameter{"n_documents", &Measure::n_documents},
    MeasureParameter{"normalize", &Measure::normalize},
    MeasureParameter{"judged_only", &Measure::judged_only},
    MeasureParameter{"like", &Measure::like},
};

const MeasureKind& kind_of(const Measure& measure) noexcept {
    return kinds[static_cast<std::size_t>(measure.kind)];
}

double own_gain(const std::vector<double>& gains, double grade) noexcept {
    for (std::size_t i = 0; i + 1 < gains.size(); i += 2) {
        if (gains[i] == grade) return gains[i + 1];
    }
    return grade;
}

}  // namespace

std::span<const MeasureKind> measure_kinds() noexcept { return kinds; }

std::span<const MeasureParameter> measure_parameters() noexcept { return parameters; }

bool has_relevant(const Measure& measure, const JudgedRanking& ranking) noexcept {
    auto needs = kind_of(measure).needs;
    if (measure.graded != 0.0) needs = Needs::linear_gain;
    const auto best = ranking.judged.empty() ? -1.0 : ranking.judged.front();
    switch (needs) {
        case Needs::relevant: return !ranking.judged.empty() && best >= measure.rel;
        case Needs::linear_gain: return kernels::linear(best) > 0.0;
        case Needs::exponential_gain: return kernels::exponential(best) > 0.0;
        case Needs::nothing: return true;
    }
    return true;
}

const JudgedRanking& seen_by(const Measure& measure, const JudgedRanking& ranking,
                             JudgedRanking& view) {
    const bool regained = kind_of(measure).numbers == Numbers::gains && !measure.numbers.empty();
    if (measure.judged_only == 0.0 && !regained) return ranking;
    view = ranking;
    if (measure.judged_only != 0.0) {
        std::erase_if(view.hits, [&](const Hit& hit) { return !stays_condensed(measure, hit); });
        std::int64_t rank = 0;
        for (auto& hit : view.hits) hit.rank = ++rank;
        view.retrieved = rank;
    }
    if (regained) {
        for (auto& hit : view.hits) hit.grade = own_gain(measure.numbers, hit.grade);
        for (auto& grade : view.judged) grade = own_gain(measure.numbers, grade);
        std::sort(view.judged.begin(), view.judged.end(), std::greater<>());
    }
    return view;
}

std::int64_t least_discounts(const Measure& measure) noexcept {
    return kind_of(measure).value == kernels::sdcg ? measure.k : 0;
}

}  // namespace ranksure
