// How the operations of both partitioners, and of Algorithm 1 with them, grow with the graph (Sections 2, 3 and 5.2).
#include <fmt/format.h>

#include "experiments/chatterjee/claim_points.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::chatterjee {
namespace {

// With one level the partitioner is called once, on the whole graph.
engine::Experiment growth_experiment() {
  engine::Study study = problems::study_of_graphs("chatterjee/growth");
  study.title = "Operations of CC, NL and Algorithm 1 by the number of nodes and of candidates";
  study.claim =
      "a partition costs O(n^3), Algorithm 1 at worst O(n^4); "
      "both partitioners are sensitive to the number of candidates";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.2, 3.3 and 5.2";
  study.axes = problems::graph_axes();
  problems::set_axes(study.axes, {{"nodes", growing_nodes()}, {"candidates", growing_candidates()}});
  study.samples = 10;
  study.chunk_size = 2;
  study.algorithms = {"algorithm1-cc[paper,levels=1]", "algorithm1-nl[paper,starts=1,levels=1]", "algorithm1-cc[paper]",
                      "algorithm1-nl[paper,starts=1]"};
  study.stored_metrics = {"cost", "evaluations", "flops", "partitions"};
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit growth() {
  results::Exhibit exhibit{.name = "chatterjee/growth"};
  exhibit.title = "Operations by the number of nodes n, and the exponent k of the n^k that fits them best";
  exhibit.sql = fmt::format(R"sql(WITH counts AS (
  SELECT *, ln(nodes) AS x, ln(flops) AS y
  FROM (SELECT algorithm, nodes, candidates, partitions,
               CASE WHEN algorithm LIKE '%levels=1%' THEN flops / partitions ELSE flops END AS flops
        FROM chatterjee_growth WHERE seed = :seed AND rival = '' AND partitions > 0)),
fits AS (
  SELECT algorithm, candidates,
         {} AS exponent
  FROM counts GROUP BY algorithm, candidates)
SELECT CASE algorithm WHEN 'algorithm1-cc[paper,levels=1]' THEN 'CC, one partition'
            WHEN 'algorithm1-nl[paper,starts=1,levels=1]' THEN 'NL, one partition from one start'
            WHEN 'algorithm1-cc[paper]' THEN 'Algorithm 1 with CC' WHEN 'algorithm1-nl[paper,starts=1]'
            THEN 'Algorithm 1 with NL' ELSE algorithm END AS what,
       nodes, candidates, flops, partitions, exponent
FROM counts JOIN fits USING (algorithm, candidates)
ORDER BY algorithm LIKE '%nl%', algorithm NOT LIKE '%levels%', algorithm, candidates, nodes)sql",
                            slope_sql());
  exhibit.layout = {.page = "candidates",
                    .row = "what",
                    .column = "nodes",
                    .values = {{"flops", "operations", 0},
                               {"exponent", "exponent over all n", 2},
                               {"partitions", "calls of the partitioner", 1}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"nodes", "nodes", true},
                     .y = {.title = "operations", .logarithmic = true},
                     .values = {{"flops", "operations"}},
                     .series = "what",
                     .panel = "candidates"}};
  exhibit.note =
      "Both in paper mode, NL from one start. Operations are counted by formulas per eigenproblem, "
      "step of the minimiser and evaluation; how many steps and evaluations there are is measured. "
      "One partition: per call, since graphs that a lemma finds static have none. "
      "Exponent: the slope of the least-squares line through the logarithms over the sizes that were run, "
      "where terms of lower order still count.";
  return {"chatterjee/growth", exhibit};
}

const engine::Registration growth_registration{growth_experiment, growth};

}  // namespace
}  // namespace apportion::chatterjee
