#include "check.hpp"
#include "ranksure/index_recall.hpp"

using namespace ranksure;

namespace {
const InterruptCheck never = [] { return false; };
}  // namespace

TEST(index_recall_reads_each_row_alone) {
    const std::vector<std::int32_t> approx = {1, 9, 5, -1, 4, 4};
    const std::vector<std::int64_t> exact = {1, 2, 5, 6, 4, 3};
    const std::vector<std::int64_t> offsets = {0, 2, 4, 6};
    const std::vector<float> near = {1.0F, 2.0F, 1.0F, 0.0F, 1.0F, 1.0F};
    const std::vector<double> far = {1.0, 2.0, 1.0, 2.0, 1.0, 2.0};
    std::vector<double> values(3);
    std::vector<std::uint8_t> faults(3);
    const NeighboursView ours{IntegerIds<std::int32_t>{approx}, offsets, std::span(near)};
    const NeighboursView theirs{IntegerIds<std::int64_t>{exact}, offsets, std::span(far)};
    for (const int threads : {1, 3}) {
        index_recall(ours, theirs, {2, -1, 1e-6}, threads, never, values, faults);
        CHECK((values == std::vector<double>{1.0, 0.5, 0.0}));
        CHECK(faults[0] == 0 && faults[1] == 0);
        CHECK(faults[2] == static_cast<std::uint8_t>(RowFault::approx_repeat));
    }
}
