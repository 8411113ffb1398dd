// Table of contents of ranksure._core.
#include <pybind11/pybind11.h>

namespace ranksure::bindings {
void register_ids(pybind11::module_& m);
void register_diversity(pybind11::module_& m);
void register_evaluate(pybind11::module_& m);
void register_index_recall(pybind11::module_& m);
void register_judgements(pybind11::module_& m);
void register_kernels(pybind11::module_& m);
void register_mappings(pybind11::module_& m);
void register_resample(pybind11::module_& m);
void register_text(pybind11::module_& m);
}  // namespace ranksure::bindings

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
    m.doc() = "Compiled core of ranksure. Private: call the functions of ranksure instead.";
    m.attr("__version__") = RANKSURE_VERSION;
#if defined(__clang__)
    m.attr("compiler") = "clang " __clang_version__;
#elif defined(__GNUC__)
    m.attr("compiler") = "g++ " __VERSION__;
#else
    m.attr("compiler") = "unknown";
#endif
    ranksure::bindings::register_ids(m);
    ranksure::bindings::register_diversity(m);
    ranksure::bindings::register_evaluate(m);
    ranksure::bindings::register_index_recall(m);
    ranksure::bindings::register_judgements(m);
    ranksure::bindings::register_kernels(m);
    ranksure::bindings::register_mappings(m);
    ranksure::bindings::register_resample(m);
    ranksure::bindings::register_text(m);
}
