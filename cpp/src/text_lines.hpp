// Lines of one piece of text, read into columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ranksure/column.hpp"
#include "ranksure/text.hpp"

namespace ranksure {

/// Consecutive lines of one query.
struct LineGroup {
    std::string_view query;  ///< points into the text
    std::int64_t first_row;
};

/// What a piece of text holds. Rows count the lines that are neither blank nor comments.
struct TextPiece {
    Column<char> document_bytes;
    Column<std::int64_t> document_ends;  ///< where each row's document ends in the bytes
    Column<double> values;
    Column<double> ranks;
    std::vector<LineGroup> groups;
    std::vector<OddNumber> odd;
    std::vector<std::int64_t> skipped;      ///< for each line without a row: the rows before it
    std::optional<std::string_view> fault;  ///< the line behind the last row, when it is wrong
    Column<std::uint32_t> edges;            ///< scratch

    std::int64_t rows() const noexcept { return static_cast<std::int64_t>(document_ends.size()); }
};

/// Reads whole lines into `piece`, over what it held before; stops at the first wrong line.
void read_lines(std::string_view text, const LineLayout& layout, TextPiece& piece);

}  // namespace ranksure
