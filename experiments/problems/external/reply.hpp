// The envelope of a program's answer.
#pragma once

#include <cstdint>
#include <string_view>

#include "experiments/problems/common/json.hpp"

namespace apportion::problems {

/// The member "answer" of a line that replies to the request with this number: {"id":…,"answer":…}. InputError for what
/// is no reply to it, WrongAnswer for one that reports an error: {"id":…,"error":"…"}.
[[nodiscard]] Json answer_in_reply(std::string_view line, std::int64_t id);

}  // namespace apportion::problems
