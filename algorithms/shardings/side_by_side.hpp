// Tasks of one solve that run beside each other.
#pragma once

#include <functional>
#include <vector>

namespace apportion::shardings {

/// Runs every task once, on as many threads, the caller's among them. Returns when all have ended, and throws what the
/// first of them in the list has thrown.
void run_side_by_side(const std::vector<std::function<void()>>& tasks, unsigned threads);

}  // namespace apportion::shardings
