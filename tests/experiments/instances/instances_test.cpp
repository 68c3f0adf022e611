// The collection of instances: its files, refusals, and scores.
#include <fstream>

#include "experiments/instances/collection.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/tiny_collection.hpp"

namespace apportion::instances {
namespace {

using testing_support::bytes_of;

class InstancesTest : public ::testing::Test {
 protected:
  void SetUp() override { testing_support::write_collection(folder_.path(), testing_support::tiny_instances()); }

  // The error about the index, or the solutions, with one piece of a file replaced.
  [[nodiscard]] std::string refusal(const std::string& name, const std::string& old_piece,
                                    const std::string& new_piece) const {
    const std::string whole = bytes_of(folder_ / name);
    std::string text = whole;
    const std::size_t place = text.find(old_piece);
    EXPECT_NE(place, std::string::npos) << old_piece;
    write(name, text.replace(place, old_piece.size(), new_piece));
    std::string message = message_of([this] {
      const Collection collection(folder_.path());
      static_cast<void>(read_scores(collection));
      for (const Instance& instance : collection.instances())
        static_cast<void>(collection.current(instance, collection.problem(instance)));
    });
    write(name, whole);
    return message;
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  testing_support::TemporaryFolder folder_;
};

Score score_of(const std::string& method, const Instance& instance, std::optional<double> value) {
  return {.family = instance.family->name,
          .method = method,
          .revision = 2,
          .instance = instance.name,
          .value = value,
          .seconds = .5,
          .refusal = value ? "" : "too large"};
}

TEST_F(InstancesTest, EveryFamilyReadsItsStoredSolutions) {
  const Collection collection(folder_.path());
  ASSERT_EQ(collection.instances().size(), testing_support::tiny_instances().size());
  for (const Instance& instance : collection.instances())
    EXPECT_EQ(collection.current(instance, collection.problem(instance)).fields, instance.fields) << instance.name;
}

TEST_F(InstancesTest, ThoseOfAnExtensionThatIsNotBuiltInAreLeftOut) {
  write("solutions/tilings.jsonl", "");
  std::string index = bytes_of(folder_.path() / "index.csv");
  write("index.csv", index.replace(index.find(",programs,"), 10, ",tilings,"));
  const Collection collection(folder_.path());
  EXPECT_EQ(collection.instances().size(), testing_support::tiny_instances().size() - 1);
  EXPECT_THAT(message_of([&] { collection.require_whole(); }),
              HasSubstr("has tilings, which this program is built without"));
}

TEST_F(InstancesTest, DamagedFilesAreRefusedByName) {
  const struct {
    std::string file, old_piece, new_piece, message;
  } cases[] = {
      {"index.csv", "name,family", "name,kind", "index.csv, line 1: the columns must be name,family,size"},
      {"index.csv", "\nrectangles-4,", "\nrectangles 4,", "index.csv, line 2, column name: 'rectangles 4' is wrong"},
      {"index.csv", "\ngrids-8,", "\ngrids-6,", "line 4, column name: 'grids-6' is wrong; it must be another one"},
      {"index.csv", ",grids,", ",grid,", "line 3, column family: 'grid' is wrong; it must be a kind of problem"},
      {"index.csv", "grids-6,grids,1,,,", "grids-6,grids,1,0,,",
       "line 3, column processors: '0' is wrong; it must be at least 1"},
      {"index.csv", "grids-6,grids,1,,,", "grids-6,grids,1,,x,",
       "line 3, column ratio: 'x' is wrong; it must be a number"},
      {"index.csv", ",total,195,", ",total,0,", "line 2, column value: '0' is wrong; it must be above 0"},
      {"index.csv", ",total,195,", ",total,195x,", "line 2, column value: '195x' is wrong; it must be a number"},
      {"index.csv", "XY2,,1,1,", "XY2,,0,1,", "line 2, column revision: '0' is wrong"},
      {"index.csv", ",,,open,", ",196,me,open,",
       "line 2, column bound: '196' is wrong; it must be at most the value of rectangles-4, 195"},
      {"index.csv", ",open,", ",solved,", "column status: 'solved' is wrong; it must be optimal or open"},
      {"index.csv", ",open,2026-01-31\n", ",open\n", "line 2: 16 fields of the 17 columns; date is missing"},
      {"index.csv", ",open,2026", ",\"open,2026", "line 2: a quote is not closed"},
      {"index.csv", ",total,195,", ",sum,195,",
       "solutions/rectangles.jsonl, rectangles-4 is no solution: the answer has no 'sum'"},
      {"index.csv", ",total,195,", ",total,194,",
       "rectangles.jsonl, rectangles-4 is not the solution of the index: its total is 195, not 194; "
       "`apportion score --repair` writes the index anew"},
      {"problems/grids.jsonl", "20", "21", "problems/grids.jsonl, grids-6: its SHA-256 is "},
      {"problems/grids.jsonl", "grids-6", "grids-7",
       "problems/grids.jsonl, grids-6: there is no line with this problem"},
      {"problems/grids.jsonl", "6]}}\n", "6]}\n", "problems/grids.jsonl, grids-6: its SHA-256 is "},
      {"solutions/grids.jsonl", R"("solution":{)", R"("solution":[)", "grids.jsonl, grids-6 is no solution: "},
      {"solutions/grids.jsonl", "grids-6", "grids-7",
       "solutions/grids.jsonl, grids-6: there is no line with this solution"}};
  for (const auto& each : cases)
    EXPECT_THAT(refusal(each.file, each.old_piece, each.new_piece), HasSubstr(each.message));
  // An empty file, a truncated one, and a missing one.
  const std::string solutions = bytes_of(folder_ / "solutions/grids.jsonl");
  for (std::size_t tenth = 0; tenth < 10; ++tenth) {
    write("solutions/grids.jsonl", solutions.substr(0, solutions.size() * tenth / 10));
    EXPECT_THAT(refusal("index.csv", "2026", "2027"), HasSubstr("grids-"));
  }
  std::filesystem::remove(folder_ / "solutions/grids.jsonl");
  EXPECT_THAT(refusal("index.csv", "2026", "2027"), HasSubstr("solutions/grids.jsonl cannot be read: No such"));
  std::filesystem::create_directory(folder_ / "solutions/grids.jsonl");
  EXPECT_THAT(refusal("index.csv", "2026", "2027"), HasSubstr("solutions/grids.jsonl"));
}

TEST_F(InstancesTest, ScoresAreReadBackAndThoseOfOtherProblemsAreNot) {
  const Collection collection(folder_.path());
  const Instance& first = collection.instances().front();
  std::vector<Score> scores{score_of("A[b=1,c]", first, 0.1), score_of("Z", first, {}), score_of("Z", first, 7)};
  write("scores.csv", scores_text(collection, scores));
  const std::vector<Score> read = read_scores(collection);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].method, "A[b=1,c]");
  EXPECT_EQ(read[0].value, 0.1);
  EXPECT_EQ(read[1].value, 7);
  EXPECT_THAT(refusal("scores.csv", ",7,", ",,"), HasSubstr("scores.csv, line 3, column refusal: '' is wrong"));
  EXPECT_THAT(refusal("scores.csv", ",2,", ",two,"), HasSubstr("scores.csv, line 2, column revision: 'two'"));
  std::string other = bytes_of(folder_ / "scores.csv");
  write("scores.csv", other.replace(other.find(first.field("sha256").substr(0, 8)), 8, "00000000"));
  EXPECT_EQ(read_scores(collection).size(), 1U);
}

TEST_F(InstancesTest, WholeValuesAreComparedExactlyAndOthersWithinRounding) {
  EXPECT_TRUE(is_better(198479600173, 198479600174));
  EXPECT_FALSE(is_better(0.5, 0.5 + 1e-10));
  EXPECT_TRUE(is_better(0.5, 0.5 + 1e-8));
}

TEST_F(InstancesTest, SharesAreOfAllInstancesAndMeansOfThoseSolved) {
  const Collection collection(folder_.path());
  const Instance& one = collection.instances()[1];
  const Instance& other = collection.instances()[2];
  const std::vector<Score> scores{score_of("B", one, one.value * 1.005), score_of("B", other, {}),
                                  score_of("A", one, one.value * 4), score_of("A", other, other.value)};
  const results::Rows rows = method_rows(collection, scores);
  using Row = std::vector<results::Value>;
  const std::int64_t two = 2;
  EXPECT_THAT(rows.rows, ElementsAre(Row{"grids", "B", two, two, std::int64_t{1}, 1.005, 0.0, 50.0, 0.0, 1.0},
                                     Row{"grids", "A", two, two, std::int64_t{0}, 2.0, 50.0, 50.0, 0.0, 1.0}));
  const results::Rows profile = profile_rows(collection, scores, "grids");
  ASSERT_EQ(profile.rows.size(), 22U);
  EXPECT_EQ(profile.rows.front(), (Row{"A", "0 %", 50.0}));
  EXPECT_EQ(profile.rows[14], (Row{"B", "0.5 %", 50.0}));
}

TEST_F(InstancesTest, AnImprovementIsTheLineThatTheIndexShouldHave) {
  Collection collection(folder_.path());
  Instance grid = collection.instances()[1];
  grid.bound = grid.value - 2;
  Score score = score_of("best[by=real]", grid, grid.value - 1);
  EXPECT_THAT(improved(grid, score, "2026-02-01")->line(), HasSubstr(",best,by=real,2,1,,,open,2026-02-01"));
  score.value = grid.bound;
  EXPECT_THAT(improved(grid, score, "2026-02-01")->line(), HasSubstr(",optimal,2026-02-01"));
  score.value = grid.value;
  EXPECT_FALSE(improved(grid, score, "2026-02-01"));
  score.is_proven = true;
  EXPECT_THAT(improved(grid, score, "2026-02-01")->line(),
              AllOf(HasSubstr(",proposed,,1,1,"), HasSubstr(",best[by=real],optimal,2026-02-01")));
  score.value = grid.value - 3;
  EXPECT_THAT(message_of([&] { static_cast<void>(improved(grid, score, "")); }),
              HasSubstr("grids-6: best[by=real] gives "));
}

// Parts of two rectangles have a shorter boundary.
TEST_F(InstancesTest, APartOfSeveralRectanglesIsNoSolution) {
  const Collection collection(folder_.path());
  const Instance& rectangles = collection.instances().front();
  const problems::Json problem = collection.problem(rectangles);
  // The part of processor 0, a rectangle, cut in two.
  problems::Json answer = problems::parse_json(
      member_in(bytes_of(collection.solutions_file("rectangles")), {"rectangles-4", "solution"}).value());
  problems::Json& boxes = answer["rectangles"];
  problems::Json half = boxes[0];
  half["rows"] = half["rows"].get<double>() / 2;
  boxes[0]["row"] = half["row"].get<double>() + half["rows"].get<double>();
  boxes[0]["rows"] = half["rows"];
  boxes.push_back(half);
  EXPECT_THAT(message_of([&] { static_cast<void>(Collection::computed_value(rectangles, problem, answer.dump())); }),
              HasSubstr("the part of processor 0 is not one rectangle"));
}

// The state between the two steps of an update.
TEST_F(InstancesTest, ASolutionThatIsBetterThanTheIndexSaysCompletesTheIndex) {
  const Collection collection(folder_.path());
  const Instance& rectangles = collection.instances().front();
  const problems::Json problem = collection.problem(rectangles);
  const Scored best = scored(rectangles, problem, *method_of(*rectangles.family, "BEST"));
  const std::string solution = with_finding(best.answer, finding_of(best.score, "2026-02-01"));
  write("solutions/rectangles.jsonl", with_member("", {"rectangles-4", "solution"}, solution));
  const Instance now = collection.current(rectangles, problem);
  EXPECT_EQ(now.line(), improved(rectangles, best.score, "2026-02-01")->line());
  EXPECT_FALSE(now.is_open);
  // The member "found" of a later answer replaces an earlier one.
  EXPECT_EQ(problems::parse_json(with_finding(solution, finding_of(best.score, "2026-02-01"))),
            problems::parse_json(solution));
}

}  // namespace
}  // namespace apportion::instances
