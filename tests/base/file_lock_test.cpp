// A lock of a name: one holder at a time, and nothing left behind.
#include "base/file_lock.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <system_error>

#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

TEST(FileLock, HasOneHolderAtATime) {
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "a.lock";
  std::optional<FileLock> first(std::in_place, file);
  EXPECT_TRUE(first->is_held());
  {
    const FileLock second(file);
    EXPECT_FALSE(second.is_held());
  }
  EXPECT_TRUE(std::filesystem::exists(file));
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(file));
  // As a killed process leaves it.
  std::ofstream(file) << "";
  EXPECT_TRUE(FileLock(file).is_held());
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(FileLock, SaysWhatCannotBeMade) {
  const testing_support::TemporaryFolder folder;
  EXPECT_THROW(FileLock(folder / "none/a.lock"), std::system_error);
}

}  // namespace
}  // namespace apportion
