// Paths that a file of a folder may name: those inside it.
#include "base/files.hpp"

#include <fstream>

#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

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
