// Damaged files of a collection: each reader of instances/ refuses them in one line, whatever the damage.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "experiments/instances/collection.hpp"
#include "results/database/digest.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/tiny_collection.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

// The replacement of a file; nothing for a folder.
struct Damage {
  std::string name;
  std::optional<std::string> text;
};

class DamagedCollectionTest : public ProgramTest {
 protected:
  void SetUp() override {
    write_collection(path("instances"), tiny_instances());
    const instances::Collection collection(path("instances"));
    std::vector<instances::Score> scores;
    for (const instances::Instance& instance : collection.instances())
      scores.push_back({.family = instance.family->name,
                        .method = instance.method,
                        .instance = instance.name,
                        .value = instance.value,
                        .seconds = 1.5});
    write("instances/scores.csv", instances::scores_text(collection, scores));
  }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path("instances")))
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), path("instances")).string());
    std::ranges::sort(files);
    return files;
  }

  // Reads all that the rest of the program reads.
  void read_all() const {
    const instances::Collection collection(path("instances"));
    const std::vector<instances::Score> scores = read_scores(collection);
    static_cast<void>(method_rows(collection, scores));
    static_cast<void>(gap_rows(collection));
    for (const instances::Instance& instance : collection.instances())
      static_cast<void>(collection.current(instance, collection.problem(instance)));
  }

  // The error's line; "" if there is no error.
  [[nodiscard]] std::string refusal_with(const std::string& file, const Damage& damage) const {
    const fs::path place = path("instances") / file;
    const std::string whole = read("instances/" + file);
    if (damage.text)
      write("instances/" + file, *damage.text);
    else
      fs::remove(place), fs::create_directory(place);
    std::string message = message_of<UserError>([this] { read_all(); });
    fs::remove(place);
    write("instances/" + file, whole);
    EXPECT_EQ(message.find('\n'), std::string::npos) << file << " " << damage.name << ": " << message;
    return message;
  }
};

std::vector<Damage> cut_at_tenths(const std::string& whole) {
  std::vector<Damage> damages;
  for (std::size_t tenth = 0; tenth < 10; ++tenth)
    damages.push_back({fmt::format("cut at {}/10", tenth), whole.substr(0, whole.size() * tenth / 10)});
  return damages;
}

// The text with each of its first numbers replaced in turn.
std::vector<Damage> with_numbers(const std::string& whole) {
  constexpr std::size_t most = 5;
  std::vector<Damage> damages;
  std::size_t found = 0;
  for (std::size_t i = 1; i < whole.size() && found < most; ++i) {
    if (std::isdigit(static_cast<unsigned char>(whole[i])) == 0 ||
        std::string(",:[").find(whole[i - 1]) == std::string::npos)
      continue;
    ++found;
    const std::size_t end = whole.find_first_of(",]}\n", i);
    for (const char* number : {"-1", "1e300", "1e999", "4000000000", "99999999999999999999", "0.5", "\"\""})
      damages.push_back({fmt::format("{} at byte {}", number, i), whole.substr(0, i) + number + whole.substr(end)});
  }
  return damages;
}

TEST_F(DamagedCollectionTest, IsRefusedWhereAFileIsCutOffOrAnotherOne) {
  const std::vector<std::string> all = files();
  // Problems and solutions of four families of the core and of those of extensions, the index and the scores.
  const std::vector<std::string> may_lack{"boxes", "cells", "shardings"};
  const auto extensions =
      std::ranges::count_if(may_lack, [](const std::string& name) { return problems::find_family(name) != nullptr; });
  ASSERT_EQ(all.size(), 10U + 2 * static_cast<std::size_t>(extensions));
  for (const std::string& file : all) {
    std::vector<Damage> damages = cut_at_tenths(read("instances/" + file));
    damages.push_back({"a folder", std::nullopt});
    for (const std::string& other : all)
      if (other != file) damages.push_back({other, read("instances/" + other)});
    const bool may_lack_lines = file == "scores.csv" || file == "index.csv";
    for (const Damage& damage : damages) {
      const std::string message = refusal_with(file, damage);
      if (damage.name.starts_with("cut") && may_lack_lines && message.empty()) continue;
      EXPECT_THAT(message, HasSubstr(file)) << damage.name;
    }
  }
}

TEST_F(DamagedCollectionTest, IsRefusedOrReadWhereNumbersAreOthers) {
  for (const std::string& file : files())
    for (const Damage& damage : with_numbers(read("instances/" + file))) static_cast<void>(refusal_with(file, damage));
}

// The checksums of the index are those of the damaged problems.
TEST_F(DamagedCollectionTest, IsRefusedWhereProblemsHaveOtherNumbersThanTheirSolutions) {
  const std::string index = read("instances/index.csv");
  for (const TinyInstance& instance : tiny_instances()) {
    const std::string file = "instances/problems/" + instance.family + ".jsonl";
    const std::string whole = read(file);
    const std::string problem = instances::member_in(whole, {instance.name, "problem"}).value();
    for (const Damage& damage : with_numbers(problem)) {
      std::string sums = index;
      const std::string sum = results::sha256(problem + "\n");
      sums.replace(sums.find(sum), sum.size(), results::sha256(*damage.text + "\n"));
      write("instances/index.csv", sums);
      write(file, instances::with_member(whole, {instance.name, "problem"}, *damage.text));
      const std::string message = message_of<UserError>([this] { read_all(); });
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
    write(file, whole);
    write("instances/index.csv", index);
  }
}

TEST_F(DamagedCollectionTest, IsRefusedByEachCommand) {
  const std::string another = read("instances/solutions/rectangles.jsonl");
  for (const std::string file : {"index.csv", "scores.csv", "problems/grids.jsonl", "solutions/grids.jsonl"}) {
    const std::string whole = read("instances/" + file);
    for (const Damage& damage : {Damage{"cut", whole.substr(0, whole.size() / 2)}, Damage{"another", another},
                                 Damage{"a folder", std::nullopt}}) {
      fs::remove_all(path("instances") / file);
      if (damage.text)
        write("instances/" + file, *damage.text);
      else
        fs::create_directory(path("instances") / file);
      for (const Words& command : {Words{"score", "XY2"}, Words{"score", "--repair"}, Words{"check", "instances"}}) {
        const Outcome outcome = call(command);
        EXPECT_LE(outcome.status, 2) << file << " " << damage.name << " " << command.back();
        EXPECT_TRUE(outcome.status < 2 || std::ranges::count(outcome.err, '\n') == 1) << outcome.err;
      }
    }
    fs::remove_all(path("instances") / file);
    write("instances/" + file, whole);
  }
}

}  // namespace
}  // namespace apportion::testing_support
