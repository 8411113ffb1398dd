#include "ranksure/ids.hpp"

#include "arrays.hpp"

namespace ranksure::bindings {
namespace {

template <class T>
bool integers(const py::object& ids, Ids& result) {
    if (!py::isinstance<Array<T>>(ids)) return false;
    result = IntegerIds<T>{view(py::reinterpret_borrow<Array<T>>(ids))};
    return true;
}

py::tuple take(const Array<std::uint8_t>& bytes, const Array<std::int64_t>& offsets,
               const Array<std::int64_t>& indices) {
    const auto ids = std::get<TextIds>(ids_view(py::make_tuple(bytes, offsets)));
    for (const auto i : view(indices)) expect(i >= 0 && i < ids.size(), "index out of range");
    return text_arrays(take_text(ids, view(indices)));
}

py::object first_repeat_of(const py::object& ids) {
    const auto [earlier, later] = first_repeat(ids_view(ids));
    if (earlier < 0) return py::none();
    return py::make_tuple(earlier, later);
}

}  // namespace

Ids ids_view(const py::object& ids) {
    Ids result;
    if (integers<std::int64_t>(ids, result) || integers<std::int32_t>(ids, result) ||
        integers<std::int16_t>(ids, result) || integers<std::int8_t>(ids, result) ||
        integers<std::uint32_t>(ids, result) || integers<std::uint16_t>(ids, result) ||
        integers<std::uint8_t>(ids, result)) {
        return result;
    }
    expect(py::isinstance<py::tuple>(ids) && py::len(ids) == 2,
           "ids: integers or (bytes, offsets)");
    const auto parts = py::reinterpret_borrow<py::tuple>(ids);
    expect(py::isinstance<Array<std::uint8_t>>(parts[0]) &&
               py::isinstance<Array<std::int64_t>>(parts[1]),
           "ids: bytes are uint8 and offsets int64, contiguous");
    const auto bytes = view(py::reinterpret_borrow<Array<std::uint8_t>>(parts[0]));
    const auto offsets = view(py::reinterpret_borrow<Array<std::int64_t>>(parts[1]));
    expect(!offsets.empty() && offsets.front() >= 0 &&
               offsets.back() <= static_cast<std::int64_t>(bytes.size()) &&
               std::is_sorted(offsets.begin(), offsets.end()),
           "ids: offsets ascend within the bytes");
    return TextIds{{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, offsets};
}

void expect_offsets(const Array<std::int64_t>& offsets, const Ids& ids) {
    const auto size = std::visit([](const auto& v) { return v.size(); }, ids);
    const auto o = view(offsets);
    expect(!o.empty() && o.front() == 0 && o.back() == size && std::is_sorted(o.begin(), o.end()),
           "offsets ascend from 0 to the number of documents");
}

py::tuple text_arrays(const TextColumn& column) {
    Array<std::uint8_t> bytes(static_cast<py::ssize_t>(column.bytes.size()));
    std::copy(column.bytes.begin(), column.bytes.end(),
              reinterpret_cast<char*>(bytes.mutable_data()));
    return py::make_tuple(bytes, copied(column.offsets));
}

void register_ids(py::module_& m) {
    using namespace py::literals;
    m.def(
        "integers_to_text",
        [](const Array<std::int64_t>& v) { return text_arrays(integers_to_text(view(v))); },
        "values"_a.noconvert(), "Decimal text of each integer, as (bytes, offsets).");
    m.def(
        "unsigned_to_text",
        [](const Array<std::uint64_t>& v) { return text_arrays(integers_to_text(view(v))); },
        "values"_a.noconvert(), "Decimal text of each unsigned integer, as (bytes, offsets).");
    m.def("take_text", &take, "bytes"_a.noconvert(), "offsets"_a.noconvert(),
          "indices"_a.noconvert(), "The text ids at the indices, as (bytes, offsets).");
    m.def(
        "sort_ids", [](const py::object& ids) { return copied(sort_ids(ids_view(ids))); }, "ids"_a,
        "Permutation that sorts ids ascending by UTF-8 bytes; integers count as decimal text.");
    m.def("first_repeat", &first_repeat_of, "ids"_a,
          "Places (i, j) of the first id that stands twice, or None.");
    m.def(
        "find",
        [](const py::object& haystack, const py::object& needles) {
            return copied(find(ids_view(haystack), ids_view(needles)));
        },
        "haystack"_a, "needles"_a, "Place of each needle in the haystack, -1 where absent.");
}

}  // namespace ranksure::bindings
