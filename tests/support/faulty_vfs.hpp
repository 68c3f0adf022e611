// A file system for SQLite that fails on request, and a disk that loses its power.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace apportion::testing_support {

enum class Operation { open, write, sync };

/// A VFS over the default one, which it replaces as default while it lives: nothing may be open when it is made or
/// destroyed. It records the writes since the last sync of each file, which a power cut may lose.
class FaultyVfs {
 public:
  FaultyVfs();
  ~FaultyVfs();
  FaultyVfs(const FaultyVfs&) = delete;
  FaultyVfs& operator=(const FaultyVfs&) = delete;

  /// Makes the n-th of these operations from now fail, counted from 1; with `and_all_later` all later ones, too.
  /// Nothing may be open; existing data count as synced.
  void fail(Operation operation, std::int64_t nth, bool and_all_later);

  /// From now on nothing reaches the disk after the n-th write, truncation, deletion or sync.
  void cut_power(std::int64_t nth);

  /// Ends faults. True if the last one occurred.
  bool repair();

  /// Call it when all files are closed: replaces each file by what a disk may have kept of it: all synced data, and
  /// some of the later writes, in some order, some of them in part.
  void lose_what_was_not_synced(std::uint64_t seed);

  // For the C functions of the VFS.
  struct Change {
    std::int64_t offset = 0;
    std::string bytes = {};
    bool truncation = false;  ///< to `offset`
  };
  struct Disk {
    std::string synced;
    std::vector<Change> later;
  };
  [[nodiscard]] bool fails(Operation operation);
  [[nodiscard]] bool has_power() const { return has_power_; }
  [[nodiscard]] Disk* disk_of(const char* name);
  void remove(const char* name);
  [[nodiscard]] sqlite3_vfs* below() const { return below_; }

 private:
  sqlite3_vfs* below_;
  sqlite3_vfs vfs_;
  std::map<std::string, Disk> disks_;
  Operation operation_ = Operation::write;
  std::int64_t left_ = 0;  ///< operations until the fault; 0: no fault
  bool and_all_later_ = false;
  bool cut_ = false;
  bool has_power_ = true;
  bool came_ = false;
};

}  // namespace apportion::testing_support
