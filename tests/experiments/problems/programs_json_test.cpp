// Program descriptions as JSON: the example of docs/program-format.md, expressions, and errors that name the place.
#include "experiments/problems/programs/solve.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/documentation.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"

namespace apportion::problems {
namespace {

using Json = nlohmann::json;

Json example() { return Json::parse(testing_support::json_example("docs/program-format.md")); }

TEST(ProgramsJson, TheDocumentedExampleIsTheAdiGraph) {
  const ProgramQuestion question = parse_program_question(testing_support::json_example("docs/program-format.md"));
  const AlignmentGraph built = build_graph(question.program).graph;
  const AlignmentGraph printed = adi_graph(10);
  EXPECT_EQ(built.rho, printed.rho);
  EXPECT_EQ(built.candidates, (std::vector<std::string>{"4x1/2x*", "2x2/4x4", "1x4/*x2"}));
  ASSERT_EQ(built.size(), printed.size());
  for (std::size_t v = 0; v < built.size(); ++v) EXPECT_EQ(built.nodes[v].costs, printed.nodes[v].costs) << v;
  ASSERT_EQ(built.edges.size(), printed.edges.size());
  for (std::size_t e = 0; e < built.edges.size(); ++e) {
    SCOPED_TRACE(e);
    EXPECT_EQ(built.edges[e].u, printed.edges[e].u);
    EXPECT_EQ(built.edges[e].v, printed.edges[e].v);
    EXPECT_EQ(built.edges[e].weight, printed.edges[e].weight);
  }
}

TEST(ProgramsJson, AnswersFollowTheThreshold) {
  Json program = example();
  program["machine"]["rho"] = 39;
  EXPECT_EQ(solve(parse_program_question(program.dump())).cost, 672 + 16 * 39);
  program["machine"]["rho"] = 41;
  const ProgramAnswer answer = solve(parse_program_question(program.dump()));
  EXPECT_EQ(answer.cost, 1312);
  const Json json = Json::parse(to_json(answer));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["algorithm"], "best");
  EXPECT_EQ(json["static_cost"], 1312);
  EXPECT_EQ(json["labels"], Json(std::vector<int>(8, 1)));
  EXPECT_EQ(json["candidates"][1], Json::parse(R"({"name":"2x2/4x4","processors":[2,2],"blocks":[4,4]})"));
  EXPECT_EQ(json["nodes"][1], Json::parse(R"({"name":"2","distribution":"2x2/4x4","cost":320})"));
}

TEST(ProgramsJson, ReadsEveryKey) {
  const ProgramQuestion question = parse_program_question(R"json({
    "algorithm": "best-static", "name": "all", "rank": 3, "processors": 6, "machine": {"sigma": 2, "nu": 0.5},
    "shortcut_load": true, "literal_shifts": true,
    "objects": {
      "x": {"axes": [{"dimension": "4 - I", "section": ["I", 9, -2], "stride": "2*I", "offset": "-I+1"}]},
      "y": {"axes": [{"extent": 5}], "positions": [{"dimension": 2, "cell": 7}], "replicated": [3]}},
    "nodes": [{"name": "n", "object": "y", "operand": "x", "time": 2.5,
               "loops": [{"index": "I", "from": 1, "to": 3}, {"index": "J", "from": "I", "to": 8, "factor": 2},
                         {"index": "K", "from": 9, "to": "J", "step": -3}]}],
    "edges": [{"from": "n", "to": "n", "object": "x", "data": 12.5,
               "realignment": {"kind": "shift", "by": [0, "J", -1]}},
              {"from": "n", "to": "n", "realignment": {"kind": "spread", "dimensions": [3]}}]})json");
  EXPECT_EQ(question.algorithm, "best-static");
  EXPECT_TRUE(question.model.shortcut_load && question.model.literal_shifts);
  const Program& program = question.program;
  EXPECT_EQ(program.rates.rho, 1);
  EXPECT_EQ(program.rates.sigma, 2);
  EXPECT_EQ(program.rates.nu, 0.5);
  const ArrayAxis& axis = program.objects[0].axes[0];
  EXPECT_EQ(axis.dimension, Affine(4, {{"I", -1}}));
  EXPECT_EQ(axis.section->by, Affine(-2));
  EXPECT_EQ(axis.stride, Affine(0, {{"I", 2}}));
  EXPECT_EQ(axis.offset, Affine(1, {{"I", -1}}));
  EXPECT_EQ(program.objects[1].positions[0].cell, Affine(7));
  EXPECT_EQ(program.objects[1].replicated, std::vector<std::size_t>{3});
  EXPECT_EQ(program.nodes[0].worked(), 0U);
  EXPECT_EQ(program.nodes[0].loops[1].factor, 2);
  EXPECT_EQ(program.nodes[0].loops[2].step, -3);
  EXPECT_EQ(program.edges[0].data, 12.5);
  EXPECT_EQ(program.edges[0].realignment.kind, RealignmentKind::shift);
  EXPECT_EQ(program.edges[0].realignment.by[1], Affine(0, {{"J", 1}}));
  EXPECT_EQ(program.edges[1].realignment.kind, RealignmentKind::spread);
}

TEST(AffineText, ReadsSumsOfTerms) {
  EXPECT_EQ(parse_affine("2*I - J + 3"), Affine(3, {{"I", 2}, {"J", -1}}));
  EXPECT_EQ(parse_affine(" -I_1+3*I_1 ").at({{"I_1", 5}}), 10);
  EXPECT_THROW((void)parse_affine("K").at({{"I", 5}}), InputError);
}

TEST(AffineText, RefusesTheRest) {
  for (const char* text : {"", "I J", "2 I", "I*2", "I*J", "1.5", "I +", "--I", "99999999999999999999", "(I)"})
    EXPECT_THROW((void)parse_affine(text), InputError) << text;
}

// The example with one value replaced.
TEST(ProgramsJson, ErrorsNameThePlace) {
  testing_support::expect_refusals("programs", [](const auto& row) {
    Json program = example();
    program[Json::json_pointer(row[0])] = Json::parse(row[1]);
    return solve(parse_program_question(program.dump()));
  });
  EXPECT_THROW((void)parse_program_question("{"), InputError);
  EXPECT_THROW((void)parse_program_question(R"({"rank":1,"rank":1})"), InputError);
}

}  // namespace
}  // namespace apportion::problems
