// Runs and judgements as lines of text, one document a line, fields separated by blanks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ranksure/column.hpp"
#include "ranksure/ids.hpp"
#include "ranksure/parallel.hpp"

namespace ranksure {

/// Which field of a line is what, counted from 0; -1 where there is none.
struct LineLayout {
    int fields;  ///< that a line must have
    int query;
    int document;
    int value;  ///< score or grade
    int rank;
    bool more_fields = false;  ///< a line may have more fields
    std::string comment;       ///< lines that begin with this are skipped, when it is not empty
};

/// A number that is no plain decimal: perhaps inf, perhaps wrong. The column holds 0 for it.
struct OddNumber {
    std::int64_t row;
    bool is_rank;
    std::string text;
};

/// A line that has too few or too many fields, or is not UTF-8; counted from 1.
struct LineFault {
    std::int64_t line;
    std::string text;
};

/// What the lines hold, in their order. Row r is the r-th line that is neither blank nor a comment.
struct TextRows {
    TextColumn queries;                ///< by first appearance
    std::vector<std::int64_t> query;   ///< of each group of consecutive rows
    std::vector<std::int64_t> starts;  ///< first row of each group
    Column<char> document_bytes;
    Column<std::int64_t> document_offsets;
    Column<double> values;
    Column<double> ranks;
    std::vector<OddNumber> odd;         ///< ascending by row
    std::vector<std::int64_t> skipped;  ///< for each line without a row: the rows before it
    std::optional<LineFault> fault;     ///< of the first wrong line; no row lies behind it

    std::int64_t size() const noexcept {
        return static_cast<std::int64_t>(document_offsets.size()) - 1;
    }
};

struct TextPiece;

/// Reads text that comes in blocks of whole lines. The rows are the same for any blocks and
/// threads.
class TextReader {
public:
    /// `lines_before` is the number of lines, such as a header, that the blocks leave out.
    TextReader(LineLayout layout, std::int64_t lines_before);
    ~TextReader();

    /// Reads a block, unless a line before it was wrong.
    void read(std::string_view block, int threads, const InterruptCheck& interrupted);

    TextRows& rows() noexcept { return rows_; }

private:
    void append(std::size_t pieces, int threads, const InterruptCheck& interrupted);
    void append_lines(const TextPiece& piece, std::int64_t rows_before);
    void add_group(std::string_view query, std::int64_t first_row);

    LineLayout layout_;
    TextRows rows_;
    std::vector<TextPiece> pieces_;  // scratch, kept from block to block
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return hash_id(text); }
    };
    std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> places_;
};

/// The rows ordered by query, and by first appearance within a query: for each query where its
/// rows begin in `order` (and where the last ones end). `order` is empty when the rows stand so.
struct RowOrder {
    std::vector<std::int64_t> offsets;
    std::vector<std::int64_t> order;
};
RowOrder order_rows(const TextRows& rows);

/// The queries in which a document of a better rank has a smaller score. Query q owns the ranks and
/// scores from offsets[q] up to offsets[q + 1]; no score is NaN.
std::vector<std::int64_t> rank_contradictions(std::span<const std::int64_t> offsets,
                                              const double* ranks, const double* scores);

}  // namespace ranksure
