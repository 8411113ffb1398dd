#include "ranksure/evaluate.hpp"

#include <string>
#include <utility>

#include "arrays.hpp"

namespace ranksure::bindings {
namespace {

using Offsets = Array<std::int64_t>;

void expect_numbers(Numbers wanted, std::size_t count) {
    expect(wanted != Numbers::none || count == 0, "numbers that the kind does not know");
    expect(wanted != Numbers::gains || count % 2 == 0, "a gain for each grade");
    expect(wanted != Numbers::levels || count > 0, "at least one level");
    expect(wanted != Numbers::weights || count == 4, "four weights");
}

std::vector<Measure> measures_of(const Array<std::int64_t>& kinds, const Array<std::int64_t>& cuts,
                                 const Array<double>& parameters, const Array<double>& numbers,
                                 const Offsets& numbers_of) {
    const auto names = measure_parameters();
    expect(cuts.size() == kinds.size() && numbers_of.size() == kinds.size() + 1 &&
               parameters.ndim() == 2 && parameters.shape(0) == kinds.size() &&
               parameters.shape(1) == static_cast<py::ssize_t>(names.size()),
           "one entry a measure");
    expect(std::is_sorted(view(numbers_of).begin(), view(numbers_of).end()) &&
               numbers_of.at(0) == 0 && view(numbers_of).back() == numbers.size(),
           "offsets of numbers");
    std::vector<Measure> measures;
    for (py::ssize_t i = 0; i < kinds.size(); ++i) {
        expect(kinds.at(i) >= 0 && kinds.at(i) < std::ssize(measure_kinds()), "kind");
        Measure measure{.kind = static_cast<int>(kinds.at(i))};
        if (cuts.at(i) > 0) measure.k = cuts.at(i);
        for (std::size_t j = 0; j < names.size(); ++j) {
            measure.*names[j].field = parameters.at(i, static_cast<py::ssize_t>(j));
        }
        measure.numbers.assign(numbers.data() + numbers_of.at(i),
                               numbers.data() + numbers_of.at(i + 1));
        expect_numbers(measure_kinds()[static_cast<std::size_t>(kinds.at(i))].numbers,
                       measure.numbers.size());
        measures.push_back(std::move(measure));
    }
    return measures;
}

std::vector<QueryPair> pairs_of(const Array<std::int64_t>& pairs, const Offsets& run_offsets,
                                const Offsets& judged_offsets) {
    expect(pairs.ndim() == 2 && pairs.shape(1) == 2, "pairs are (run row, judged row)");
    std::vector<QueryPair> result;
    for (py::ssize_t i = 0; i < pairs.shape(0); ++i) {
        const QueryPair pair{pairs.at(i, 0), pairs.at(i, 1)};
        expect(pair.run_row >= -1 && pair.run_row < run_offsets.size() - 1, "run row");
        expect(pair.judged_row >= 0 && pair.judged_row < judged_offsets.size() - 1, "judged row");
        result.push_back(pair);
    }
    return result;
}

Ties ties_of(const std::string& name) {
    if (name == "stable") return Ties::stable;
    if (name == "average") return Ties::average;
    expect(name == "trec", "ties are trec, stable or average");
    return Ties::trec;
}

py::tuple evaluate_arrays(const py::object& run_ids, const Offsets& run_offsets,
                          const py::object& scores, const py::object& judged_ids,
                          const Offsets& judged_offsets, const Array<double>& grades,
                          const Array<std::int64_t>& pairs, const Array<std::int64_t>& kinds,
                          const Array<std::int64_t>& cuts, const Array<double>& parameters,
                          const Array<double>& numbers, const Offsets& numbers_of,
                          const std::string& ties, std::int64_t depth, int threads) {
    RunView run{ids_view(run_ids), view(run_offsets), nullptr};
    const QrelsView qrels{ids_view(judged_ids), view(judged_offsets), grades.data()};
    expect_offsets(run_offsets, run.documents);
    expect_offsets(judged_offsets, qrels.documents);
    expect(grades.size() == view(judged_offsets).back(), "one grade a judged document");
    if (!scores.is_none()) {
        expect(py::isinstance<Array<double>>(scores), "scores are contiguous float64");
        const auto array = py::reinterpret_borrow<Array<double>>(scores);
        expect(array.size() == view(run_offsets).back(), "one score a retrieved document");
        run.scores = array.data();
    }
    const Choices choices{ties_of(ties), depth > 0 ? depth : Measure::whole};
    const auto measures = measures_of(kinds, cuts, parameters, numbers, numbers_of);
    const auto rows = pairs_of(pairs, run_offsets, judged_offsets);
    const auto n = static_cast<py::ssize_t>(rows.size());
    const auto m = static_cast<py::ssize_t>(measures.size());
    Array<double> values({n, m});
    Array<std::uint8_t> states({n, m});
    Array<std::uint8_t> tied(n);
    Array<std::int64_t> repeats(n);
    Array<std::int64_t> first_repeat(n);
    const EvaluationOutput out{writable(values), writable(states), writable(tied),
                               writable(repeats), writable(first_repeat)};
    without_gil([&](const InterruptCheck& interrupted) {
        evaluate(run, qrels, rows, measures, choices, threads, interrupted, out);
    });
    return py::make_tuple(values, states, tied, repeats, first_repeat);
}

}  // namespace

void register_evaluate(py::module_& m) {
    using namespace py::literals;
    py::list kinds;
    for (const auto& kind : measure_kinds()) kinds.append(std::string(kind.name));
    m.attr("measure_kinds") = py::tuple(kinds);
    py::list parameters;
    for (const auto& p : measure_parameters()) parameters.append(std::string(p.name));
    m.attr("measure_parameters") = py::tuple(parameters);
    m.def(
        "evaluate", &evaluate_arrays, "run_ids"_a, "run_offsets"_a.noconvert(), "scores"_a,
        "judged_ids"_a, "judged_offsets"_a.noconvert(), "grades"_a.noconvert(),
        "pairs"_a.noconvert(), "kinds"_a.noconvert(), "cuts"_a.noconvert(),
        "parameters"_a.noconvert(), "numbers"_a.noconvert(), "numbers_of"_a.noconvert(),
        py::kw_only(), "ties"_a, "depth"_a, "threads"_a,
        "Values (pairs x measures), their states (1: nothing relevant, 2: too many orders), tied "
        "pairs, repeats of each pair, place of its first repeat. A cut-off or depth of 0 is none; "
        "row i of parameters holds those of measure i in the order of measure_parameters, "
        "numbers_of its part of numbers.");
}

}  // namespace ranksure::bindings
