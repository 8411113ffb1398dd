#include "ranksure/text.hpp"

#include <memory>

#include "arrays.hpp"

namespace ranksure::bindings {
namespace {

void read(TextReader& reader, const py::buffer& block, int threads) {
    const auto info = block.request();
    expect(info.ndim == 1 && info.itemsize == 1 && info.strides[0] == 1, "a block of bytes");
    expect(threads >= 1, "threads >= 1");
    const std::string_view text(static_cast<const char*>(info.ptr),
                                static_cast<std::size_t>(info.size));
    without_gil(
        [&](const InterruptCheck& interrupted) { reader.read(text, threads, interrupted); });
}

py::list odd_numbers(const TextRows& rows) {
    py::list result;
    for (const auto& odd : rows.odd) {
        result.append(py::make_tuple(odd.row, odd.is_rank, py::bytes(odd.text)));
    }
    return result;
}

py::object fault_of(const TextRows& rows) {
    if (!rows.fault) return py::none();
    return py::make_tuple(rows.fault->line, py::bytes(rows.fault->text));
}

// What has been read, column by column; the reader is empty afterwards.
py::tuple take_columns(TextReader& reader) {
    auto& rows = reader.rows();
    const auto order = order_rows(rows);
    return py::make_tuple(
        text_arrays(rows.queries), copied(order.offsets),
        order.order.empty() ? py::object(py::none()) : py::object(copied(order.order)),
        py::make_tuple(taken(rows.document_bytes).attr("view")("uint8"),
                       taken(rows.document_offsets)),
        taken(rows.values), taken(rows.ranks));
}

}  // namespace

void register_text(py::module_& m) {
    using namespace py::literals;
    py::class_<TextReader>(m, "TextReader", "Reads lines of text, block by block.")
        .def(py::init([](int fields, int query, int document, int value, int rank, bool more_fields,
                         const std::string& comment, std::int64_t lines_before) {
                 const auto in_line = [fields](int i) { return i >= 0 && i < fields; };
                 expect(in_line(query) && in_line(document) && value < fields && rank < fields,
                        "fields of the line");
                 return std::make_unique<TextReader>(
                     LineLayout{fields, query, document, value, rank, more_fields, comment},
                     lines_before);
             }),
             py::kw_only(), "fields"_a, "query"_a, "document"_a, "value"_a, "rank"_a,
             "more_fields"_a, "comment"_a, "lines_before"_a)
        .def("read", &read, "block"_a, py::kw_only(), "threads"_a, "Read a block of whole lines.")
        .def_property_readonly(
            "fault", [](TextReader& r) { return fault_of(r.rows()); },
            "The first wrong line, as (number, text), or None.")
        .def_property_readonly(
            "odd_numbers", [](TextReader& r) { return odd_numbers(r.rows()); },
            "Numbers that are no plain decimals, as (row, is rank, text).")
        .def_property_readonly(
            "skipped", [](TextReader& r) { return copied(r.rows().skipped); },
            "For each line without a row the number of rows before it.")
        .def("take_columns", &take_columns,
             "Queries, offsets, order of the rows (None: as read), documents, values, ranks.");
    m.def(
        "rank_contradictions",
        [](const Array<std::int64_t>& offsets, const Array<double>& ranks,
           const Array<double>& scores) {
            expect(ranks.size() == scores.size() && offsets.size() > 0 &&
                       view(offsets).front() >= 0 && view(offsets).back() <= scores.size() &&
                       std::is_sorted(view(offsets).begin(), view(offsets).end()),
                   "a rank and a score for each document");
            return copied(rank_contradictions(view(offsets), ranks.data(), scores.data()));
        },
        "offsets"_a.noconvert(), "ranks"_a.noconvert(), "scores"_a.noconvert(),
        "The queries whose ranks contradict their scores.");
}

}  // namespace ranksure::bindings
