// Elimination of labels and choice of a node by the excess of labels over the bound.
#include "algorithms/graphs/dear_labels.hpp"

#include <algorithm>

namespace apportion {

DearLabels dear_labels(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  DearLabels dear;
  std::size_t labels = 0;
  std::size_t decided = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    const std::size_t before = dear.labels.size();
    for (std::size_t place = excess.size(); place-- > 0;)
      if (excess[place] > gap) dear.labels.emplace_back(v, place);
    const std::size_t left = excess.size() - (dear.labels.size() - before);
    dear.impossible = dear.impossible || left == 0;
    if (left == 1) ++decided;
    labels += excess.size();
  }
  dear.decide = decided > 0 && 200 * decided >= graph.size();
  dear.many = 10 * dear.labels.size() >= labels;
  return dear;
}

std::uint32_t branching_node(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  std::uint32_t chosen = 0;
  double most = -1;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    double sum = 0;
    for (const Whole each : excess) sum += static_cast<double>(std::min(each, gap));
    const double score =
        sum / static_cast<double>(excess.size()) + 4 * static_cast<double>(*std::ranges::min_element(excess));
    if (score <= most) continue;
    most = score;
    chosen = v;
  }
  return chosen;
}

}  // namespace apportion
