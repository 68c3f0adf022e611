// A queue of items to examine, first in, first out; an item waits at most once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apportion {

/// For loops until nothing changes: a change to an item adds the items that it may affect.
class WorkQueue {
 public:
  /// An empty queue for the items 0, ..., items - 1.
  explicit WorkQueue(std::size_t items) : waits_(items, false) {}

  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// Does nothing if the item waits already.
  void add(std::uint32_t item) {
    if (waits_[item]) return;
    waits_[item] = true;
    waiting_.push_back(item);
  }

  /// Calls visit(item) for all items, also for those that it adds, until the queue is empty.
  template <class Visit>
  void drain(const Visit& visit) {
    // waiting_ grows in the loop.
    std::size_t next = 0;
    while (next < waiting_.size()) {
      const std::uint32_t item = waiting_[next++];
      waits_[item] = false;
      visit(item);
    }
    waiting_.clear();
  }

 private:
  std::vector<bool> waits_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace apportion
