// How many candidate distributions Section 5.2 generates for example programs.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

struct Counts {
  double candidates = 0;
  double clusters = 0;       ///< of extents
  double allocations = 0;    ///< of processors to dimensions
  double feature_sizes = 0;  ///< in the dimension that has most of them
};

double most_feature_sizes(const std::vector<TemplateVector>& representatives, const std::vector<ObjectExtent>& extents,
                          std::size_t rank) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < rank; ++i) {
    std::set<std::int64_t> sizes;
    for (const TemplateVector& extent : representatives) sizes.insert(extent[i]);
    if (std::ranges::any_of(extents, [i](const ObjectExtent& extent) { return extent.varies[i]; })) sizes.insert(1);
    most = std::max(most, sizes.size());
  }
  return static_cast<double>(most);
}

Counts generated(const Program& program) {
  const std::vector<ObjectExtent> extents = object_extents(program);
  std::vector<TemplateVector> swept;
  for (const ObjectExtent& extent : extents) swept.push_back(extent.swept);
  const std::vector<TemplateVector> representatives = representative_extents(swept);
  return {.candidates = static_cast<double>(candidate_distributions(program).size()),
          .clusters = static_cast<double>(representatives.size()),
          .allocations = static_cast<double>(allocations(program.processors, representatives, extents).size()),
          .feature_sizes = most_feature_sizes(representatives, extents, program.rank)};
}

struct NamedProgram {
  std::string_view name;
  Program (*program)();
};
constexpr std::array<NamedProgram, 6> programs{{{"sum", sum_program},
                                                {"figure3", figure3_program},
                                                {"two-zone", two_zone_program},
                                                {"adi", adi_program},
                                                {"lu", lu_program},
                                                {"stencil", stencil_program}}};

Program program_of(const engine::Point& point, RandomStream& /*stream*/) {
  Program program = std::ranges::find(programs, point.text("program"), &NamedProgram::name)->program();
  program.processors = static_cast<std::int64_t>(point.count("processors"));
  return program;
}

engine::Experiment candidates_experiment() {
  engine::Study study{.name = "chatterjee/candidates"};
  study.title = "Candidate distributions of example programs";
  study.claim = "extents form few clusters, and most programs can be analysed with a few tens of candidates";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.2";
  study.axes = {
      engine::name_axis("program", "example program", engine::AxisRole::applied, counted_programs()),
      engine::whole_axis("processors", "processors", engine::AxisRole::applied, 1, 65536, counting_processors())};
  study.deterministic = true;
  engine::set_functions<Program, Counts>(study, {{"generated", generated}});
  study.measured = engine::measured_members<Counts>(
      {{"candidates", "candidate distributions", "", "less", 0, &Counts::candidates},
       {"clusters", "clusters of extents", "", "", 0, &Counts::clusters},
       {"allocations", "allocations of processors", "", "", 0, &Counts::allocations},
       {"feature_sizes", "feature sizes in the dimension that has most", "", "", 0, &Counts::feature_sizes}});
  study.sample = engine::sampler(program_of);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit candidates() {
  results::Exhibit exhibit{.name = "chatterjee/candidates"};
  exhibit.title = "Candidate distributions that Section 5.2 generates for example programs";
  exhibit.sql = R"sql(SELECT program, processors, CAST(candidates AS INTEGER) AS candidates,
       CAST(clusters AS INTEGER) AS clusters, CAST(allocations AS INTEGER) AS allocations,
       CAST(feature_sizes AS INTEGER) AS feature_sizes
FROM chatterjee_candidates WHERE seed = :seed AND rival = '' ORDER BY program, processors)sql";
  exhibit.layout = {.row = "program",
                    .column = "processors",
                    .values = {{"candidates", "candidates"},
                               {"clusters", "clusters of extents"},
                               {"allocations", "allocations of processors"},
                               {"feature_sizes", "most feature sizes of a dimension"}}};
  exhibit.note =
      "sum, figure3, two-zone and adi are the paper's; lu is an elimination on 64 x 64 elements, "
      "stencil four shifts of as many. Candidates that block sizes make equal are counted once.";
  return {"chatterjee/candidates", exhibit};
}

const engine::Registration candidates_registration{candidates_experiment, candidates};

}  // namespace
}  // namespace apportion::chatterjee
