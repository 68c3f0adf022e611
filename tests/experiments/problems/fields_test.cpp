// Properties of every field of every family: one record makes option, key, usage, help, completion and axis.
#include "experiments/problems/common/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "experiments/cli/commands.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

using ::testing::Contains;

/// A value as text of the option, and as value of the key.
struct Sample {
  std::string option;
  Json json;
};
using Samples = std::map<std::string, Sample>;

std::string written(const std::string& name, const std::string& content) {
  std::string path = ::testing::TempDir() + "fields_test_" + name;
  std::ofstream(path) << content;
  return path;
}

Sample named(const std::string& text) { return {text, text}; }
Sample of_list(const std::string& text) { return {text, Json::parse("[" + text + "]")}; }
Sample structured(const std::string& text) { return {text, Json::parse(text)}; }

// Values that do not follow from the records, by the fields' names.
Samples special_samples() {
  return {{"algorithm", {}},
          {"rows", {"2", 2}},
          {"columns", {"3", 3}},
          {"weights", of_list("3,1,2")},
          {"cluster", named(written("cluster.csv", "name,speed\na,3\nb,1\nc,2\n"))},
          {"loads", structured("[[1,2,0],[3,4,5]]")},
          {"mask", structured("[[0,0,1,1]]")},
          {"land", named("<= 0")},
          {"edges", {"1x3", Json::parse("[1,3]")}},
          {"performances", of_list("3,1,2")},
          {"block", of_list("20,30")},
          {"m", {"12", 12}},
          {"n", {"18", 18}},
          {"p", {"12", 12}},
          {"M", {"4", 4}},
          {"N", {"3", 3}},
          {"Q", {"2", 2}},
          {"o", {"6", 6}},
          {"distribution", named("linear(12,4) x wrap(18,3)")},
          {"parameters", {"n=64", Json::parse(R"({"n":64})")}},
          {"imbalance", named("1%")},
          {"underload", named("any")},
          {"spread", named("10%")},
          {"previous", structured("[[0,1,2],[0,1,2]]")},
          {"cell-memory", structured("[[1,2,1]]")},
          {"together", structured("[[0,1,0],[0,1,0]]")},
          {"depths", structured("[[1,1,1],[1,0,1]]")},
          {"layout", of_list("3,2")},
          {"processors", {"6", 6}},
          {"latency-time", named("1.3us")},
          {"iterations", {"2", 2}},
          {"size", {"24", 24}}};
}

Sample sample_of(const Field& field, const ProblemFamily& family) {
  static const Samples special = special_samples();
  if (field.name == "algorithm") {
    const std::string name = field.fallback == "BEST" ? "RecursiveBisection" : field.fallback;
    return named(family.name == "cells" ? "BEST[effort=quick]" : name);
  }
  if (field.name == "processors" && family.name != "layouts") return {"3", 3};
  if (const auto found = special.find(field.name); found != special.end()) return found->second;
  if (field.kind == FieldKind::flag) return {"", true};
  if (field.words != nullptr) return named(field.words().front());
  if (field.kind == FieldKind::text) return named("1");
  const std::string number = field.fallback.empty() ? "1" : field.fallback;
  return {number, Json::parse(number)};
}

/// One problem as options and as JSON.
struct Given {
  OptionValues options;
  Json json = Json::object();
};

const std::map<std::string, std::vector<std::string>>& base_fields() {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"rectangles", {"rows", "columns", "weights", "algorithm"}},
      {"cells", {"rows", "columns", "weights", "algorithm"}},
      {"grids", {"edges", "performances", "block"}},
      {"graphs", {}},
      {"programs", {}},
      {"distributions", {"o", "m", "n", "p"}},
      {"layouts", {"rows", "columns", "processors"}},
      {"timeline", {"network"}}};
  return all;
}

void add(const Field& field, const ProblemFamily& family, Given& given) {
  const Sample sample = sample_of(field, family);
  if (field.kind == FieldKind::flag)
    given.options.add(field.name, {});
  else
    given.options.add(field.name, {sample.option});
  given.json[key_of(field)] = sample.json;
}

// Adds the fields given in different ways by options and by JSON.
void add_whole(const ProblemFamily& family, Given& given) {
  const auto add_file = [&](const std::string& option, const std::string& text) {
    given.options.add(option, {written(option + ".json", text)});
    given.json = Json::parse(text);
  };
  if (family.name == "graphs") add_file("graph", R"({"candidates":["a"],"nodes":[{"cost":[1]}],"edges":[]})");
  if (family.name == "programs")
    add_file("program", R"({"rank":1,"processors":2,"parameters":{"n":8},"objects":{"x":{"axes":[{"extent":"n"}]}},)"
                        R"("nodes":[{"name":"1","object":"x"}]})");
  if (family.name == "timeline") {
    const Json problem = Json::parse(R"({"rows":60,"columns":80,"weights":[3,1,2],"algorithm":"XY2"})");
    given.json["problem"] = problem;
    for (const auto& [option, value] : std::map<std::string, std::string>{
             {"rows", "60"}, {"columns", "80"}, {"weights", "3,1,2"}, {"algorithm", "XY2"}})
      given.options.add(option, {value});
  }
}

bool excludes(const Field& one, const Field& other) {
  const auto top = [](const Field& field) { return field.branch.substr(0, field.branch.find('/')); };
  return !one.branch.empty() && !other.branch.empty() && top(one) != top(other);
}

Given problem_with(const ProblemFamily& family, const Field& field) {
  Given given;
  add_whole(family, given);
  for (const std::string& name : base_fields().at(family.name)) {
    // Only the default continues with a search, and finds parts that are wide enough.
    if ((field.name == "seconds" || field.name == "min-width") && name == "algorithm") continue;
    // A field for one row alone, and the memory of cells for a cluster with memory.
    const bool is_of_memory = field.name == "cell-memory";
    if (is_of_memory && name == "weights") continue;
    if ((is_of_memory || field.name == "keep-order") && name == "rows") {
      given.options.add(name, {"1"});
      given.json[name] = 1;
      continue;
    }
    const Field& base = field_named(family.fields(), name);
    if (base.name != field.name && !excludes(base, field)) add(base, family, given);
  }
  if (field.name == "bytes-per-cell" || field.name == "cell-memory") {
    const std::string file =
        written("memory.csv", field.name == "cell-memory" ? "name,speed,memory[cells]\na,3,4\nb,1,\nc,2,4\n"
                                                          : "name,speed,memory[GB]\na,3,1e-6\nb,1,\nc,2,1e-6\n");
    given.options.add("cluster", {file});
    given.json["cluster"] = file;
  }
  if (field.name == "perturb") add(field_named(family.fields(), "spread"), family, given);
  if (field.name == "missing") add(field_named(family.fields(), "mask"), family, given);
  if (!field.needs.empty() && !given.options.has(field.needs))
    add(field_named(family.fields(), field.needs), family, given);
  add(field, family, given);
  return given;
}

const std::vector<ProblemFamily>& own_families() {
  static const std::vector<ProblemFamily> own = [] {
    std::vector<ProblemFamily> all;
    for (const ProblemFamily& family : families())
      if (base_fields().contains(family.name)) all.push_back(family);
    return all;
  }();
  return own;
}

bool is_size_of_matrices(const Field& field) { return field.branch == "grid"; }

TEST(Fields, AreTakenAsOptionAndAsKeyWithTheSameAnswer) {
  for (const auto& [name, fields] : base_fields())
    EXPECT_TRUE(find_family(name) != nullptr || name == "cells" || name == "layouts") << name;
  for (const ProblemFamily& family : own_families())
    for (const Field& field : family.fields()) {
      if (field.place != FieldPlace::everywhere || is_size_of_matrices(field)) continue;
      SCOPED_TRACE(family.name + " " + field.name);
      const Given given = problem_with(family, field);
      std::string by_options;
      ASSERT_NO_THROW(by_options = family.solve({family.fields(), given.options}));
      std::string by_line;
      ASSERT_NO_THROW(by_line = solve_line(family, given.json.dump()));
      EXPECT_EQ(by_options, by_line);
    }
}

TEST(Fields, OutOfTheirRangeAreRefusedByNameAndRange) {
  for (const ProblemFamily& family : own_families())
    for (const Field& field : family.fields()) {
      if (field.kind != FieldKind::real && field.kind != FieldKind::whole) continue;
      SCOPED_TRACE(family.name + " " + field.name);
      EXPECT_LT(field.least, field.most);
      for (const double value : {field.least - 1, 2 * field.most}) {
        SCOPED_TRACE(value);
        Given given = problem_with(family, field);
        OptionValues options;
        options.add(field.name, {fmt::format("{:.0f}", value)});
        for (const Field& other : family.fields())
          if (other.name != field.name && given.options.has(other.name))
            options.add(other.name, {given.options.text(other.name)});
        EXPECT_THAT(message_of([&] { (void)FieldValues(family.fields(), options); }),
                    AllOf(HasSubstr("--" + field.name + " is "), HasSubstr(range_of(field))));
        if (field.place != FieldPlace::everywhere) continue;
        given.json[key_of(field)] = value;
        EXPECT_THAT(message_of([&] { (void)FieldValues(family.fields(), given.json, family.place); }),
                    AllOf(HasSubstr(key_of(field) + " is "), HasSubstr(range_of(field))));
      }
    }
}

TEST(Fields, StandInUsageHelpManualAndCompletion) {
  const std::string completion = cli::completion_script();
  for (const cli::Command& command : cli::commands())
    for (const cli::Topic& topic : command.topics) {
      if (topic.usage.empty()) continue;
      const ProblemFamily& family = *find_family(topic.name);
      const std::string help = cli::topic_help(command, topic);
      for (const Field& field : command.name == "evaluate" ? fields_to_evaluate(family) : family.fields()) {
        SCOPED_TRACE(command.name + " " + topic.name + " " + field.name);
        EXPECT_FALSE(field.what.empty());
        if (field.place == FieldPlace::key) continue;
        EXPECT_THAT(topic.usage.front(), HasSubstr("--" + field.name));
        EXPECT_THAT(help, HasSubstr("--" + field.name));
        EXPECT_THAT(completion, HasSubstr("--" + field.name));
        if (field.words == nullptr) continue;
        for (const std::string& word : field.words()) EXPECT_THAT(completion, HasSubstr(word));
      }
    }
}

TEST(Fields, OfOneNameAreAllSwitchesOrNone) {
  std::map<std::string, bool> flags;
  for (const ProblemFamily& family : families())
    for (const Field& field : family.fields()) {
      const bool is_flag = field.kind == FieldKind::flag;
      EXPECT_EQ(flags.emplace(field.name, is_flag).first->second, is_flag) << family.name << " " << field.name;
    }
}

TEST(Fields, AreTheAxesOfStudies) {
  std::size_t axes = 0;
  for (const ProblemFamily& family : own_families()) {
    if (family.sweep == nullptr) continue;
    const engine::Experiment experiment = default_sweep(family);
    for (const Field& field : family.fields()) {
      const auto axis = std::ranges::find(experiment.axes, field.name, &engine::Axis::name);
      if (!field.role || axis == experiment.axes.end()) continue;
      ++axes;
      EXPECT_EQ(axis->least, field.least) << family.name << " " << field.name;
      EXPECT_EQ(axis->most, field.most) << family.name << " " << field.name;
      EXPECT_EQ(axis->role, *field.role) << family.name << " " << field.name;
    }
  }
  EXPECT_EQ(axes, find_family("cells") == nullptr ? 4U : 6U)
      << "rows and latency of rectangles and of cells, block, rho";
}

TEST(Fields, MakeTheUsage) {
  const std::vector<Field> fields = {{.name = "rows", .value = "M", .required = true},
                                     {.name = "list", .value = "L", .required = true, .branch = "list"},
                                     {.name = "file", .value = "F", .required = true, .branch = "file"},
                                     {.name = "net", .value = "N"},
                                     {.name = "at", .value = "P", .needs = "net"},
                                     {.name = "whole", .kind = FieldKind::flag},
                                     {.name = "part", .place = FieldPlace::key}};
  EXPECT_EQ(usage_of(fields), "--rows M {--list L | --file F} [--net N [--at P]] [--whole]");
}

TEST(Fields, SayWhatIsMissingAndWhatExcludesWhat) {
  const std::vector<Field>& fields = find_family("rectangles")->fields();
  const auto refused = [&fields](const std::string& json) {
    return message_of([&] { (void)FieldValues(fields, Json::parse(json)); });
  };
  EXPECT_EQ(refused(R"({"rows":2,"columns":3})"),
            "weights is missing; a problem needs rows, columns, weights or cluster or processors");
  EXPECT_EQ(refused(R"({"rows":2,"columns":3,"weights":[1],"processors":2})"),
            "processors and weights exclude each other");
  EXPECT_EQ(refused(R"({"rows":2,"columns":3,"weights":[1],"cluster":"c.csv"})"),
            "cluster and weights exclude each other");
  EXPECT_EQ(refused(R"({"rows":2,"columns":3,"weights":[1],"startup":"cpu"})"), "startup needs network");
  EXPECT_EQ(refused(R"({"rows":2,"columns":3,"weights":[1],"latency":-1})"),
            "latency is -1; it must be a number from 0 to 1000000000000");
  EXPECT_EQ(refused(R"({"rows":2,"columns":3,"weights":[1],"seed":1.5})"),
            "seed is 1.5; it must be a whole number from 0 to 1000000000000000");
}

TEST(Fields, OfListsSayHowOftenAnEntryStandsInThem) {
  const std::vector<Field>& fields = find_family("rectangles")->fields();
  const auto weights = [&fields](const std::string& rest) {
    const FieldValues given(fields, Json::parse(R"({"rows":2,"columns":3,)" + rest + "}"));
    return given["weights"].json().dump();
  };
  EXPECT_EQ(weights(R"x("weights":"3*1,2*(4,2)")x"), "[1.0,1.0,1.0,4.0,2.0,4.0,2.0]");
  EXPECT_EQ(weights(R"("processors":3)"), "[1.0,1.0,1.0]");
  OptionValues options;
  options.add("rows", {"2"});
  options.add("columns", {"2"});
  options.add("processors", {"2"});
  EXPECT_EQ(FieldValues(fields, options)["weights"].json().dump(), "[1.0,1.0]");
}

// Stored answers, and programs of others, depend on these numbers.
TEST(SolvingStream, IsThatOfBeforeAtTheDefaultSeed) {
  RandomStream stream = solving_stream("grid", "optimal", default_seed);
  RandomStream before(1, "solve grid|optimal");
  const std::uint64_t first = before();
  EXPECT_EQ(stream(), first);
  RandomStream another = solving_stream("grid", "optimal", 2);
  EXPECT_NE(another(), first);
}

}  // namespace
}  // namespace apportion::problems
