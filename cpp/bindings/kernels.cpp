#include <pybind11/stl.h>

#include "arrays.hpp"
#include "ranksure/kernel_choice.hpp"

namespace ranksure::bindings {

void register_kernels(py::module_& m) {
    using namespace py::literals;
    m.def("instruction_sets", &instruction_sets, "Those that this processor has, slowest first.");
    m.def("instruction_set", &instruction_set, "The one in use.");
    m.def(
        "use_instruction_set", [](const std::string& name) { return use_instruction_set(name); },
        "name"_a, "Use another one from now on; False when there is none of that name.");
}

}  // namespace ranksure::bindings
