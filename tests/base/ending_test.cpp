// The end of the program by a file that another program makes shorter.
#include "base/ending.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace apportion {
namespace {

// Reads a byte of a mapped file after the file was emptied.
void read_after_cut(const std::string& file) {
  constexpr std::size_t size = 100'000;
  std::ofstream(file) << std::string(size, 'a');
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const auto* mapped = static_cast<const volatile char*>(::mmap(nullptr, size, PROT_READ, MAP_SHARED, opened, 0));
  std::filesystem::resize_file(file, 0);
  static_cast<void>(mapped[size - 1]);
}

TEST(EndingDeathTest, FilesThatAreCutWhileTheyAreReadGetOneLine) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string file = testing::TempDir() + "cut_while_read";
  EXPECT_EXIT(
      {
        const SignalWatch watch;
        read_after_cut(file);
      },
      testing::ExitedWithCode(1), "^apportion: another program made a file shorter while it was read\n$");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace apportion
