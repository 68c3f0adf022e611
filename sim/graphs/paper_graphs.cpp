// Costs and edges of the ladder, two-zone and ADI graphs.
#include "sim/graphs/paper_graphs.hpp"

namespace apportion {

AlignmentGraph ladder_graph() {
  const std::vector<double> third{100, 100, 1};
  const std::vector<double> first{1, 100, 100};
  return {.name = "ladder",
          .rho = 1,
          .candidates = {"first", "second", "third"},
          .nodes = {{"1", third}, {"2", third}, {"3", {20, 20, 1}}, {"4", third}, {"5", first}, {"6", first}},
          .edges = {{0, 1, 1}, {2, 3, 1}, {4, 5, 1}, {0, 2, 20}, {1, 3, 20}, {2, 4, 100}, {3, 5, 100}}};
}

AlignmentGraph two_zone_graph(double rho) {
  constexpr double f_array = 4e6;   // A(2000,2000)
  constexpr double g_array = 25e6;  // B(5000,5000)
  constexpr double section = 1000;
  const std::vector<double> free{0, 0};
  return {.name = "two-zone",
          .rho = rho,
          .candidates = {"f", "g"},
          .nodes = {{"f", {1e6, 2e6}},
                    {"f fanout", free},
                    {"f section", free},
                    {"f SEC=", free},
                    {"g", {12e6, 6e6}},
                    {"g fanout", free},
                    {"g section", free},
                    {"g SEC=", free}},
          .edges = {{3, 0, f_array},
                    {0, 1, f_array},
                    {1, 2, f_array},
                    {1, 3, f_array},
                    {7, 4, g_array},
                    {4, 5, g_array},
                    {5, 6, g_array},
                    {5, 7, g_array},
                    {2, 7, section},
                    {6, 3, section}}};
}

AlignmentGraph adi_graph(double rho) {
  const std::vector<double> free{0, 0, 0};
  const std::vector<double> rows{160, 320, 640};
  const std::vector<double> columns{640, 320, 160};
  const std::vector<double> whole{16, 16, 16};
  return {
      .name = "adi",
      .rho = rho,
      .candidates = {"row", "block", "column"},
      .nodes = {{"1", free},
                {"2", rows},
                {"3", rows},
                {"4", whole},
                {"5", free},
                {"6", columns},
                {"7", columns},
                {"8", whole}},
      .edges = {
          {0, 1, 16}, {0, 2, 16}, {1, 3, 16}, {2, 3, 16}, {3, 4, 16}, {4, 5, 16}, {4, 6, 16}, {5, 7, 16}, {6, 7, 16}}};
}

}  // namespace apportion
