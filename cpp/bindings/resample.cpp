#include "ranksure/resample.hpp"

#include "arrays.hpp"

namespace ranksure::bindings {
namespace {

Rows rows_of(const Array<double>& rows) {
    expect(rows.ndim() == 2 && rows.shape(0) > 0 && rows.shape(1) > 0, "rows x columns, not empty");
    return {rows.data(), rows.shape(0), rows.shape(1)};
}

Array<double> sums_of_columns(const Array<double>& rows) {
    Array<double> sums(rows.shape(1));
    column_sums(rows_of(rows), writable(sums));
    return sums;
}

Array<double> sums_of_resamples(const Array<double>& rows, std::uint64_t seed, std::uint64_t first,
                                std::int64_t count, int threads) {
    const auto input = rows_of(rows);
    expect(count >= 0 && threads >= 1, "count >= 0, threads >= 1");
    Array<double> sums({static_cast<py::ssize_t>(count), rows.shape(1)});
    const auto out = writable(sums);
    without_gil([&](const InterruptCheck& interrupted) {
        resample_sums(input, {seed, first, count}, threads, interrupted, out);
    });
    return sums;
}

}  // namespace

void register_resample(py::module_& m) {
    using namespace py::literals;
    m.def("column_sums", &sums_of_columns, "rows"_a.noconvert(),
          "Sum of each column: rows of a block in order, blocks along the tree.");
    m.def("resample_sums", &sums_of_resamples, "rows"_a.noconvert(), py::kw_only(), "seed"_a,
          "first"_a, "count"_a, "threads"_a,
          "Sum of each column over the rows of each resample, (count, columns).");
}

}  // namespace ranksure::bindings
