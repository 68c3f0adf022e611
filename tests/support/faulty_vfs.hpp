// A file system for SQLite that fails when it is told to, and a disk that loses its power.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace apportion::testing_support {

enum class Operation { open, write, sync };

/// A VFS over the default one, which it replaces as default as long as it lives: nothing may be open when it comes or
/// goes. It notes what was written since the last sync of each file, which a power cut may lose.
class FaultyVfs {
 public:
  FaultyVfs();
  ~FaultyVfs();
  FaultyVfs(const FaultyVfs&) = delete;
  FaultyVfs& operator=(const FaultyVfs&) = delete;

  /// From now on the n-th of these operations fails, counted from 1; with `and_all_later` all later ones do as well.
  /// Nothing may be open; what is there counts as synced.
  void fail(Operation operation, std::int64_t nth, bool and_all_later);

  /// From now on nothing reaches the disk any more once the n-th write, truncation, deletion or sync is asked for.
  void cut_power(std::int64_t nth);

  /// No fault from here on. Whether the last one ever came.
  bool repair();

  /// To be called when all files are closed: makes each file what a disk may have kept of it. What was synced is there;
  /// of the later writes some are, in some order, and some of them in part.
  void lose_what_was_not_synced(std::uint64_t seed);

  // What the C functions of the VFS call.
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
  std::int64_t left_ = 0;  ///< operations until it fails; 0: no fault
  bool and_all_later_ = false;
  bool cut_ = false;
  bool has_power_ = true;
  bool came_ = false;
};

}  // namespace apportion::testing_support
