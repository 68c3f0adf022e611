// The flag is the thread's, so that algorithms stay functions of their problem and nothing is handed through them.
#include "base/stopping.hpp"

#include <utility>

namespace apportion {
namespace {

thread_local const std::atomic<bool>* stop_here = nullptr;

}  // namespace

StoppableWork::StoppableWork(const std::atomic<bool>* stop) : before_(std::exchange(stop_here, stop)) {}
StoppableWork::~StoppableWork() { stop_here = before_; }

const std::atomic<bool>* stop_of_this_thread() { return stop_here; }

void stop_if_asked() {
  if (stop_here != nullptr && stop_here->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace apportion
