// Unusable files: each is refused in one line, and left unchanged.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>

#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

// Runs work() in a separate process, for limits and lost rights. Returns its exit status, or minus a signal.
template <typename Work>
int in_a_child(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    int status = 99;
    try {
      status = work();
    } catch (...) {
    }
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Root may write everywhere, which these tests must not.
void become_an_ordinary_user() {
  constexpr uid_t nobody = 65534;
  if (geteuid() == 0 && setuid(nobody) != 0) _exit(98);
}

class OpeningTest : public ::testing::Test {
 protected:
  // A database with a few results, closed.
  void make_results() const {
    Store store(file_);
    const SmallStudy small(store);
    for (std::int64_t chunk = 0; chunk < 400; ++chunk) store.write({small.unit(small.xy2, chunk, 10)}, {});
  }

  // Expects that store and reader refuse the file, both with an Error that contains `what`, and that it is unchanged.
  template <typename Error>
  void expect_refused(const std::string& what) const {
    const std::string before = bytes_of(file_);
    for (const std::string& message :
         {message_of<Error>([&] { Store store(file_); }), message_of<Error>([&] { Reader reader(file_); })}) {
      SCOPED_TRACE(message);
      EXPECT_THAT(message, HasSubstr(what));
      EXPECT_THAT(message, HasSubstr(file_.string()));
      EXPECT_EQ(std::ranges::count(message, '\n'), 0) << message;
    }
    EXPECT_EQ(bytes_of(file_), before);
  }

  // Overwrites bytes of the file's header: https://www.sqlite.org/fileformat.html, section 1.3.
  void patch(std::size_t at, const std::string& bytes) const {
    std::string content = bytes_of(file_);
    content.replace(at, bytes.size(), bytes);
    write_bytes(file_, content);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(OpeningTest, AReaderWantsResults) {
  EXPECT_THAT(message_of<StoreError>([&] { Reader reader(file_); }), HasSubstr("no results database at"));
  EXPECT_FALSE(std::filesystem::exists(file_));
  write_bytes(file_, "");
  EXPECT_THAT(message_of<StoreError>([&] { Reader reader(file_); }), HasSubstr("has no results yet"));
}

TEST_F(OpeningTest, AnotherKindOfFile) {
  write_bytes(file_, "processors,weight\n4,0.25\n");
  expect_refused<ForeignFile>("another kind of file");
}

TEST_F(OpeningTest, AFolder) {
  std::filesystem::create_directory(file_);
  EXPECT_THAT(message_of<ForeignFile>([&] { Store store(file_); }), HasSubstr("a folder"));
  EXPECT_THAT(message_of<ForeignFile>([&] { Reader reader(file_); }), HasSubstr("a folder"));
}

TEST_F(OpeningTest, AnotherProgramsDatabase) {
  make_results();
  patch(68, std::string("\0\0\0\7", 4));
  expect_refused<ForeignFile>("the database of another program");
}

TEST_F(OpeningTest, ANewerSchema) {
  make_results();
  patch(60, std::string("\0\0\0\5", 4));
  expect_refused<ForeignFile>("has schema 5, this program reads schema 4; use a newer version of it");
}

TEST_F(OpeningTest, AnOlderSchema) {
  make_results();
  patch(60, std::string("\0\0\0\2", 4));
  expect_refused<ForeignFile>("has schema 2, this program reads schema 4; run the experiments again");
  patch(60, std::string("\0\0\0\3", 4));
  expect_refused<ForeignFile>("`scripts/convert-database " + file_.string() + " NEW` makes a database of this schema");
}

TEST_F(OpeningTest, NoSchema) {
  make_results();
  patch(60, std::string("\0\0\0\0", 4));
  expect_refused<ForeignFile>("has schema 0");
}

// With our marks in its header, but another program's tables.
TEST_F(OpeningTest, ForeignTables) {
  {
    SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE mine (a); PRAGMA application_id = 0x4170706f; PRAGMA user_version = 4");
  }
  expect_refused<ForeignFile>("a database with the table mine");
  {
    SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
    database.exec("DROP TABLE mine; CREATE TABLE unit (a)");
  }
  expect_refused<ForeignFile>("the table unit is not the one that this program makes");
}

TEST_F(OpeningTest, AHeaderCutOff) {
  make_results();
  for (const std::size_t length : {99U, 40U, 16U, 7U}) {
    write_bytes(file_, bytes_of(file_).substr(0, length));
    for (const std::string& message :
         {message_of<UserError>([&] { Store store(file_); }), message_of<UserError>([&] { Reader reader(file_); })})
      EXPECT_THAT(message, ::testing::AnyOf(HasSubstr("another kind of file"), HasSubstr("is damaged"))) << length;
  }
}

TEST_F(OpeningTest, ATruncatedDatabase) {
  make_results();
  for (const std::size_t length : {20'000U, 4096U, 1000U}) {
    write_bytes(file_, bytes_of(file_).substr(0, length));
    expect_refused<StoreError>("is damaged");
  }
}

TEST_F(OpeningTest, PagesOverwritten) {
  make_results();
  const std::size_t size = bytes_of(file_).size();
  patch(4096, std::string(size - 4096, '\x5a'));
  const std::string message = message_of<StoreError>([&] {
    const Reader reader(file_);
    static_cast<void>(reader.digest());
  });
  EXPECT_THAT(message, HasSubstr("is damaged"));
  EXPECT_THAT(message_of<StoreError>([&] { Store store(file_); }), HasSubstr("is damaged"));
}

TEST_F(OpeningTest, ASecondWriter) {
  Store first(file_);
  const std::string message = message_of<StoreError>([&] { Store second(file_); });
  EXPECT_EQ(message, file_.string() + " is in use by another run; wait for it or name another database with --db");
  const SmallStudy small(first);
  first.write({small.unit(small.xy2, 0, 10)}, {small.point});
  EXPECT_EQ(Reader(file_).query("SELECT * FROM unit").rows.size(), 1U);
}

TEST_F(OpeningTest, ASecondWriterInAnotherProcess) {
  Store first(file_);
  EXPECT_EQ(in_a_child([&] { return message_of<StoreError>([&] { Store second(file_); }).empty() ? 1 : 0; }), 0);
}

// Under any name, and even if the file no longer has it.
TEST_F(OpeningTest, WhatIsWrittenIsLocked) {
  make_results();
  const auto link = folder_ / "link.sqlite";
  const auto moved = folder_ / "moved.sqlite";
  const auto is_in_use = [](const std::filesystem::path& file) {
    return in_a_child([&] {
             return message_of<StoreError>([&] { Store store(file); }).find("is in use by another run") ==
                            std::string::npos
                        ? 1
                        : 0;
           }) == 0;
  };
  std::filesystem::create_symlink(file_, link);
  const Store store(link);
  EXPECT_TRUE(is_in_use(file_));
  EXPECT_TRUE(is_in_use(link));
  std::filesystem::rename(file_, moved);
  EXPECT_TRUE(is_in_use(moved));
  std::filesystem::rename(moved, file_);
}

TEST_F(OpeningTest, NothingStaysBesideTheDatabase) {
  const auto names = [this] {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      found.push_back(entry.path().filename());
    return found;
  };
  const std::vector<std::string> only{"apportion.sqlite"};
  make_results();
  EXPECT_EQ(names(), only);
  EXPECT_EQ(Reader(file_).query("SELECT * FROM unit").rows.size(), 400U);
  EXPECT_EQ(names(), only);
  static_cast<void>(verify(file_));
  EXPECT_EQ(names(), only);
  auto reader = std::make_unique<Reader>(file_);
  {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 11)}, {});
  }
  EXPECT_EQ(reader->query("SELECT * FROM unit").rows.size(), 400U);
  reader.reset();
  EXPECT_EQ(names(), only);
}

// Writing to the link would write to its target.
TEST_F(OpeningTest, ALogThatIsALink) {
  make_results();
  const auto elsewhere = folder_ / "elsewhere";
  const auto link = folder_ / "link.sqlite";
  std::filesystem::create_symlink(file_, link);
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    std::filesystem::create_symlink(elsewhere, file_.string() + ending);
    for (const auto& file : {file_, link}) {
      EXPECT_THAT(message_of<ForeignFile>([&] { Store store(file); }), HasSubstr(std::string(ending) + " is a link"));
      EXPECT_THAT(message_of<ForeignFile>([&] { Reader reader(file); }), HasSubstr(std::string(ending) + " is a link"));
    }
    std::filesystem::remove(file_.string() + ending);
  }
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
}

TEST_F(OpeningTest, ADevice) {
  std::filesystem::create_symlink("/dev/full", file_);
  EXPECT_THAT(message_of<ForeignFile>([&] { Store store(file_); }), HasSubstr("a device or a pipe"));
  EXPECT_THAT(message_of<ForeignFile>([&] { Reader reader(file_); }), HasSubstr("a device or a pipe"));
}

TEST_F(OpeningTest, TheLockGoesWithTheStore) {
  { Store first(file_); }
  Store second(file_);
  Store moved = std::move(second);
  EXPECT_THROW(Store third(file_), StoreError);
}

TEST_F(OpeningTest, AKilledWriterLosesNothingThatItCommitted) {
  const int status = in_a_child([&] {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
    return raise(SIGKILL);
  });
  EXPECT_EQ(status, -SIGKILL);
  EXPECT_EQ(Reader(file_).query("SELECT * FROM unit").rows.size(), 1U);
  Store store(file_);
  const SmallStudy small(store);
  EXPECT_EQ(store.units(small.point).size(), 1U);
}

// A limit on the size of files acts like a full disk: the same writes of SQLite fail at the same place.
TEST_F(OpeningTest, ADiskThatFills) {
  const int status = in_a_child([&] {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{600'000, 600'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::vector<UnitResult> many;
    for (std::int64_t chunk = 1; chunk < 20'000; ++chunk) many.push_back(small.unit(small.xy2, chunk, 10));
    const std::string message = message_of<StoreError>([&] { store.write(many, {small.point}); });
    const bool clear = message.find("disk is full") != std::string::npos &&
                       message.find("what was committed is kept") != std::string::npos;
    return clear && store.units(small.point).size() == 1 ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Reader(file_).query("SELECT * FROM unit").rows.size(), 1U);
  Store store(file_);
  const SmallStudy small(store);
  store.write({small.unit(small.xy2, 1, 10)}, {small.point});
  EXPECT_EQ(store.units(small.point).size(), 2U);
}

TEST_F(OpeningTest, AFolderThatMayNotBeWritten) {
  make_results();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
  const std::string before = bytes_of(file_);
  const int status = in_a_child([&] {
    become_an_ordinary_user();
    if (Reader(file_).query("SELECT * FROM unit").rows.size() != 400) return 1;
    if (message_of<StoreError>([&] { Store store(file_); }).find("cannot be") == std::string::npos) return 2;
    const auto other = folder_ / "new.sqlite";
    if (message_of<StoreError>([&] { Store store(other); }).find("cannot be") == std::string::npos) return 3;
    const auto deeper = folder_ / "new/new.sqlite";
    return message_of<StoreError>([&] { Store store(deeper); }).find("there is no folder") == std::string::npos ? 4 : 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(bytes_of(file_), before);
}

TEST_F(OpeningTest, AFileThatMayNotBeWritten) {
  make_results();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0777});
  std::filesystem::permissions(file_, std::filesystem::perms{0444});
  const int status = in_a_child([&] {
    become_an_ordinary_user();
    const std::string message = message_of<StoreError>([&] {
      Store store(file_);
      const SmallStudy small(store);
    });
    return message.find("read-only") == std::string::npos ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(OpeningTest, AFileThatMayNotBeRead) {
  make_results();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755});
  std::filesystem::permissions(file_, std::filesystem::perms{0000});
  const int status = in_a_child([&] {
    become_an_ordinary_user();
    return message_of<StoreError>([&] { Reader reader(file_); }).find("cannot be opened") == std::string::npos ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace apportion::results
