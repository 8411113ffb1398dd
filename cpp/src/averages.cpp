#include "ranksure/averages.hpp"

#include <array>

#include "averaged_kernels.hpp"

namespace ranksure {
namespace {

struct Averaged {
    std::string_view kind;
    AveragedKernel kernel;
};

constexpr std::array kernels_by_kind = {
    Averaged{"recall", averaged::recall},
    Averaged{"precision", averaged::precision},
    Averaged{"hit_rate", averaged::hit_rate},
    Averaged{"rr", averaged::rr},
    Averaged{"ap", averaged::ap},
    Averaged{"r_precision", averaged::r_precision},
    Averaged{"recall_cap", averaged::recall_cap},
    Averaged{"precision_ceiling", averaged::precision_ceiling},
    Averaged{"f", averaged::f},
    Averaged{"f1", averaged::f1},
    Averaged{"set_precision", averaged::set_precision},
    Averaged{"set_recall", averaged::recall},
    Averaged{"set_relative_precision", averaged::set_relative_precision},
    Averaged{"set_ap", averaged::set_ap},
    Averaged{"set_f", averaged::set_f},
    Averaged{"set_f1", averaged::set_f1},
    Averaged{"num_ret", averaged::num_ret},
    Averaged{"num_rel", averaged::num_rel},
    Averaged{"num_rel_ret", averaged::num_rel_ret},
    Averaged{"num_nonrel_judged_ret", averaged::num_nonrel_judged_ret},
    Averaged{"judged", averaged::judged},
    Averaged{"hole", averaged::hole},
    Averaged{"unjudged", averaged::unjudged},
    Averaged{"utility", averaged::utility},
    Averaged{"dcg", averaged::dcg},
    Averaged{"dcg_exp", averaged::dcg_exp},
    Averaged{"ideal_dcg", averaged::ideal_dcg},
    Averaged{"ndcg", averaged::ndcg},
    Averaged{"ndcg_exp", averaged::ndcg_exp},
    Averaged{"sdcg", averaged::sdcg},
    Averaged{"rbp", averaged::rbp},
    Averaged{"rbp_residual", averaged::rbp_residual},
    Averaged{"err", averaged::err},
    Averaged{"nerr", averaged::nerr},
    Averaged{"insq", averaged::insq},
};

}  // namespace

AveragedKernel averaged_kernel(std::string_view kind) noexcept {
    for (const auto& averaged : kernels_by_kind) {
        if (averaged.kind == kind) return averaged.kernel;
    }
    return nullptr;
}

}  // namespace ranksure
