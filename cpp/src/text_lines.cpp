#include "text_lines.hpp"

#include <algorithm>
#include <cstring>

#include "ranksure/decimal.hpp"
#include "text_fields.hpp"

namespace ranksure {
namespace {

constexpr std::size_t short_id = 16;  // copied at once where the text reaches that far

class LineReader {
public:
    LineReader(std::string_view text, const LineLayout& layout, TextPiece& piece)
        : text_(text), layout_(layout), piece_(piece), ascii_(is_ascii(text)) {
        find_fields(text, piece.edges);
        edges_ = piece.edges.data();
        count_ = piece.edges.size() / 2;
        const auto lines = count_ / static_cast<std::size_t>(layout.fields) + 1;
        piece.document_ends.reserve(lines);
        piece.values.reserve(lines);
        piece.ranks.reserve(layout.rank < 0 ? 0 : lines);
        piece.document_bytes.reserve(text.size() + short_id);
        bytes_ = piece.document_bytes.data();
    }

    void read() {
        skip(newlines(0, count_ == 0 ? text_.size() : begin(0)));
        while (first_ < count_) {
            find_line();
            if (fields_ == 0 || (is_text() && is_comment())) {
                skip(1);
            } else if (!is_text() || is_wrong()) {
                piece_.fault = text_.substr(begin(first_), end(last_) - begin(first_));
                break;
            } else {
                read_row();
            }
            skip(blank_lines_);
            first_ = last_ + 1;
        }
        piece_.document_bytes.resize(size_);
    }

private:
    std::size_t begin(std::size_t field) const noexcept { return edges_[2 * field]; }
    std::size_t end(std::size_t field) const noexcept { return edges_[2 * field + 1]; }
    std::string_view field(int i) const noexcept {
        const auto j = first_ + static_cast<std::size_t>(i);
        return text_.substr(begin(j), end(j) - begin(j));
    }

    std::size_t newlines(std::size_t from, std::size_t to) const noexcept {
        return static_cast<std::size_t>(std::count(text_.data() + from, text_.data() + to, '\n'));
    }

    void skip(std::size_t lines) {
        if (lines > 0) piece_.skipped.insert(piece_.skipped.end(), lines, piece_.rows());
    }

    // Finds the last field of the line that begins at first_, and the blank lines behind it.
    void find_line() noexcept {
        std::size_t ends = 0;
        for (last_ = first_;; ++last_) {
            const auto next = last_ + 1 < count_ ? begin(last_ + 1) : text_.size();
            ends = next - end(last_) == 1 ? text_[end(last_)] == '\n' : newlines(end(last_), next);
            if (ends > 0 || last_ + 1 == count_) break;
        }
        blank_lines_ = ends > 0 ? ends - 1 : 0;
        fields_ = last_ + 1 - first_;
        // Windows ends a line with CR LF
        const auto stop = end(last_);
        if (text_[stop - 1] == '\r' && (stop == text_.size() || text_[stop] == '\n')) {
            --edges_[2 * last_ + 1];
            fields_ -= begin(last_) == end(last_);
        }
    }

    bool is_comment() const noexcept {
        return !layout_.comment.empty() && text_.substr(begin(first_)).starts_with(layout_.comment);
    }

    bool is_text() const noexcept {
        return ascii_ || is_utf8(text_.substr(begin(first_), end(last_) - begin(first_)));
    }

    bool is_wrong() const noexcept {
        const auto wanted = static_cast<std::size_t>(layout_.fields);
        return layout_.more_fields ? fields_ < wanted : fields_ != wanted;
    }

    void read_row() {
        const auto query = field(layout_.query);
        if (piece_.groups.empty() || piece_.groups.back().query != query) {
            piece_.groups.push_back({query, piece_.rows()});
        }
        if (layout_.rank >= 0) piece_.ranks.push_back(number(field(layout_.rank), true));
        if (layout_.value >= 0) piece_.values.push_back(number(field(layout_.value), false));
        const auto document = field(layout_.document);
        if (document.size() <= short_id &&
            document.data() + short_id <= text_.data() + text_.size()) {
            std::memcpy(bytes_ + size_, document.data(), short_id);
        } else {
            std::memcpy(bytes_ + size_, document.data(), document.size());
        }
        size_ += document.size();
        piece_.document_ends.push_back(static_cast<std::int64_t>(size_));
    }

    double number(std::string_view text, bool is_rank) {
        if (const auto value = read_decimal(text)) return *value;
        piece_.odd.push_back({piece_.rows(), is_rank, std::string(text)});
        return 0;
    }

    std::string_view text_;
    const LineLayout& layout_;
    TextPiece& piece_;
    bool ascii_;
    std::uint32_t* edges_;
    std::size_t count_;            // fields in the text
    char* bytes_;                  // of documents; there is room for all of the text
    std::size_t size_ = 0;         // of them
    std::size_t first_ = 0;        // field of the line
    std::size_t last_ = 0;         // field of the line
    std::size_t fields_ = 0;       // of the line
    std::size_t blank_lines_ = 0;  // behind it
};

}  // namespace

void read_lines(std::string_view text, const LineLayout& layout, TextPiece& piece) {
    piece.document_ends.clear();
    piece.values.clear();
    piece.ranks.clear();
    piece.groups.clear();
    piece.odd.clear();
    piece.skipped.clear();
    piece.fault.reset();
    LineReader(text, layout, piece).read();
}

}  // namespace ranksure
