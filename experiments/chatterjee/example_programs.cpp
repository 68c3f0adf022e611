// The paper's example programs, in the format of docs/program-format.md.
#include "experiments/chatterjee/example_programs.hpp"

#include "experiments/problems/programs/solve.hpp"

namespace apportion::chatterjee {

Program sum_program() {
  return problems::parse_program_question(R"json({
  "name": "sum", "rank": 2, "processors": 8,
  "objects": {
    "A(:,1:8:ST)": {"axes": [{"extent": 4}, {"section": [1, 8, "ST"]}]},
    "S": {"axes": [{"extent": 4}], "replicated": [2]}},
  "nodes": [{"name": "SUM", "loops": [{"index": "ST", "from": 1, "to": 4, "factor": 2}],
             "object": "S", "operand": "A(:,1:8:ST)", "time": 1}]})json")
      .program;
}

Program figure3_program() {
  return problems::parse_program_question(R"json({
  "name": "figure3", "rank": 2, "processors": 4,
  "objects": {
    "large": {"axes": [{"extent": 1000}, {"extent": 1000}]},
    "small": {"axes": [{"extent": 250}, {"extent": 250}]}},
  "nodes": [{"name": "on the large array", "object": "large", "time": 1},
            {"name": "on the small array", "object": "small", "time": 1}]})json")
      .program;
}

Program adi_program() {
  return problems::parse_program_question(R"json({
  "name": "adi", "rank": 2, "processors": 4,
  "objects": {
    "A": {"axes": [{"extent": 8}, {"extent": 8}]},
    "A(:,J)": {"axes": [{"extent": 8}], "positions": [{"dimension": 2, "cell": "J - 1"}]},
    "A(I,:)": {"axes": [{"dimension": 2, "extent": 8}], "positions": [{"dimension": 1, "cell": "I - 1"}]}},
  "nodes": [
    {"name": "1 fan-out", "object": "A"},
    {"name": "2 sweep", "object": "A(:,J)", "loops": [{"index": "J", "from": 1, "to": 8}], "time": 10},
    {"name": "3 sweep", "object": "A(:,J)", "loops": [{"index": "J", "from": 1, "to": 8}], "time": 10},
    {"name": "4 join", "object": "A", "time": 1},
    {"name": "5 fan-out", "object": "A"},
    {"name": "6 sweep", "object": "A(I,:)", "loops": [{"index": "I", "from": 1, "to": 8}], "time": 10},
    {"name": "7 sweep", "object": "A(I,:)", "loops": [{"index": "I", "from": 1, "to": 8}], "time": 10},
    {"name": "8 join", "object": "A", "time": 1}],
  "edges": [
    {"from": "1 fan-out", "to": "2 sweep", "data": 16}, {"from": "1 fan-out", "to": "3 sweep", "data": 16},
    {"from": "2 sweep", "to": "4 join", "data": 16}, {"from": "3 sweep", "to": "4 join", "data": 16},
    {"from": "4 join", "to": "5 fan-out", "data": 16},
    {"from": "5 fan-out", "to": "6 sweep", "data": 16}, {"from": "5 fan-out", "to": "7 sweep", "data": 16},
    {"from": "6 sweep", "to": "8 join", "data": 16}, {"from": "7 sweep", "to": "8 join", "data": 16}]})json")
      .program;
}

Program two_zone_program() {
  return problems::parse_program_question(R"json({
  "name": "two-zone", "rank": 2, "processors": 4,
  "objects": {
    "A": {"axes": [{"extent": 2000}, {"extent": 2000}]},
    "B": {"axes": [{"extent": 5000}, {"extent": 5000}]},
    "A(1001:2000,2000)": {"axes": [{"section": [1001, 2000]}], "positions": [{"dimension": 2, "cell": 1999}]},
    "B(1001:2000,1)": {"axes": [{"section": [1001, 2000]}]}},
  "nodes": [
    {"name": "f", "object": "A", "time": 1}, {"name": "f section", "object": "A(1001:2000,2000)"},
    {"name": "g", "object": "B", "time": 1}, {"name": "g section", "object": "B(1001:2000,1)"}],
  "edges": [
    {"from": "f", "to": "f section", "object": "A"}, {"from": "f section", "to": "g"},
    {"from": "g", "to": "g section", "object": "B"}, {"from": "g section", "to": "f"}]})json")
      .program;
}

Program lu_program() {
  return problems::parse_program_question(R"json({
  "name": "lu", "rank": 2, "processors": 4,
  "objects": {"active": {"axes": [{"extent": "64 - K", "offset": "K"}, {"extent": "64 - K", "offset": "K"}]}},
  "nodes": [{"name": "eliminate", "object": "active", "loops": [{"index": "K", "from": 0, "to": 63}], "time": 1}]})json")
      .program;
}

Program stencil_program() {
  return problems::parse_program_question(R"json({
  "name": "stencil", "rank": 2, "processors": 4,
  "objects": {"A": {"axes": [{"extent": 64}, {"extent": 64}]}},
  "nodes": [{"name": "sweep", "object": "A", "time": 1}, {"name": "sum", "object": "A", "time": 1}],
  "edges": [
    {"from": "sweep", "to": "sum", "realignment": {"kind": "shift", "by": [1, 0]}},
    {"from": "sweep", "to": "sum", "realignment": {"kind": "shift", "by": [-1, 0]}},
    {"from": "sweep", "to": "sum", "realignment": {"kind": "shift", "by": [0, 1]}},
    {"from": "sweep", "to": "sum", "realignment": {"kind": "shift", "by": [0, -1]}}]})json")
      .program;
}

}  // namespace apportion::chatterjee
