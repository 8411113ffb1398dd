#include "ranksure/flip.hpp"
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

// resample_sums and flip_sums.
template <auto function>
Array<double> sums_of(const Array<double>& rows, std::uint64_t seed, std::uint64_t first,
                      std::int64_t count, int threads) {
    const auto input = rows_of(rows);
    expect(count >= 0 && threads >= 1, "count >= 0, threads >= 1");
    Array<double> sums({static_cast<py::ssize_t>(count), rows.shape(1)});
    const auto out = writable(sums);
    without_gil([&](const InterruptCheck& interrupted) {
        function(input, {seed, first, count}, threads, interrupted, out);
    });
    return sums;
}

Array<std::uint32_t> counts_of_resamples(std::int64_t n, std::uint64_t seed, std::uint64_t first,
                                         std::int64_t count, int threads) {
    expect(n >= 1 && count >= 0 && threads >= 1, "n >= 1, count >= 0, threads >= 1");
    Array<std::uint32_t> counts({static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(n)});
    const auto out = writable(counts);
    without_gil([&](const InterruptCheck& interrupted) {
        resample_counts(n, {seed, first, count}, threads, interrupted, out);
    });
    return counts;
}

}  // namespace

void register_resample(py::module_& m) {
    using namespace py::literals;
    m.def("column_sums", &sums_of_columns, "rows"_a.noconvert(),
          "Sum of each column: rows of a block in order, blocks along the tree.");
    m.def("resample_sums", &sums_of<resample_sums>, "rows"_a.noconvert(), py::kw_only(), "seed"_a,
          "first"_a, "count"_a, "threads"_a,
          "Sum of each column over the rows of each resample, (count, columns).");
    m.def("resample_counts", &counts_of_resamples, "n"_a, py::kw_only(), "seed"_a, "first"_a,
          "count"_a, "threads"_a, "How often each resample draws each row, (count, n).");
    m.def("flip_sums", &sums_of<flip_sums>, "rows"_a.noconvert(), py::kw_only(), "seed"_a,
          "first"_a, "count"_a, "threads"_a,
          "Sum of each column with a random sign for each row, (count, columns).");
}

}  // namespace ranksure::bindings
