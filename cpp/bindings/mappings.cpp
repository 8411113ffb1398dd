#include <cstring>

#include "arrays.hpp"
#include "ranksure/column.hpp"

namespace ranksure::bindings {
namespace {

// Documents of many queries, as columns. Read is only what is plain: ids that are all str or all
// int, values that are float or int; the rest is left to readers that can say what is wrong with
// it.
class PlainDocuments {
public:
    /// One more query, {id: value} or [id, ...]. False when something is not plain.
    bool add(PyObject* documents) {
        bool plain = false;
#if defined(Py_GIL_DISABLED)
        Py_BEGIN_CRITICAL_SECTION(documents);  // no other thread may change it meanwhile
#endif
        if (PyDict_CheckExact(documents)) {
            plain = add_dict(documents);
        } else if (PyList_CheckExact(documents)) {
            plain = add_list(documents);
        }
#if defined(Py_GIL_DISABLED)
        Py_END_CRITICAL_SECTION();
#endif
        offsets_.push_back(static_cast<std::int64_t>(size()));
        return plain;
    }

    /// Ids, offsets, values (None for lists); None when there is no document.
    py::object columns() {
        if (size() == 0) return py::none();
        py::object ids = taken(integers_);
        if (kind_ == Kind::text)
            ids = py::make_tuple(taken(bytes_).attr("view")("uint8"), taken(ends_));
        py::object values = py::none();
        if (form_ == Form::dicts) values = taken(values_);
        return py::make_tuple(ids, taken(offsets_), values);
    }

private:
    enum class Kind { unknown, text, integers };
    enum class Form { unknown, dicts, lists };

    std::size_t size() const noexcept {
        return kind_ == Kind::text ? ends_.size() - 1 : integers_.size();
    }

    bool is_of(Form form, Py_ssize_t length) {
        if (length == 0) return true;  // an empty query may stand among others of either form
        if (form_ == Form::unknown) form_ = form;
        const auto room = size() + static_cast<std::size_t>(length) + 1;
        ends_.reserve(room);
        values_.reserve(room);
        return form_ == form;
    }

    bool add_dict(PyObject* dict) {
        if (!is_of(Form::dicts, PyDict_GET_SIZE(dict))) return false;
        PyObject* id = nullptr;
        PyObject* value = nullptr;
        for (Py_ssize_t place = 0; PyDict_Next(dict, &place, &id, &value);) {
            if (!add_id(id) || !add_value(value)) return false;
        }
        return true;
    }

    bool add_list(PyObject* list) {
        const auto length = PyList_GET_SIZE(list);
        if (!is_of(Form::lists, length)) return false;
        for (Py_ssize_t i = 0; i < length; ++i) {
            if (!add_id(PyList_GET_ITEM(list, i))) return false;
        }
        return true;
    }

    bool add_id(PyObject* id) {
        if (kind_ == Kind::unknown) kind_ = PyUnicode_Check(id) ? Kind::text : Kind::integers;
        return kind_ == Kind::text ? add_text(id) : add_integer(id);
    }

    bool add_text(PyObject* id) {
        if (!PyUnicode_Check(id)) return false;
        if (PyUnicode_IS_COMPACT_ASCII(id)) {
            return add_bytes(static_cast<const char*>(PyUnicode_DATA(id)),
                             PyUnicode_GET_LENGTH(id));
        }
        const auto encoded = py::reinterpret_steal<py::object>(PyUnicode_AsUTF8String(id));
        if (!encoded) PyErr_Clear();  // half a surrogate pair
        return encoded &&
               add_bytes(PyBytes_AS_STRING(encoded.ptr()), PyBytes_GET_SIZE(encoded.ptr()));
    }

    bool add_bytes(const char* bytes, Py_ssize_t length) {
        const auto end = bytes_.size();
        bytes_.resize(end + static_cast<std::size_t>(length));
        std::memcpy(bytes_.data() + end, bytes, static_cast<std::size_t>(length));
        ends_.push_back(static_cast<std::int64_t>(bytes_.size()));
        return length > 0;
    }

    bool add_integer(PyObject* id) {
        if (!PyLong_CheckExact(id)) return false;
        int overflow = 0;
        integers_.push_back(PyLong_AsLongLongAndOverflow(id, &overflow));
        return overflow == 0;
    }

    bool add_value(PyObject* value) {
        if (PyFloat_Check(value)) {
            values_.push_back(PyFloat_AS_DOUBLE(value));
            return true;
        }
        if (!PyLong_CheckExact(value)) return false;
        const auto number = PyLong_AsDouble(value);
        if (number == -1.0 && PyErr_Occurred() != nullptr) {
            PyErr_Clear();  // beyond float64
            return false;
        }
        values_.push_back(number);
        return true;
    }

    static Column<std::int64_t> from_zero() {
        Column<std::int64_t> column;
        column.push_back(0);
        return column;
    }

    Kind kind_ = Kind::unknown;
    Form form_ = Form::unknown;
    Column<std::int64_t> offsets_ = from_zero();
    Column<std::int64_t> integers_;
    Column<char> bytes_;
    Column<std::int64_t> ends_ = from_zero();
    Column<double> values_;
};

py::object plain_documents(const py::list& queries) {
    PlainDocuments documents;
    for (const auto& query : queries) {
        if (!documents.add(query.ptr())) return py::none();
    }
    return documents.columns();
}

}  // namespace

void register_mappings(py::module_& m) {
    using namespace py::literals;
    m.def("plain_documents", &plain_documents, "queries"_a,
          "Documents of a list of {id: value} or of [id, ...], as (ids, offsets, values or None). "
          "None when there is no document, or one whose id or value is not plain.");
}

}  // namespace ranksure::bindings
