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
    explicit PlainDocuments(const py::list& queries)
        : offsets_(1 + static_cast<py::ssize_t>(queries.size())) {
        for (const auto& query : queries) {
            if (PyDict_CheckExact(query.ptr())) expected_ += PyDict_GET_SIZE(query.ptr());
            if (PyList_CheckExact(query.ptr())) expected_ += PyList_GET_SIZE(query.ptr());
        }
    }

    /// Ids, offsets, values (None for lists). None when there is no document, or an odd one.
    py::object columns(const py::list& queries) {
        auto* offset = offsets_.mutable_data();
        *offset = 0;
        for (const auto& query : queries) {
            if (!add(query.ptr())) return py::none();
            *++offset = size_;
        }
        if (size_ == 0 || size_ != expected_) return py::none();
        py::object ids = ids_;
        if (kind_ == Kind::text) ids = py::make_tuple(taken(bytes_).attr("view")("uint8"), ids_);
        return py::make_tuple(ids, offsets_,
                              form_ == Form::dicts ? values_ : py::object(py::none()));
    }

private:
    enum class Kind { unknown, text, integers };
    enum class Form { unknown, dicts, lists };

    // One more query, {id: value} or [id, ...]. False when something is not plain.
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
        return plain;
    }

    bool is_of(Form form, Py_ssize_t length) {
        if (length == 0) return true;  // an empty query may stand among others of either form
        if (form_ == Form::unknown) {
            form_ = form;
            if (form == Form::dicts) {
                values_ = Array<double>(expected_);
                value_ = values_.mutable_data();
            }
        }
        // more than were counted: another thread has added some
        return form_ == form && size_ + length <= expected_;
    }

    bool add_dict(PyObject* dict) {
        if (!is_of(Form::dicts, PyDict_GET_SIZE(dict))) return false;
        PyObject* id = nullptr;
        PyObject* value = nullptr;
        for (Py_ssize_t place = 0; PyDict_Next(dict, &place, &id, &value); ++size_) {
            if (!add_id(id) || !add_value(value)) return false;
        }
        return true;
    }

    bool add_list(PyObject* list) {
        const auto length = PyList_GET_SIZE(list);
        if (!is_of(Form::lists, length)) return false;
        for (Py_ssize_t i = 0; i < length; ++i, ++size_) {
            if (!add_id(PyList_GET_ITEM(list, i))) return false;
        }
        return true;
    }

    bool add_id(PyObject* id) {
        if (kind_ == Kind::unknown) decide_kind(id);
        return kind_ == Kind::text ? add_text(id) : add_integer(id);
    }

    void decide_kind(PyObject* id) {
        kind_ = PyUnicode_Check(id) ? Kind::text : Kind::integers;
        ids_ = Array<std::int64_t>(expected_ + (kind_ == Kind::text));
        id_ = ids_.mutable_data();
        if (kind_ == Kind::text) {
            *id_++ = 0;
            constexpr Py_ssize_t usual_length = 8;
            bytes_.reserve(static_cast<std::size_t>(usual_length * expected_));
        }
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
        *id_++ = static_cast<std::int64_t>(bytes_.size());
        return length > 0;
    }

    bool add_integer(PyObject* id) {
        if (!PyLong_CheckExact(id)) return false;
        int overflow = 0;
        *id_++ = PyLong_AsLongLongAndOverflow(id, &overflow);
        return overflow == 0;
    }

    bool add_value(PyObject* value) {
        if (PyFloat_Check(value)) {
            *value_++ = PyFloat_AS_DOUBLE(value);
            return true;
        }
        if (!PyLong_CheckExact(value)) return false;
        *value_++ = PyLong_AsDouble(value);
        const bool beyond = value_[-1] == -1.0 && PyErr_Occurred() != nullptr;
        if (beyond) PyErr_Clear();
        return !beyond;
    }

    Py_ssize_t expected_ = 0;  // documents in all
    Py_ssize_t size_ = 0;      // documents so far
    Kind kind_ = Kind::unknown;
    Form form_ = Form::unknown;
    Array<std::int64_t> offsets_;
    Array<std::int64_t> ids_;  // or the offsets of text
    Column<char> bytes_;
    Array<double> values_;
    std::int64_t* id_ = nullptr;
    double* value_ = nullptr;
};

py::object plain_documents(const py::list& queries) {
    return PlainDocuments(queries).columns(queries);
}

}  // namespace

void register_mappings(py::module_& m) {
    using namespace py::literals;
    m.def("plain_documents", &plain_documents, "queries"_a,
          "Documents of a list of {id: value} or of [id, ...], as (ids, offsets, values or None). "
          "None when there is no document, or one whose id or value is not plain.");
}

}  // namespace ranksure::bindings
