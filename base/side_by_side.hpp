// Tasks that run beside each other.
#pragma once

#include <cstddef>
#include <functional>

namespace apportion {

/// Calls `task` for 0, ..., count - 1, in this order, on as many threads, the caller's among them, and returns when all
/// have ended. Once one throws no other begins; what the first of them has thrown passes through.
void run_side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);

}  // namespace apportion
