// Files that are replaced as a whole, and paths in files of a folder.
#include <fstream>

#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

namespace fs = std::filesystem;
using testing_support::bytes_of;

class FileReplacementTest : public ::testing::Test {
 protected:
  static void replace(const fs::path& file, const std::string& text, Links links = Links::followed) {
    FileReplacement replacement(file, links);
    replacement.write(text);
    replacement.commit();
  }
  testing_support::TemporaryFolder folder_;
};

TEST_F(FileReplacementTest, HasTheModeOfTheOldFile) {
  const fs::path file = folder_ / "a";
  replace(file, "old");
  fs::permissions(file, fs::perms{0751});
  replace(file, "new");
  EXPECT_EQ(bytes_of(file), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms{0751});
}

TEST_F(FileReplacementTest, FollowsLinksAlsoToWhatIsNotThere) {
  fs::create_directory(folder_ / "sub");
  fs::create_symlink("sub/target", folder_ / "inner");
  fs::create_symlink("inner", folder_ / "link");
  for (const char* text : {"first", "second"}) {
    SCOPED_TRACE(text);
    replace(folder_ / "link", text);
    EXPECT_EQ(bytes_of(folder_ / "sub/target"), text);
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "inner"));
  }
  replace(folder_ / "link", "own", Links::replaced);
  EXPECT_FALSE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(bytes_of(folder_ / "sub/target"), "second");
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_THAT(message_of<OutputError>([&] { replace(folder_ / "loop", ""); }), HasSubstr("cannot be written"));
}

TEST_F(FileReplacementTest, LeavesTheOldFileUnlessItIsCommitted) {
  const fs::path file = folder_ / "a";
  replace(file, "old");
  {
    FileReplacement replacement(file);
    replacement.write("new");
  }
  EXPECT_EQ(bytes_of(file), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1);
}

TEST_F(FileReplacementTest, LeavesWhatWasRead) {
  const fs::path file = folder_ / "read";
  replace(file, "old");
  fs::create_symlink("read", folder_ / "link");
  fs::create_hard_link(file, folder_ / "hard");
  keep_as_it_is(folder_ / "not there", "absent");
  keep_as_it_is(file, "the input");
  for (const char* name : {"read", "link", "hard"})
    EXPECT_THAT(message_of([&] { replace(folder_ / name, "new"); }),
                HasSubstr(" is the input, which would be lost; name another"));
  EXPECT_EQ(bytes_of(file), "old");
  replace(folder_ / "other", "new");
}

TEST_F(FileReplacementTest, IsKnownToFailBeforeAnythingIsComputed) {
  EXPECT_NO_THROW(require_writable(folder_ / "new"));
  EXPECT_FALSE(fs::exists(folder_ / "new"));
  EXPECT_THAT(message_of<OutputError>([&] { require_writable(folder_.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(message_of<OutputError>([&] { require_writable(folder_ / "none/a"); }), HasSubstr("No such file"));
}

TEST_F(FileReplacementTest, OneFileIsTheSameByAllItsNames) {
  replace(folder_ / "a", "");
  replace(folder_ / "b", "");
  fs::create_hard_link(folder_ / "a", folder_ / "hard");
  fs::create_symlink("hard", folder_ / "soft");
  EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "hard"));
  EXPECT_TRUE(is_same_file(folder_ / "soft", folder_ / "a"));
  EXPECT_FALSE(is_same_file(folder_ / "a", folder_ / "b"));
  EXPECT_FALSE(is_same_file(folder_ / "none", folder_ / "none"));
}

namespace fs = std::filesystem;

TEST(PathInside, TakesWhatLiesInTheFolder) {
  const testing_support::TemporaryFolder place;
  const fs::path folder = place / "paper";
  fs::create_directories(folder / "studies");
  std::ofstream(folder / "a.csv") << "x";
  fs::create_symlink("../a.csv", folder / "studies" / "b.csv");
  fs::create_symlink(folder, place / "link");
  for (const std::string name : {"a.csv", "./a.csv", "studies/../a.csv", "studies/b.csv", "not-there.csv", "..a.csv"})
    EXPECT_EQ(path_inside(folder, name), folder / name);
  EXPECT_EQ(path_inside(place / "link", "a.csv"), place / "link" / "a.csv");
  EXPECT_EQ(path_inside("", "a.csv"), "a.csv");
}

TEST(PathInside, RefusesWhatLiesElsewhere) {
  const testing_support::TemporaryFolder place;
  const fs::path folder = place / "paper";
  fs::create_directories(folder);
  fs::create_directories(place / "paper-2");
  std::ofstream(place / "secret") << "x";
  fs::create_symlink("../secret", folder / "link.csv");
  fs::create_symlink("/etc", folder / "etc");
  for (const std::string name :
       {"../secret", "/etc/passwd", "a/../../secret", "link.csv", "etc/passwd", "../paper-2/a.csv", "..", "-"})
    EXPECT_THAT(message_of([&] { static_cast<void>(path_inside(folder, name)); }),
                HasSubstr(name + " lies outside the folder"))
        << name;
  fs::create_symlink("loop", folder / "loop");
  EXPECT_THAT(message_of([&] { static_cast<void>(path_inside(folder, "loop")); }), HasSubstr("loop cannot be read"));
}

}  // namespace
}  // namespace apportion
