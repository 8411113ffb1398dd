// Fields of text: where they begin and end.
#pragma once

#include <cstdint>
#include <string_view>

#include "ranksure/column.hpp"

namespace ranksure {

/// Writes by turns where a field of `text` begins and where it ends. Only space, tab and newline
/// separate fields. The text is shorter than 4 GiB.
void find_fields(std::string_view text, Column<std::uint32_t>& edges);

bool is_ascii(std::string_view text) noexcept;
bool is_utf8(std::string_view text) noexcept;

}  // namespace ranksure
