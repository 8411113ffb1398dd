#include "arrays.hpp"
#include "ranksure/fingerprint.hpp"

namespace ranksure::bindings {
namespace {

py::tuple repeats(const py::object& ids, const Array<std::int64_t>& offsets) {
    const auto documents = ids_view(ids);
    expect_offsets(offsets, documents);
    RepeatedEntries found;
    without_gil([&](const InterruptCheck&) { found = repeats_in_lists(documents, view(offsets)); });
    return py::make_tuple(copied(found.entries), copied(found.first));
}

Array<std::uint64_t> sums(const py::object& ids, const Array<std::int64_t>& offsets,
                          const Array<double>& grades, int threads) {
    const QrelsView qrels{ids_view(ids), view(offsets), grades.data()};
    expect_offsets(offsets, qrels.documents);
    expect(grades.size() == view(offsets).back(), "one grade a judged document");
    expect(threads >= 1, "threads >= 1");
    std::vector<Wide> found(view(offsets).size() - 1);
    without_gil([&](const InterruptCheck& interrupted) {
        judgement_sums(qrels, threads, interrupted, found);
    });
    Array<std::uint64_t> result({static_cast<py::ssize_t>(found.size()), py::ssize_t{2}});
    for (std::size_t i = 0; i < found.size(); ++i) {
        std::copy(found[i].begin(), found[i].end(), result.mutable_data() + 2 * i);
    }
    return result;
}

}  // namespace

void register_judgements(py::module_& m) {
    using namespace py::literals;
    m.def("repeats", &repeats, "ids"_a, "offsets"_a.noconvert(),
          "Entries whose id stands earlier in the same list, and where it stands first.");
    m.def("judgement_sums", &sums, "ids"_a, "offsets"_a.noconvert(), "grades"_a.noconvert(),
          py::kw_only(), "threads"_a,
          "For each query the sum over its judgements, as low and high word.");
}

}  // namespace ranksure::bindings
