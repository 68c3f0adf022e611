// Scratch files.
#include "tests/fuzz/files.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {

namespace {

namespace fs = std::filesystem;

// In memory, if possible: files are temporary, and waiting for disks takes most of the time of a
// merge.
class ScratchFolder {
 public:
  ScratchFolder() {
    const fs::path memory = "/dev/shm";
    std::error_code ignored;
    const fs::path parent = fs::is_directory(memory, ignored) ? memory : fs::temp_directory_path();
    std::string name = (parent / "apportion-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for scratch files");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

const fs::path& scratch_folder() {
  static const ScratchFolder folder;
  return folder.path();
}

fs::path scratch_file(std::string_view name, std::string_view content) {
  fs::path file = scratch_folder() / name;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  expect(stream.good(), "no scratch file can be written");
  return file;
}

}  // namespace apportion::fuzz
