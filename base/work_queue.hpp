// Items that are to be examined, first in, first out, each at most once at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apportion {

/// For loops that go on until nothing changes: what changes an item adds those that it may have an effect on.
class WorkQueue {
 public:
  /// Empty, for the items 0, ..., items - 1.
  explicit WorkQueue(std::size_t items) : waits_(items, false) {}

  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// No effect on an item that waits already.
  void add(std::uint32_t item) {
    if (waits_[item]) return;
    waits_[item] = true;
    waiting_.push_back(item);
  }

  /// Calls visit(item) for all items, also those that it adds, until none waits.
  template <class Visit>
  void drain(const Visit& visit) {
    // It grows on the way.
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
