// Which instruction set the inner loops use. It changes the time, never a bit of an answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranksure {

/// Names of those that this processor has, "plain" (no choice of the compiler's beyond the
/// baseline) first, the fastest last.
std::vector<std::string> instruction_sets();

/// The one in use: the fastest, unless another was asked for.
std::string instruction_set();

/// Uses another one from now on; false when there is none of that name.
bool use_instruction_set(std::string_view name);

}  // namespace ranksure
