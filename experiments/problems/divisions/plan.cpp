// The boxes of processors as CSV, and plans as JSON: the boxes of each processor, and its exchanges with its
// neighbours.
#include <fmt/format.h>

#include <iterator>

#include "experiments/problems/common/json.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "sim/cells/halo_plan.hpp"

namespace apportion::problems {
namespace {

std::string boxes_csv_of(const WholeDivision& division, StencilReach /*reach*/) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  if (division.layers > 1) {
    fmt::format_to(out, "rank,layer_begin,layer_end,row_begin,row_end,column_begin,column_end\n");
    for (std::size_t i = 0; i < division.owned.parts.size(); ++i)
      for (const auto& [begin, end, box] : boxes_in_space(division.layers, division.owned, i))
        fmt::format_to(out, "{},{},{},{},{},{},{}\n", i, begin, end, box.row_begin, box.row_end, box.column_begin,
                       box.column_end);
    return fmt::to_string(text);
  }
  fmt::format_to(out, "rank,row_begin,row_end,column_begin,column_end\n");
  for (std::size_t i = 0; i < division.owned.parts.size(); ++i)
    for (const CellBox& box : boxes_of(division.owned, i))
      fmt::format_to(out, "{},{},{},{},{}\n", i, box.row_begin, box.row_end, box.column_begin, box.column_end);
  return fmt::to_string(text);
}

const DivisionFormatRegistration boxes_format{
    {.name = "boxes", .summary = "CSV with a line for each box", .write = boxes_csv_of, .in_space = true}};

// --- plan

std::string box_json(const CellBox& box) {
  return fmt::format("[{},{},{},{}]", box.row_begin, box.row_end, box.column_begin, box.column_end);
}

std::string box_json(const SpaceBox& box) {
  return fmt::format("[{},{},{},{},{},{}]", box.layer_begin, box.layer_end, box.in_layer.row_begin,
                     box.in_layer.row_end, box.in_layer.column_begin, box.in_layer.column_end);
}

template <class Box>
std::string boxes_json(const std::vector<Box>& boxes) {
  return json_list(boxes, [](const Box& box) { return box_json(box); });
}

// The common members of all ranks.
template <class Box>
std::string plan_head(const PlanOf<Box>& plan) {
  const std::string layers = plan.layers > 1 ? fmt::format(R"("layers":{},)", plan.layers) : "";
  return fmt::format(R"("schema":1,{}"rows":{},"columns":{},"processors":{},"depth":{},"corners":{})", layers,
                     plan.rows, plan.columns, plan.parts.size(), plan.reach.depth, plan.reach.corners);
}

// The members of a rank, without braces.
template <class Box>
std::string rank_members(const WholeDivision& division, const PlanOf<Box>& plan, std::size_t rank) {
  const PartPlanOf<Box>& part = plan.parts[rank];
  std::string text = fmt::format(R"("rank":{})", rank);
  if (!division.names.empty()) text += fmt::format(R"(,"name":{})", json_string(division.names[rank]));
  if (!division.groups.empty()) text += fmt::format(R"(,"group":{})", json_string(division.groups[rank]));
  const auto exchanged = [](const ExchangeOf<Box>& exchange) {
    return fmt::format(R"({{"rank":{},"send_cells":{},"send":{},"receive_cells":{},"receive":{}}})", exchange.neighbour,
                       cells_in(exchange.send), boxes_json(exchange.send), cells_in(exchange.receive),
                       boxes_json(exchange.receive));
  };
  return text + fmt::format(R"(,"cells":{},"boxes":{},"window":{},"neighbours":{})", cells_in(part.boxes),
                            boxes_json(part.boxes), box_json(part.window), json_list(part.exchanges, exchanged));
}

// Calls use(plan) for the division.
template <class Use>
auto with_plan(const WholeDivision& division, StencilReach reach, Use use) {
  return division.layers > 1 ? use(halo_plan_in_space(division.layers, division.owned, reach))
                             : use(halo_plan(division.owned, reach));
}

std::string plan_json(const WholeDivision& division, StencilReach reach) {
  return with_plan(division, reach, [&](const auto& plan) {
    std::string text = "{" + plan_head(plan) + ",\"ranks\":[\n";
    for (std::size_t i = 0; i < plan.parts.size(); ++i)
      text += "{" + rank_members(division, plan, i) + (i + 1 < plan.parts.size() ? "},\n" : "}");
    return text + "]}\n";
  });
}

std::vector<std::string> rank_plans(const WholeDivision& division, StencilReach reach) {
  return with_plan(division, reach, [&](const auto& plan) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < plan.parts.size(); ++i)
      texts.push_back("{" + plan_head(plan) + "," + rank_members(division, plan, i) + "}\n");
    return texts;
  });
}

const DivisionFormatRegistration plan_format{
    {.name = "plan",
     .summary = "JSON with the boxes of each processor, its neighbours, and what they exchange",
     .write = plan_json,
     .has_reach = true,
     .in_space = true,
     .write_ranks = rank_plans}};

}  // namespace
}  // namespace apportion::problems
