#include <string>

#include "arrays.hpp"
#include "ranksure/evaluate_diversity.hpp"

namespace ranksure::bindings {
namespace {

using Offsets = Array<std::int64_t>;

SubtopicsView subtopics_view(const Offsets& offsets, const Array<std::int64_t>& numbers,
                             const Array<double>& grades, const Array<std::int64_t>& id_order,
                             const Offsets& judged_offsets) {
    const auto documents = view(judged_offsets).back();
    const auto o = view(offsets);
    expect(offsets.size() == documents + 1 && id_order.size() == documents,
           "one entry a judged document");
    expect(o.front() == 0 && o.back() == numbers.size() && std::is_sorted(o.begin(), o.end()) &&
               grades.size() == numbers.size(),
           "offsets ascend from 0 to the number of judgements");
    return {o, view(numbers), grades.data(), view(id_order)};
}

std::vector<DiversityMeasure> measures_of(const Array<std::int64_t>& kinds,
                                          const Array<std::int64_t>& cuts,
                                          const Array<double>& parameters) {
    expect(cuts.size() == kinds.size() && parameters.ndim() == 2 &&
               parameters.shape(0) == kinds.size() && parameters.shape(1) == 4,
           "one entry a measure");
    std::vector<DiversityMeasure> measures;
    for (py::ssize_t i = 0; i < kinds.size(); ++i) {
        expect(kinds.at(i) >= 0 && kinds.at(i) < std::ssize(diversity_kinds()), "kind");
        measures.push_back({static_cast<int>(kinds.at(i)),
                            cuts.at(i) > 0 ? cuts.at(i) : Measure::whole, parameters.at(i, 0),
                            parameters.at(i, 1), parameters.at(i, 2), parameters.at(i, 3) != 0.0});
    }
    return measures;
}

py::tuple evaluate_diversity_arrays(
    const py::object& run_ids, const Offsets& run_offsets, const py::object& scores,
    const py::object& judged_ids, const Offsets& judged_offsets,
    const Array<std::int64_t>& run_rows, const Offsets& subtopic_offsets,
    const Array<std::int64_t>& subtopics, const Array<double>& grades,
    const Array<std::int64_t>& id_order, const Array<std::int64_t>& kinds,
    const Array<std::int64_t>& cuts, const Array<double>& parameters, bool stable,
    std::int64_t depth, int threads) {
    RunView run{ids_view(run_ids), view(run_offsets), nullptr};
    const QrelsView qrels{ids_view(judged_ids), view(judged_offsets), nullptr};
    expect_offsets(run_offsets, run.documents);
    expect_offsets(judged_offsets, qrels.documents);
    if (!scores.is_none()) {
        expect(py::isinstance<Array<double>>(scores), "scores are contiguous float64");
        const auto array = py::reinterpret_borrow<Array<double>>(scores);
        expect(array.size() == view(run_offsets).back(), "one score a retrieved document");
        run.scores = array.data();
    }
    const auto all = subtopics_view(subtopic_offsets, subtopics, grades, id_order, judged_offsets);
    const auto measures = measures_of(kinds, cuts, parameters);
    expect(run_rows.size() == judged_offsets.size() - 1, "a row of the run for each judged query");
    std::vector<QueryPair> pairs;
    for (py::ssize_t i = 0; i < run_rows.size(); ++i) {
        expect(run_rows.at(i) >= -1 && run_rows.at(i) < run_offsets.size() - 1, "run row");
        pairs.push_back({run_rows.at(i), i});
    }
    Array<double> values({run_rows.size(), kinds.size()});
    Array<std::uint8_t> undefined({run_rows.size(), kinds.size()});
    const DiversityOutput out{writable(values), writable(undefined)};
    without_gil([&](const InterruptCheck& interrupted) {
        evaluate_diversity(run, qrels, all, pairs, measures, stable ? Ties::stable : Ties::trec,
                           depth > 0 ? depth : Measure::whole, threads, interrupted, out);
    });
    return py::make_tuple(values, undefined);
}

}  // namespace

void register_diversity(py::module_& m) {
    using namespace py::literals;
    py::list kinds;
    for (const auto& kind : diversity_kinds()) kinds.append(std::string(kind.name));
    m.attr("diversity_kinds") = py::tuple(kinds);
    m.def("evaluate_diversity", &evaluate_diversity_arrays, "run_ids"_a,
          "run_offsets"_a.noconvert(), "scores"_a, "judged_ids"_a, "judged_offsets"_a.noconvert(),
          "run_rows"_a.noconvert(), "subtopic_offsets"_a.noconvert(), "subtopics"_a.noconvert(),
          "grades"_a.noconvert(), "id_order"_a.noconvert(), "kinds"_a.noconvert(),
          "cuts"_a.noconvert(), "parameters"_a.noconvert(), py::kw_only(), "stable"_a, "depth"_a,
          "threads"_a,
          "Values (queries x measures) and where nothing is relevant. Parameters are rel, alpha, "
          "beta, judged_only; a cut-off or depth of 0 is none.");
}

}  // namespace ranksure::bindings
