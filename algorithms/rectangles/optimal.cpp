// OPTIMAL: the least total of all decompositions into rectangles, with a proof: tables of slicing trees over the sets
// of processors, and a search over the trees of blocks whose crossings are uncertain.
#include "algorithms/rectangles/optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// --- Sets of processors

// Far below the shares that require_accurate() accepts, and large enough to divide by.
constexpr double least_share = 1e-30;

// The k lowest bits of a set.
ProcessorSet lowest_bits(ProcessorSet set, int k) {
  ProcessorSet lowest = 0;
  for (; k > 0; --k) {
    lowest |= lowest_of(set);
    set &= set - 1;
  }
  return lowest;
}

// --- Envelopes: the least cost of a set as a function of the width of its box

double value(const Piece& piece, double width, double area) {
  return piece.p * width + piece.q * (area / width) + piece.k;
}

void append(std::vector<Piece>& pieces, double to, const Piece& piece) {
  if (!pieces.empty()) {
    Piece& last = pieces.back();
    if (last.p == piece.p && last.q == piece.q && last.k == piece.k) {
      last.to = to;
      return;
    }
  }
  pieces.push_back({to, piece.p, piece.q, piece.k});
}

// The widths at which d.p x width + d.q x area / width + d.k is zero, in ascending order; a missing one is not finite
// or not positive.
std::array<double, 2> zeros(const Piece& d, double area) {
  const double none = std::numeric_limits<double>::infinity();
  const double discriminant = d.k * d.k - 4 * d.p * d.q * area;
  if (!(discriminant >= 0)) return {none, none};
  // Without cancellation: the root of greater magnitude first, the other one from the product of both.
  const double half = -(d.k + std::copysign(std::sqrt(discriminant), d.k)) / 2;
  const double first = half / d.p;
  const double second = d.q * area / half;
  return first < second ? std::array{first, second} : std::array{second, first};
}

Envelope envelope_of(double area, double from, std::vector<Piece> pieces) {
  Envelope envelope{area, from, std::move(pieces), std::numeric_limits<double>::infinity()};
  for (const Piece& piece : envelope.pieces) {
    const double to = std::max(from, piece.to);
    const double lowest = std::clamp(std::sqrt(piece.q * area / piece.p), from, to);
    envelope.least = std::min(envelope.least, value(piece, lowest, area));
    from = to;
  }
  return envelope;
}

// Collects the minimum of many sums of two envelopes.
class EnvelopeBuilder {
 public:
  EnvelopeBuilder(double area, double from, double to) : area_(area), from_(from), to_(to) {}

  // Adds a candidate: a cut of cost k through the box between two sets whose areas sum to the box's.
  void add_cut(const Envelope& first, const Envelope& second, Direction cut, double k) {
    sum(first, second, cut, k);
    if (best_.empty()) {
      best_.swap(candidate_);
      return;
    }
    take_lower();
  }

  [[nodiscard]] Envelope finish() { return envelope_of(area_, from_, std::move(best_)); }

 private:
  // Two parts side by side have the box's height and their shares of its width; one above the other, the opposite.
  void sum(const Envelope& first, const Envelope& second, Direction cut, double k) {
    const bool beside = cut == vertical;
    const double f = first.area / area_;
    const double g = second.area / area_;
    const auto end = [this](const std::vector<Piece>& pieces, std::size_t i, double scale) {
      return i + 1 == pieces.size() ? to_ : pieces[i].to / scale;
    };
    candidate_.clear();
    double from = from_;
    for (std::size_t i = 0, j = 0;;) {
      const double first_end = end(first.pieces, i, beside ? f : 1);
      const double second_end = end(second.pieces, j, beside ? g : 1);
      const double to = std::min({first_end, second_end, to_});
      if (to > from || to == to_) {
        const Piece& a = first.pieces[i];
        const Piece& b = second.pieces[j];
        append(candidate_, to,
               {to, beside ? f * a.p + g * b.p : a.p + b.p, beside ? a.q + b.q : f * a.q + g * b.q, a.k + b.k + k});
        from = to;
      }
      if (to == to_) return;
      i += first_end == to ? 1 : 0;
      j += second_end == to ? 1 : 0;
    }
  }

  void take_lower() {
    lower_.clear();
    double from = from_;
    for (std::size_t i = 0, j = 0; i < best_.size() && j < candidate_.size();) {
      const double to = std::min(best_[i].to, candidate_[j].to);
      compare(from, to, best_[i], candidate_[j]);
      from = to;
      const bool both = best_[i].to == candidate_[j].to;
      const bool best_ends = best_[i].to == to;
      i += best_ends ? 1 : 0;
      j += both || !best_ends ? 1 : 0;
    }
    best_.swap(lower_);
  }

  // The lower of two costs over widths from a to b. Where rounding hides which one it is, they differ by no more.
  void compare(double a, double b, const Piece& one, const Piece& other) {
    const Piece d{0, one.p - other.p, one.q - other.q, one.k - other.k};
    const auto lower_at = [&](double width) -> const Piece& { return value(d, width, area_) <= 0 ? one : other; };
    const double at_a = value(d, a, area_);
    const double at_b = value(d, b, area_);
    const bool may_cross_twice = d.p * d.k < 0 && d.q * d.k < 0;
    if (!may_cross_twice && ((at_a <= 0 && at_b <= 0) || (at_a > 0 && at_b > 0))) {
      append(lower_, b, at_a <= 0 ? one : other);
      return;
    }
    double from = a;
    for (const double zero : zeros(d, area_))
      if (zero > from && zero < b) {
        append(lower_, zero, lower_at((from + zero) / 2));
        from = zero;
      }
    append(lower_, b, lower_at((from + b) / 2));
  }

  double area_;
  double from_;
  double to_;
  std::vector<Piece> best_;
  std::vector<Piece> candidate_;
  std::vector<Piece> lower_;
};

// --- Tables: the recursion over subsets, and the trees behind its costs

constexpr std::size_t kinds_of_sides = 36;

// A box may be mirrored: six unordered pairs of savings either way.
std::size_t kind(const SideSavings& sides) {
  const auto pair = [](std::size_t a, std::size_t b) {
    const std::size_t high = std::max(a, b);
    return high * (high + 1) / 2 + std::min(a, b);
  };
  return 6 * pair(sides.begin[0], sides.end[0]) + pair(sides.begin[1], sides.end[1]);
}

// What is saved on the sides of both parts of a cut whose own sides save `inner`.
std::pair<SideSavings, SideSavings> cut_sides(const SideSavings& sides, Direction cut, std::uint8_t inner) {
  std::pair<SideSavings, SideSavings> parts = {sides, sides};
  parts.first.end[cut] = parts.second.begin[cut] = inner;
  return parts;
}

int halves_saved(const SideSavings& sides, Direction cut) { return sides.begin[1 - cut] + sides.end[1 - cut]; }

// --- Completion: a search over the trees of those blocks whose crossings are not certain

double total_of(const Frame& frame, const std::vector<Box>& boxes) {
  double half_perimeters = -(frame.m + frame.n);
  for (const Box& box : boxes) half_perimeters += box.width + box.height;
  if (frame.latency == 0) return half_perimeters;
  return half_perimeters + frame.latency * static_cast<double>(internal_edges(to_decomposition(frame, boxes)));
}

struct Choice {
  Halves halves;
  double bound = 0;
};

// The cuts of a block that may lead to less. `rest` is the bound of all others.
std::vector<Choice> choices_for(SlicingTables& tables, const SetBlock& block, double rest, const Incumbent& incumbent) {
  std::vector<Choice> choices;
  for (ProcessorSet first = (block.set - 1) & block.set; first > 0; first = (first - 1) & block.set) {
    if (!tables.sets().is_leading(first, block.set)) continue;
    for (const Direction cut : directions) {
      if (block.barred == cut) continue;
      tables.budget().spend();
      Choice choice{tables.divide(block, first, cut)};
      // Of several parallel cuts the one at the left or at the bottom is made first.
      choice.halves.first.barred = cut;
      choice.bound = rest + tables.cost(choice.halves.first) + tables.cost(choice.halves.second) - choice.halves.saving;
      if (incumbent.may_be_beaten_by(choice.bound)) choices.push_back(choice);
    }
  }
  std::ranges::sort(choices, {}, &Choice::bound);
  return choices;
}

// `bound` is the base and the costs of all blocks.
void complete(SlicingTables& tables, const std::vector<SetBlock>& blocks, double bound, Incumbent& incumbent) {
  if (!incumbent.may_be_beaten_by(bound)) return;
  std::optional<std::size_t> open;  // the largest
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (!tables.is_exact(blocks[i]) && (!open || size_of(blocks[i].set) > size_of(blocks[*open].set))) open = i;
  if (!open) {
    std::vector<Box> boxes(tables.sets().processors());
    for (const SetBlock& block : blocks) tables.place(block, boxes);
    incumbent.offer(boxes);
    return;
  }
  std::vector<SetBlock> next = blocks;
  next.emplace_back();
  for (const Choice& choice : choices_for(tables, blocks[*open], bound - tables.cost(blocks[*open]), incumbent)) {
    next[*open] = choice.halves.first;
    next.back() = choice.halves.second;
    complete(tables, next, choice.bound, incumbent);
  }
}

// --- The algorithm

// Tables have 2^p entries, however few of them equal weights need.
constexpr std::size_t most_processors = 16;

// Up to this number the default searches all layouts.
constexpr std::size_t processors_in_all_by_default = 7;

InputError refusal(const Frame& frame, const std::string& why, bool slicing_may_help) {
  return InputError("OPTIMAL of {} processors {}; use {}{}", frame.size(), why,
                    slicing_may_help ? "OPTIMAL[layouts=slicing], or without a proof " : "",
                    polynomial_algorithm(frame));
}

// Whether the search includes layouts that are not slicing.
bool searches_all(const Frame& frame, const std::string& layouts) {
  if (layouts == "slicing") return false;
  if (layouts == "auto") return frame.size() <= processors_in_all_by_default;
  if (frame.size() > most_processors_in_layouts)
    throw refusal(frame, fmt::format("over all layouts is not possible (at most {})", most_processors_in_layouts),
                  frame.size() <= most_processors);
  return true;
}

// The nodes of the tables without latency, a lower bound for any search: a cut in each direction for each set and half
// of its divisions into pairs.
double least_nodes(const Frame& frame) {
  double pairs = 1;
  double sets = 1;
  for (auto first = frame.weights.begin(); first != frame.weights.end();) {
    const auto last = std::find_if(first, frame.weights.end(), [first](double weight) { return weight != *first; });
    const auto equal = static_cast<double>(last - first);
    pairs *= (equal + 1) * (equal + 2) / 2;
    sets *= equal + 1;
    first = last;
  }
  return pairs - 2 * sets + 1;
}

// Finds the best slicing tree, and then the best layout of all.
RectangleSolution solve_optimal(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  const bool all = searches_all(frame, options.text("layouts"));
  if (frame.size() > most_processors)
    throw refusal(frame, fmt::format("is not possible (at most {})", most_processors), false);
  const std::int64_t nodes = options.count("nodes");
  const std::string too_many = fmt::format("would take more than {} nodes (option nodes)", nodes);
  if (least_nodes(frame) > static_cast<double>(nodes)) throw refusal(frame, too_many, false);
  NodeBudget budget(static_cast<std::uint64_t>(nodes));
  Incumbent incumbent(frame);
  RectangleSolution solution;
  try {
    SlicingTables tables(frame, budget);
    complete_blocks(tables, {tables.whole()}, base_cost(frame), incumbent);
    solution.proof = all && search_layouts(tables, incumbent) ? Proof::rectangles : Proof::slicing;
  } catch (const TooManyNodes&) {
    throw refusal(frame, too_many, all);
  }
  solution.decomposition = to_decomposition(frame, incumbent.boxes());
  solution.claimed_acost = acost(solution.decomposition);
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

const Registration<RectangleAlgorithm> optimal_registration{
    {.name = "OPTIMAL",
     .source = "Eppstein, Mumford, Speckmann and Verbeek 2012 for layouts that are not slicing",
     .summary = "Least Acost + latency * internal edges of all layouts of one rectangle per processor (up to 7 "
                "processors, 8 on request) or of all slicing trees, with a proof.",
     .options = {{.name = "layouts",
                  .kind = OptionKind::text,
                  .default_value = "auto",
                  .choices = {"auto", "slicing", "all"},
                  .summary = "slicing, all, or auto: all up to 7 processors, slicing beyond"},
                 count_option("nodes", "10000000", "greatest number of cuts and layouts to try")},
     .variants = {"layouts=slicing"},
     .solve = solve_optimal}};

}  // namespace

ProcessorSets::ProcessorSets(const Frame& frame)
    : processors_(frame.size()), areas_(std::size_t{1} << frame.size()), canonical_(areas_.size()) {
  for (std::size_t k = 0; k < processors_; ++k) {
    if (k == 0 || frame.weights[k] != frame.weights[k - 1]) classes_.push_back(0);
    classes_.back() |= ProcessorSet{1} << k;
  }
  std::erase_if(classes_, [](ProcessorSet equals) { return size_of(equals) == 1; });
  for (ProcessorSet set = 1; set < areas_.size(); ++set) {
    const auto heaviest = static_cast<std::size_t>(std::countr_zero(set));
    const double share = std::max(frame.weights[heaviest], least_share);
    areas_[set] = areas_[set & (set - 1)] + share * (frame.m * frame.n);
    canonical_[set] = set;
    for (const ProcessorSet equals : classes_)
      canonical_[set] = (canonical_[set] & ~equals) | lowest_bits(equals, size_of(set & equals));
  }
}

bool ProcessorSets::is_leading(ProcessorSet part, ProcessorSet whole) const {
  return std::ranges::all_of(classes_, [part, whole](ProcessorSet equals) {
    const ProcessorSet taken = part & equals;
    const ProcessorSet left = whole & equals & ~part;
    return taken == 0 || left == 0 || std::countl_zero(taken) + std::countr_zero(left) >= 32;
  });
}

double Envelope::at(double width) const {
  const auto found = std::ranges::lower_bound(pieces, width, {}, &Piece::to);
  return value(found == pieces.end() ? pieces.back() : *found, width, area);
}

// --- Junctions: where inner lines can end on a side of a box

// The side has the lines of one part of a cut along it, or those of both parts of a cut across it and the cut.
std::vector<double> Junctions::list(ProcessorSet set) {
  std::vector<double> found;
  for (ProcessorSet part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    const double share = sets_.area(part) / sets_.area(set);
    found.push_back(share);
    for (const double inner : shares(part)) found.insert(found.end(), {inner, share * inner, 1 - share * inner});
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

const std::vector<double>& Junctions::shares(ProcessorSet set) {
  set = sets_.canonical(set);
  const auto known = shares_.find(set);
  if (known != shares_.end()) return known->second;
  std::vector<double> found = list(set);
  return shares_.emplace(set, std::move(found)).first->second;
}

bool Junctions::contains(ProcessorSet set, double share, double tolerance) {
  if (size_of(set) < 2 || share < -tolerance || share > 1 + tolerance) return false;
  if (size_of(set) <= most_listed_) {
    const std::vector<double>& all = shares(set);
    const auto next = std::ranges::lower_bound(all, share - tolerance);
    return next != all.end() && *next <= share + tolerance;
  }
  for (ProcessorSet part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    budget_.spend();
    const double of_part = sets_.area(part) / sets_.area(set);
    if (std::abs(share - of_part) <= tolerance || contains(part, share, tolerance) ||
        contains(part, share / of_part, tolerance / of_part) ||
        contains(part, (1 - share) / of_part, tolerance / of_part))
      return true;
  }
  return false;
}

bool Junctions::meet(ProcessorSet fewer, ProcessorSet more) {
  // No side of their common box is shorter than its area over the array's longer side.
  const double shortest = sets_.area(fewer | more) / frame_.n;
  const double tolerance = 2 * frame_.tolerance() / shortest;
  return std::ranges::any_of(shares(fewer), [&](double share) { return contains(more, share, tolerance); });
}

bool Junctions::may_meet(ProcessorSet first, ProcessorSet second) {
  if (size_of(first) > size_of(second)) std::swap(first, second);
  if (size_of(first) < 2) return false;
  if (size_of(first) > most_listed_) return true;
  const std::uint64_t key = (std::uint64_t{sets_.canonical(first)} << 32U) | sets_.canonical(second);
  const auto known = meet_.find(key);
  if (known != meet_.end()) return known->second;
  return meet_[key] = meet(first, second);
}

bool Junctions::may_meet_within(ProcessorSet set) {
  set = sets_.canonical(set);
  const auto known = within_.find(set);
  if (known != within_.end()) return known->second;
  bool found = false;
  for (ProcessorSet part = (set - 1) & set; part > 0 && !found; part = (part - 1) & set)
    if (sets_.is_leading(part, set))
      found = may_meet_within(part) || ((part & lowest_of(set)) != 0 && may_meet(part, set ^ part));
  return within_[set] = found;
}

SlicingTables::SlicingTables(const Frame& frame, NodeBudget& budget)
    : frame_(frame),
      budget_(budget),
      sets_(frame),
      junctions_(frame_, sets_, budget_),
      envelopes_((frame.latency > 0 ? kinds_of_sides : 1) << frame.size()) {}

SetBlock SlicingTables::whole() const {
  SetBlock block{sets_.all(), {0, 0, frame_.n, frame_.m}, {}};
  if (frame_.latency > 0) block.sides = {{2, 2}, {2, 2}};
  return block;
}

bool SlicingTables::may_cross(ProcessorSet first, ProcessorSet second) {
  return frame_.latency > 0 && junctions_.may_meet(first, second);
}

const Envelope& SlicingTables::envelope(ProcessorSet set, const SideSavings& sides) {
  set = sets_.canonical(set);
  Envelope& known = envelopes_[(kind(sides) << sets_.processors()) + set];
  if (known.pieces.empty()) known = build(set, sides);
  return known;
}

Envelope SlicingTables::build(ProcessorSet set, const SideSavings& sides) {
  const double area = sets_.area(set);
  const double from = area / frame_.m;
  const double to = std::max(frame_.n, from);
  if (size_of(set) == 1) return envelope_of(area, from, {{to, 1, 1, 0}});  // its half perimeter
  EnvelopeBuilder builder(area, from, to);
  for (ProcessorSet first = (set - 1) & set; first > 0; first = (first - 1) & set) {
    if (!sets_.is_leading(first, set)) continue;
    const ProcessorSet second = set ^ first;
    const bool leads = (first & lowest_of(set)) != 0;
    const std::uint8_t inner = may_cross(first, second) ? 1 : 0;
    for (const Direction cut : directions) {
      if (!leads && sides.begin[cut] == sides.end[cut]) continue;
      budget_.spend();
      const auto [first_sides, second_sides] = cut_sides(sides, cut, inner);
      builder.add_cut(envelope(first, first_sides), envelope(second, second_sides), cut,
                      -frame_.latency / 2 * halves_saved(sides, cut));
    }
  }
  return builder.finish();
}

bool SlicingTables::is_exact(const SetBlock& block) {
  if (frame_.latency == 0 || size_of(block.set) == 1) return true;
  const bool sides_cross = std::ranges::any_of(
      directions, [&sides = block.sides](Direction d) { return sides.begin[d] == 1 || sides.end[d] == 1; });
  return !sides_cross && !junctions_.may_meet_within(block.set);
}

Halves SlicingTables::divide(const SetBlock& block, ProcessorSet first, Direction cut) {
  const ProcessorSet second = block.set ^ first;
  const DividedBox boxes = divide_box(block.box, sets_.area(first) / sets_.area(block.set), cut == vertical);
  const auto [first_sides, second_sides] = cut_sides(block.sides, cut, may_cross(first, second) ? 1 : 0);
  return {{first, boxes.first, first_sides},
          {second, boxes.second, second_sides},
          frame_.latency / 2 * halves_saved(block.sides, cut)};
}

void SlicingTables::place(const SetBlock& block, std::vector<Box>& boxes) {
  if (size_of(block.set) == 1) {
    boxes[static_cast<std::size_t>(std::countr_zero(block.set))] = block.box;
    return;
  }
  double least = std::numeric_limits<double>::infinity();
  Halves best;
  for (ProcessorSet first = (block.set - 1) & block.set; first > 0; first = (first - 1) & block.set) {
    if (!sets_.is_leading(first, block.set)) continue;
    for (const Direction cut : directions) {
      const Halves halves = divide(block, first, cut);
      const double found = cost(halves.first) + cost(halves.second) - halves.saving;
      if (found >= least) continue;
      least = found;
      best = halves;
    }
  }
  place(best.first, boxes);
  place(best.second, boxes);
}

Incumbent::Incumbent(const Frame& frame)
    : frame_(frame), margin_(0.1 * frame.tolerance()), total_(std::numeric_limits<double>::infinity()) {}

void Incumbent::offer(const std::vector<Box>& boxes) {
  const double total = total_of(frame_, boxes);
  if (!boxes_.empty() && !may_be_beaten_by(total)) return;
  total_ = total;
  boxes_ = boxes;
}

void complete_blocks(SlicingTables& tables, const std::vector<SetBlock>& blocks, double base, Incumbent& incumbent) {
  double bound = base;
  for (const SetBlock& block : blocks) bound += tables.cost(block);
  complete(tables, blocks, bound, incumbent);
}

double base_cost(const Frame& frame) {
  return 3 * frame.latency * (static_cast<double>(frame.size()) - 1) - (frame.m + frame.n);
}

}  // namespace apportion
