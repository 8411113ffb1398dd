#include "ranksure/index_recall.hpp"

#include <pybind11/stl.h>

#include "arrays.hpp"

namespace ranksure::bindings {
namespace {

using Offsets = Array<std::int64_t>;

Distances distances_view(const py::object& distances, std::int64_t size) {
    if (distances.is_none()) return {};
    if (py::isinstance<Array<float>>(distances)) {
        const auto values = view(py::reinterpret_borrow<Array<float>>(distances));
        expect(static_cast<std::int64_t>(values.size()) == size, "one distance a neighbour");
        return values;
    }
    expect(py::isinstance<Array<double>>(distances), "distances are contiguous float32 or float64");
    const auto values = view(py::reinterpret_borrow<Array<double>>(distances));
    expect(static_cast<std::int64_t>(values.size()) == size, "one distance a neighbour");
    return values;
}

NeighboursView neighbours_view(const py::object& ids, const Offsets& offsets,
                               const py::object& distances) {
    NeighboursView side{ids_view(ids), view(offsets), {}};
    expect_offsets(offsets, side.ids);
    const auto size = side.offsets.back();
    side.distances = distances_view(distances, size);
    return side;
}

py::tuple index_recall_arrays(const py::object& approx_ids, const Offsets& approx_offsets,
                              const py::object& approx_distances, const py::object& exact_ids,
                              const Offsets& exact_offsets, const py::object& exact_distances,
                              std::int64_t k, std::optional<std::int64_t> pad, double tolerance,
                              int threads) {
    const auto approx = neighbours_view(approx_ids, approx_offsets, approx_distances);
    const auto exact = neighbours_view(exact_ids, exact_offsets, exact_distances);
    expect(approx_offsets.size() == exact_offsets.size(), "as many rows on both sides");
    expect(
        std::holds_alternative<TextIds>(approx.ids) == std::holds_alternative<TextIds>(exact.ids),
        "ids of one kind on both sides");
    const IndexRecallOptions options{k, pad, tolerance};
    const auto rows = exact_offsets.size() - 1;
    Array<double> values(rows);
    Array<std::uint8_t> faults(rows);
    const auto values_out = writable(values);
    const auto faults_out = writable(faults);
    without_gil([&](const InterruptCheck& interrupted) {
        index_recall(approx, exact, options, threads, interrupted, values_out, faults_out);
    });
    return py::make_tuple(values, faults);
}

}  // namespace

void register_index_recall(py::module_& m) {
    using namespace py::literals;
    m.def("index_recall", &index_recall_arrays, "approx_ids"_a, "approx_offsets"_a.noconvert(),
          "approx_distances"_a, "exact_ids"_a, "exact_offsets"_a.noconvert(), "exact_distances"_a,
          py::kw_only(), "k"_a, "pad"_a, "tolerance"_a, "threads"_a,
          "Recall of each row, and what is wrong with it (0: nothing).");
}

}  // namespace ranksure::bindings
