// The family of nodes: what a problem is given by, and what it declares. Arrays and networks are as in rectangles.
#include <algorithm>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/nodes/problem/solve.hpp"

namespace apportion::problems {
namespace {

const FamilyRegistration node_family{{.name = "nodes",
                                      .summary = "which nodes of a cluster to use for an array; not for sweeps",
                                      .fields = node_fields,
                                      .solve = fastest_nodes_line,
                                      .rank = rank_nodes}};

constexpr std::int64_t usual_draws = 200;

std::vector<Field> fields_of_nodes() {
  std::vector<Field> all;
  for (const char* name : {"rows", "columns", "weights", "cluster", "bytes-per-cell", "processors", "algorithm"})
    all.push_back(field_named(rectangle_fields(), name));
  all.back() = all.back().by_default("").called("A").noting("without it the fastest of several methods divides");
  all.back().takes_several = false;
  all = joined(all, network_fields());
  all.push_back(field_named(rectangle_fields(), "latency"));
  all.push_back(
      field_of(FieldKind::text, "keep", "NAMES", "nodes that must be among those used, by name, or number from 0 on"));
  all = joined(all, variation_fields());
  for (Field& field : all) {
    if (field.name == "network" || field.name == "element-seconds")
      field = field.by_default("").noting("").must_be_given();
    if (field.name == "weights") field.what = "relative speeds: 3,1,2, or 4*(2,1)";
    if (field.name == "perturb")
      field = field.noting("200 with --spread, or where all nodes of the cluster file were measured again");
    if (field.name == "spread") field = field.needing("");
  }
  all.push_back(seed_field());
  return all;
}

NodeSet kept_nodes(const FieldValues& given, const NodeQuestion& question) {
  NodeSet kept;
  if (!given.has("keep")) return kept;
  const std::vector<std::string> names = names_of(question);
  for (const std::string& word : split(given.text("keep"), ',')) {
    const auto found = std::ranges::find(names, trimmed(word));
    if (found == names.end()) throw unknown_name("node", trimmed(word), names);
    kept.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  std::ranges::sort(kept);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

// How speeds vary is a question about nodes, and not about each of the divisions.
const std::vector<Field>& fields_of_divisions() {
  static const std::vector<Field> all = [] {
    std::vector<Field> fields = rectangle_fields();
    std::erase_if(fields, [](const Field& field) {
      return std::ranges::find(ranked_variation_fields(), field.name, &Field::name) != ranked_variation_fields().end();
    });
    return fields;
  }();
  return all;
}

bool is_measured_again(const GivenCluster& cluster) {
  return std::ranges::all_of(cluster.spreads, [](const Spread& spread) { return spread.repeats > 0; });
}

}  // namespace

const std::vector<Field>& node_fields() {
  static const std::vector<Field> all = fields_of_nodes();
  return all;
}

NodeQuestion node_question(const FieldValues& given) {
  NodeQuestion question{.division = rectangle_question(given.as(fields_of_divisions())), .cluster = cluster_in(given)};
  const Cluster& nodes = question.division.problem.cluster;
  if (question.cluster)
    question.speeds = read_from(given.text("cluster"), [&] { return constant_speeds(*question.cluster); });
  else if (nodes.is_flat())
    question.speeds = nodes.speeds;
  else
    throw InputError(given.spelled("weights") + " has machines; nodes are a list of numbers");
  if (question.division.network->seconds_per_element == 0)
    throw InputError(given.spelled("element-seconds") + " is 0; while computing takes no time one node is fastest");
  question.variation = variation_in(given, question.speeds.size(), given.has("spread") ? usual_draws : 0);
  if (!question.variation && question.cluster && is_measured_again(*question.cluster))
    question.variation = measured_variation(*question.cluster, usual_draws, question.division.seed);
  question.kept = kept_nodes(given, question);
  return question;
}

}  // namespace apportion::problems
