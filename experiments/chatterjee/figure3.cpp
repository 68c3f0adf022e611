// Figure 3: feature sizes and block sizes, and which candidate distributions two arrays of different size lead to.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

/// One of the two arrays under one distribution on 2 x 2 processors.
struct BlockedArray {
  std::size_t node = 0;
  TemplateDistribution distribution;
};

struct BlockedLoad {
  double load = 0;
  bool is_candidate = false;  ///< the distribution was generated
  std::size_t candidates = 0;
};

struct Measures {
  double load = 0;
  double generated = 0;  ///< 1 for a candidate
  double candidates = 0;
};

BlockedLoad load_from_program(const BlockedArray& array) {
  const Program program = figure3_program();
  const std::vector<TemplateDistribution> candidates = candidate_distributions(program);
  return {computation_cost(program, program.nodes[array.node], array.distribution),
          std::ranges::find(candidates, array.distribution) != candidates.end(), candidates.size()};
}

engine::Axis block_axis(const char* name, const char* title) {
  return engine::whole_axis(name, title, engine::AxisRole::applied, 1, 1000, {500, 125});
}

engine::Experiment figure3_experiment() {
  engine::Study study{.name = "chatterjee/figure3"};
  study.title = "Arrays of 1000 x 1000 and 250 x 250 under blocks of 500 and 125 on 2 x 2 processors";
  study.claim =
      "blocks that suit the larger array leave the smaller one on one processor; "
      "blocks that suit the smaller one balance both";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.2, Figure 3";
  study.axes = {engine::whole_axis("extent", "sides of the array", engine::AxisRole::applied, 250, 1000, {1000, 250}),
                block_axis("block1", "block size in the first dimension"),
                block_axis("block2", "block size in the second dimension")};
  study.deterministic = true;
  engine::set_functions<BlockedArray, BlockedLoad>(study, {{"from-program", load_from_program}});
  study.measured = engine::measured<BlockedArray, BlockedLoad, Measures>(
      [](const BlockedArray& /*array*/, const BlockedLoad& found) {
        return Measures{found.load, found.is_candidate ? 1.0 : 0.0, static_cast<double>(found.candidates)};
      },
      {{"load", "largest load", "elements", "", 0, &Measures::load},
       {"generated", "is a generated candidate", "", "", 0, &Measures::generated},
       {"candidates", "generated candidates", "", "", 0, &Measures::candidates}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    const auto block = [&point](const char* axis) { return static_cast<std::int64_t>(point.count(axis)); };
    return BlockedArray{point.count("extent") == 1000 ? std::size_t{0} : std::size_t{1},
                        {{{2, block("block1")}, {2, block("block2")}}}};
  });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3() {
  results::Exhibit exhibit{.name = "chatterjee/figure3"};
  exhibit.title = "Largest loads of the two arrays of Figure 3 under the generated distributions on 2 x 2 processors";
  exhibit.sql =
      fmt::format(R"sql(SELECT f.block1 || ' x ' || f.block2 AS blocks, f.extent || ' x ' || f.extent AS array,
       CAST(f.load AS INTEGER) AS load, p.printed,
       {} AS verdict,
       CASE WHEN f.generated = 1 THEN 'one of ' || CAST(f.candidates AS INTEGER) ELSE 'no' END AS "generated"
FROM chatterjee_figure3 AS f
LEFT JOIN published_numbers AS p
  ON p.exhibit = 'chatterjee/figure3' AND json_extract(p.coordinates, '$.extent') = f.extent
     AND json_extract(p.coordinates, '$.block1') = f.block1 AND json_extract(p.coordinates, '$.block2') = f.block2
WHERE f.seed = :seed
ORDER BY f.block1 DESC, f.block2 DESC, f.extent DESC)sql",
                  results::verdict_of_number_sql("f.load", "p.value"));
  exhibit.note = "printed: the loads that the caption's sizes and words (one processor; equally) amount to.";
  exhibit.judgements = {{.what = "loads of Figure 3"}};
  return {"chatterjee/figure3", exhibit};
}

const engine::Registration figure3_registration{figure3_experiment, figure3};

}  // namespace
}  // namespace apportion::chatterjee
