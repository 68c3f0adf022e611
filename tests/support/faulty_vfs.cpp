// A file system for SQLite that fails on request, and a disk that loses its power.
#include "tests/support/faulty_vfs.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>

namespace apportion::testing_support {
namespace {

constexpr std::size_t sector = 512;

struct FaultyFile {
  sqlite3_file base;
  FaultyVfs* vfs;
  FaultyVfs::Disk* disk;
};

FaultyFile& faulty(sqlite3_file* file) { return *reinterpret_cast<FaultyFile*>(file); }

// The underlying file follows ours in the memory from SQLite.
sqlite3_file* below(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(FaultyFile));
}

const sqlite3_io_methods& methods_below(sqlite3_file* file) { return *below(file)->pMethods; }

int close_file(sqlite3_file* file) { return methods_below(file).xClose(below(file)); }

int read_file(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
  if (!faulty(file).vfs->has_power()) return SQLITE_IOERR_READ;
  return methods_below(file).xRead(below(file), bytes, count, offset);
}

int write_file(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
  FaultyFile& self = faulty(file);
  const bool had_power = self.vfs->has_power();
  const bool fails = self.vfs->fails(Operation::write);
  // A write during the power cut may be stored in part.
  if (had_power && self.disk != nullptr && (!fails || !self.vfs->has_power()))
    self.disk->later.push_back({offset, std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(count))});
  if (fails) return SQLITE_IOERR_WRITE;
  return methods_below(file).xWrite(below(file), bytes, count, offset);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  FaultyFile& self = faulty(file);
  if (self.vfs->fails(Operation::write)) return SQLITE_IOERR_TRUNCATE;
  if (self.disk != nullptr) self.disk->later.push_back({size, {}, true});
  return methods_below(file).xTruncate(below(file), size);
}

void apply(std::string& content, const FaultyVfs::Change& change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.truncation) return content.resize(offset);
  content.resize(std::max(content.size(), offset + change.bytes.size()));
  content.replace(offset, change.bytes.size(), change.bytes);
}

// Does not sync the real disk: no test cuts the power of this machine.
int sync_file(sqlite3_file* file, int /*flags*/) {
  FaultyFile& self = faulty(file);
  if (self.vfs->fails(Operation::sync)) return SQLITE_IOERR_FSYNC;
  if (self.disk == nullptr) return SQLITE_OK;
  for (const FaultyVfs::Change& change : self.disk->later) apply(self.disk->synced, change);
  self.disk->later.clear();
  return SQLITE_OK;
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) { return methods_below(file).xFileSize(below(file), size); }
int lock_file(sqlite3_file* file, int lock) { return methods_below(file).xLock(below(file), lock); }
int unlock_file(sqlite3_file* file, int lock) { return methods_below(file).xUnlock(below(file), lock); }
int is_reserved(sqlite3_file* file, int* answer) { return methods_below(file).xCheckReservedLock(below(file), answer); }
int control(sqlite3_file* file, int what, void* argument) {
  return methods_below(file).xFileControl(below(file), what, argument);
}
int sector_size(sqlite3_file* file) { return methods_below(file).xSectorSize(below(file)); }
int characteristics(sqlite3_file* file) { return methods_below(file).xDeviceCharacteristics(below(file)); }
int map_shared(sqlite3_file* file, int page, int bytes, int extend, void volatile** memory) {
  return methods_below(file).xShmMap(below(file), page, bytes, extend, memory);
}
int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
  return methods_below(file).xShmLock(below(file), offset, count, flags);
}
void order_shared(sqlite3_file* file) { methods_below(file).xShmBarrier(below(file)); }
int unmap_shared(sqlite3_file* file, int remove) { return methods_below(file).xShmUnmap(below(file), remove); }

// Version 2, without memory-mapped pages, which would bypass this file system.
constexpr sqlite3_io_methods file_methods = {
    2,           close_file,   read_file,    write_file, truncate_file, sync_file,       size_of_file,
    lock_file,   unlock_file,  is_reserved,  control,    sector_size,   characteristics, map_shared,
    lock_shared, order_shared, unmap_shared, nullptr,    nullptr};

FaultyVfs& owner(sqlite3_vfs* vfs) { return *static_cast<FaultyVfs*>(vfs->pAppData); }

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  FaultyVfs& self = owner(vfs);
  file->pMethods = nullptr;
  if (self.fails(Operation::open)) return SQLITE_CANTOPEN;
  FaultyVfs::Disk* disk = name == nullptr ? nullptr : self.disk_of(name);
  const int answer = self.below()->xOpen(self.below(), name, below(file), flags, flags_out);
  if (answer != SQLITE_OK) return answer;
  faulty(file) = {{&file_methods}, &self, disk};
  return SQLITE_OK;
}

int delete_file(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  FaultyVfs& self = owner(vfs);
  if (self.fails(Operation::write)) return SQLITE_IOERR_DELETE;
  self.remove(name);
  return self.below()->xDelete(self.below(), name, sync_folder);
}

std::string content_of(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Keeps some of its sectors.
FaultyVfs::Change torn(FaultyVfs::Change change, std::mt19937_64& random) {
  if (change.bytes.size() <= sector) return change;
  const std::size_t sectors = change.bytes.size() / sector;
  const std::size_t first = random() % sectors;
  const std::size_t count = 1 + random() % (sectors - first);
  change.offset += static_cast<std::int64_t>(first * sector);
  change.bytes = change.bytes.substr(first * sector, count * sector);
  return change;
}

}  // namespace

FaultyVfs::FaultyVfs() : below_(sqlite3_vfs_find(nullptr)), vfs_(*below_) {
  vfs_.zName = "faulty";
  vfs_.pAppData = this;
  vfs_.szOsFile = static_cast<int>(sizeof(FaultyFile)) + below_->szOsFile;
  vfs_.xOpen = open_file;
  vfs_.xDelete = delete_file;
  sqlite3_vfs_register(&vfs_, 1);
}

FaultyVfs::~FaultyVfs() {
  sqlite3_vfs_unregister(&vfs_);
  sqlite3_vfs_register(below_, 1);
}

void FaultyVfs::fail(Operation operation, std::int64_t nth, bool and_all_later) {
  operation_ = operation;
  left_ = nth;
  and_all_later_ = and_all_later;
  cut_ = false;
  came_ = false;
  disks_.clear();
}

void FaultyVfs::cut_power(std::int64_t nth) {
  fail(Operation::write, nth, true);
  cut_ = true;
}

bool FaultyVfs::repair() {
  left_ = 0;
  has_power_ = true;
  return came_;
}

bool FaultyVfs::fails(Operation operation) {
  if (!has_power_) return true;
  const bool counts = operation == operation_ || (cut_ && operation == Operation::sync);
  if (left_ == 0 || !counts) return false;
  if (left_ > 1) {
    --left_;
    return false;
  }
  came_ = true;
  has_power_ = !cut_;
  if (!and_all_later_) left_ = 0;
  return true;
}

FaultyVfs::Disk* FaultyVfs::disk_of(const char* name) {
  const auto [disk, is_new] = disks_.try_emplace(name);
  if (is_new) disk->second.synced = content_of(name);
  return &disk->second;
}

void FaultyVfs::remove(const char* name) { disks_.erase(name); }

void FaultyVfs::lose_what_was_not_synced(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (auto& [name, disk] : disks_) {
    std::vector<Change> kept;
    for (const Change& change : disk.later)
      if (random() % 2 == 0) kept.push_back(random() % 4 == 0 ? torn(change, random) : change);
    for (std::size_t i = kept.size(); i > 1; --i) std::swap(kept[i - 1], kept[random() % i]);
    for (const Change& change : kept) apply(disk.synced, change);
    std::ofstream(name, std::ios::binary) << disk.synced;
    disk.later.clear();
    // Shared memory is not on the disk.
    std::remove((name + "-shm").c_str());
  }
  disks_.clear();
}

}  // namespace apportion::testing_support
