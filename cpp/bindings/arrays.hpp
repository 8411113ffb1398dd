// How NumPy arrays enter and leave the core. The only conversions are views.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

#include "ranksure/column.hpp"
#include "ranksure/ids.hpp"
#include "ranksure/parallel.hpp"

namespace py = pybind11;

namespace ranksure::bindings {

/// Contiguous and of exactly this dtype; arguments of this type are always marked noconvert.
template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> view(const Array<T>& array) {
    return {array.data(), static_cast<std::size_t>(array.size())};
}

template <class T>
std::span<T> writable(Array<T>& array) {
    return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}

template <class T>
Array<T> copied(const std::vector<T>& values) {
    Array<T> array(static_cast<py::ssize_t>(values.size()));
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

/// The values of a column, which the array then owns.
template <class T>
Array<T> taken(Column<T>& column) {
    const auto size = static_cast<py::ssize_t>(column.size());
    if (size == 0) return Array<T>(0);
    auto* values = column.release();
    const py::capsule owner(values, [](void* memory) { std::free(memory); });
    return Array<T>({size}, {static_cast<py::ssize_t>(sizeof(T))}, values, owner);
}

/// The Python side gives exactly what is wanted; anything else is a fault of ours.
inline void expect(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

/// Ids as an integer array or as (bytes, offsets).
Ids ids_view(const py::object& ids);

/// Offsets of lists that hold all of the ids.
void expect_offsets(const Array<std::int64_t>& offsets, const Ids& ids);

/// (bytes, offsets) of a text column.
py::tuple text_arrays(const TextColumn& column);

/// Runs `work(interrupted)` without the GIL; Ctrl-C arrives as KeyboardInterrupt.
template <class Work>
void without_gil(const Work& work) {
    const InterruptCheck interrupted = [] {
        const py::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0;
    };
    try {
        const py::gil_scoped_release release;
        work(interrupted);
    } catch (const Interrupted&) {
        throw py::error_already_set();  // the signal handler has set the error
    }
}

}  // namespace ranksure::bindings
