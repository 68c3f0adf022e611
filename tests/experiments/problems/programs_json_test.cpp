// Program descriptions as JSON: the example of docs/program-format.md, expressions, and errors that name the place.
#include "experiments/problems/programs/solve.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/documentation.hpp"
#include "tests/support/matchers.hpp"

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

// The example with one value replaced, and what the error must say.
void expect_error(const std::string& pointer, const Json& value, const std::string& piece) {
  Json program = example();
  program[Json::json_pointer(pointer)] = value;
  EXPECT_THAT(message_of([&] { (void)solve(parse_program_question(program.dump())); }), HasSubstr(piece)) << pointer;
}

TEST(ProgramsJson, ErrorsNameThePlace) {
  expect_error("/nodes/1/loops/0", Json::parse(R"({"index":"J","from":1})"), "program.nodes[1].loops[0] never ends");
  expect_error("/nodes/1/loops/0/step", 0, "node '2', loop 1 over 'J' never ends");
  expect_error("/nodes/1/loops/0/factor", 1, "node '2', loop 1 over 'J' never ends");
  expect_error("/nodes/1/loops/0/index", "K", "node '2': object 'A(:,J)': no loop over 'J' encloses it");
  expect_error("/nodes/1/loops/0/to", "2*", "program.nodes[1].loops[0].to: '2*' is not an affine expression");
  expect_error("/nodes/1/object", "B", "program.nodes[1].object: unknown object 'B'");
  expect_error("/nodes/1/time", -1, "node '2': time is -1");
  expect_error("/nodes/1/time", "10", "program.nodes[1].time is a JSON string");
  expect_error("/nodes/1/tiem", 1, "program.nodes[1]: unknown key 'tiem'; did you mean time");
  expect_error("/nodes/1/name", "1", "node '1' is given twice");
  expect_error("/edges/2/to", "9", "program.edges[2].to: unknown node '9'");
  expect_error("/edges/2/realignment", Json::parse(R"({"kind":"shift","by":[1]})"), "edge 2 ('2' to '4')");
  expect_error("/edges/2/realignment", Json::parse(R"({"kind":"spread"})"), "program.edges[2].realignment");
  expect_error("/objects/A/axes/0/dimension", 3, "object 'A', axis 1 is template dimension 3; there are 1 to 2");
  expect_error("/objects/A/axes/0", Json::object(), "program.objects.A.axes[0] needs either");
  expect_error("/rank", 0, "program.rank is 0");
  expect_error("/processors", 2.5, "program.processors is 2.5");
  expect_error("/machine/rho", -1, "rho is -1");
  expect_error("/algorithm", "algorithm1-xx", "unknown algorithm 'algorithm1-xx'");
  EXPECT_THROW((void)parse_program_question("{"), InputError);
  EXPECT_THROW((void)parse_program_question(R"({"rank":1,"rank":1})"), InputError);
}

}  // namespace
}  // namespace apportion::problems
