#include "ranksure/resample.hpp"

#include "arrays.hpp"
#include "ranksure/flip.hpp"
#include "ranksure/groups.hpp"
#include "ranksure/order_statistics.hpp"

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

py::object grouped(const Array<double>& rows) {
    const auto input = rows_of(rows);
    Grouping groups;
    without_gil([&](const InterruptCheck&) { groups = group_rows(input); });
    if (groups.sizes.empty()) return py::none();
    const auto columns = static_cast<py::ssize_t>(input.columns);
    const auto table = [columns](const std::vector<double>& values) {
        Array<double> array({static_cast<py::ssize_t>(values.size()) / columns, columns});
        std::copy(values.begin(), values.end(), array.mutable_data());
        return array;
    };
    return py::make_tuple(table(groups.values), copied(groups.sizes), table(groups.rest));
}

Array<double> sums_of_grouped(const Array<double>& values, const Array<std::int64_t>& sizes,
                              const Array<double>& rest, std::uint64_t seed, std::uint64_t first,
                              std::int64_t count, int threads) {
    expect(values.ndim() == 2 && rest.ndim() == 2 && values.shape(1) == rest.shape(1) &&
               values.shape(0) == sizes.size() && values.shape(1) > 0,
           "groups x columns, a size for each group, rest x columns");
    expect(count >= 0 && threads >= 1, "count >= 0, threads >= 1");
    const GroupedRows rows{values.data(), view(sizes), {rest.data(), rest.shape(0), rest.shape(1)}};
    Array<double> sums({static_cast<py::ssize_t>(count), values.shape(1)});
    const auto out = writable(sums);
    without_gil([&](const InterruptCheck& interrupted) {
        resample_grouped_sums(rows, {seed, first, count}, threads, interrupted, out);
    });
    return sums;
}

NumberRows numbers_of(const Array<double>& rows, const Array<std::int64_t>& places) {
    expect(rows.ndim() == 2 && rows.shape(1) > 0, "rows x numbers");
    const NumberRows numbers{rows.data(), rows.shape(1)};
    std::int64_t before = 0;
    for (const auto place : view(places)) {
        expect(place >= before && place < numbers.size, "places ascending, below a row's numbers");
        before = place;
    }
    return numbers;
}

Array<double> statistics_of_order(const Array<double>& rows, const Array<std::int64_t>& places,
                                  int threads) {
    const auto numbers = numbers_of(rows, places);
    expect(threads >= 1, "threads >= 1");
    Array<double> found({rows.shape(0), places.size()});
    const auto out = writable(found);
    without_gil([&](const InterruptCheck& interrupted) {
        order_statistics(numbers, rows.shape(0), view(places), threads, interrupted, out);
    });
    return found;
}

Array<double> statistics_of_differences(const Array<double>& rows, const Array<std::int64_t>& first,
                                        const Array<std::int64_t>& second,
                                        const Array<std::int64_t>& places, int threads) {
    const auto numbers = numbers_of(rows, places);
    expect(first.size() == second.size() && threads >= 1, "pairs of rows, threads >= 1");
    for (const auto& part : {view(first), view(second)}) {
        for (const auto row : part) expect(row >= 0 && row < rows.shape(0), "rows of the table");
    }
    Array<double> found({first.size(), places.size()});
    const auto out = writable(found);
    without_gil([&](const InterruptCheck& interrupted) {
        order_statistics_of_differences(numbers, view(first), view(second), view(places), threads,
                                        interrupted, out);
    });
    return found;
}

}  // namespace

void register_resample(py::module_& m) {
    using namespace py::literals;
    m.def("column_sums", &sums_of_columns, "rows"_a.noconvert(),
          "Sum of each column along the tree of draws.");
    m.def("resample_sums", &sums_of<resample_sums>, "rows"_a.noconvert(), py::kw_only(), "seed"_a,
          "first"_a, "count"_a, "threads"_a,
          "Sum of each column over the rows of each resample, (count, columns).");
    m.def("group_rows", &grouped, "rows"_a.noconvert(),
          "Large groups of equal rows: (values, sizes, rest), or None when there are none.");
    m.def("resample_grouped_sums", &sums_of_grouped, "values"_a.noconvert(), "sizes"_a.noconvert(),
          "rest"_a.noconvert(), py::kw_only(), "seed"_a, "first"_a, "count"_a, "threads"_a,
          "As resample_sums, of grouped rows.");
    m.def("resample_counts", &counts_of_resamples, "n"_a, py::kw_only(), "seed"_a, "first"_a,
          "count"_a, "threads"_a, "How often each resample draws each row, (count, n).");
    m.def("order_statistics", &statistics_of_order, "rows"_a.noconvert(), "places"_a.noconvert(),
          py::kw_only(), "threads"_a,
          "Numbers of each row at chosen places of its order, (rows, places).");
    m.def("order_statistics_of_differences", &statistics_of_differences, "rows"_a.noconvert(),
          "first"_a.noconvert(), "second"_a.noconvert(), "places"_a.noconvert(), py::kw_only(),
          "threads"_a, "The same of rows[first] - rows[second], (pairs, places).");
    m.def("flip_sums", &sums_of<flip_sums>, "rows"_a.noconvert(), py::kw_only(), "seed"_a,
          "first"_a, "count"_a, "threads"_a,
          "Sum of each column with a random sign for each row, (count, columns).");
}

}  // namespace ranksure::bindings
