// A plain simulated annealer that tries to improve one stored solution; scripts/anneal-instances compiles and runs it.
// It shares nothing with the program, and stays plain: it is what a stranger writes in an hour.
//   annealer SECONDS SEED < a problem and its solution, as numbers    > the best solution, as numbers
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

std::mt19937_64 bits;
double seconds;

double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
int below(int count) { return static_cast<int>(unit() * count); }
double elapsed() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }  // of the processor
bool accepts(double change, double heat) { return change <= 0 || unit() < std::exp(-change / heat); }

// Calls move(heat) until the time is over, in rounds which cool from `hottest` to `coldest`, each of a part of the
// time; restart() goes back to the best before each.
void cooled(double hottest, double coldest, const std::function<void()>& restart,
            const std::function<void(double)>& move) {
  constexpr int rounds = 4;
  for (int round = 0; round < rounds; ++round) {
    restart();
    const double from = hottest / (1 << round);
    double progress = 0;
    while (progress < 1) {
      progress = elapsed() / seconds * rounds - round;
      const double heat = from * std::pow(std::min(coldest / from, 1.0), std::clamp(progress, 0.0, 1.0));
      for (int k = 0; k < 200; ++k) move(heat);
    }
  }
}

std::vector<double> read_numbers(std::size_t count) {
  std::vector<double> numbers(count);
  for (double& each : numbers) std::cin >> each;
  return numbers;
}

// --- Whole cells: a cell goes to a neighbouring part, or two cells exchange their parts

struct Cells {
  int rows, columns, parts, stencil, previous_known;
  double latency, price;
  bool connected;
  std::string objective;
  std::vector<double> load, least, most, had;
  std::vector<int> owner, previous, count, received;
  std::map<std::pair<int, int>, int> sides;

  [[nodiscard]] int at(int row, int column) const {
    return row < 0 || column < 0 || row >= rows || column >= columns ? -1 : owner[row * columns + column];
  }
  [[nodiscard]] std::vector<int> readers(int cell) const {
    std::vector<int> all;
    for (int r = -1; r <= 1; ++r)
      for (int c = -1; c <= 1; ++c) {
        if (stencil == 5 && r != 0 && c != 0) continue;
        const int other = at(cell / columns + r, cell % columns + c);
        if (other >= 0 && other != owner[cell] && std::find(all.begin(), all.end(), other) == all.end())
          all.push_back(other);
      }
    return all;
  }
  // Counts what the cell and those around it send, and its sides.
  double weigh(int cell, int sign) {
    double cost = 0;
    const int row = cell / columns;
    const int column = cell % columns;
    if (objective == "total") {
      for (const auto& [r, c] : {std::pair(0, 1), {0, -1}, {1, 0}, {-1, 0}}) {
        const int other = at(row + r, column + c);
        if (other < 0 || other == owner[cell]) continue;
        cost += 1;
        if (latency <= 0) continue;
        int& common = sides[std::minmax(owner[cell], other)];
        const bool was = common > 0;
        common += sign;
        cost += sign * latency * ((common > 0) - was);
      }
      return cost;
    }
    for (int r = -1; r <= 1; ++r)
      for (int c = -1; c <= 1; ++c) {
        if ((stencil == 5 && r != 0 && c != 0) || at(row + r, column + c) < 0) continue;
        for (const int reader : readers((row + r) * columns + column + c)) {
          received[reader] += sign;
          cost += 1;
        }
      }
    return cost;
  }
  [[nodiscard]] double beyond(double load_of_part, int part) const {
    return std::max({load_of_part - most[part], least[part] - load_of_part, 0.0});
  }
  // Whether its part hangs together around a cell without it.
  [[nodiscard]] bool may_leave(int cell) const {
    if (count[owner[cell]] < 2) return false;
    if (!connected) return true;
    static constexpr int around[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    int runs = 0;
    bool has[8];
    for (int k = 0; k < 8; ++k)
      has[k] = at(cell / columns + around[k][0], cell % columns + around[k][1]) == owner[cell];
    for (int k = 0; k < 8; k += 2)
      if (has[k] && !(has[(k + 1) % 8] && has[(k + 2) % 8])) ++runs;
    return runs <= 1;
  }
};

void anneal_cells() {
  Cells p;
  int connected = 0;
  std::cin >> p.rows >> p.columns >> p.parts >> p.stencil >> p.objective >> p.latency >> p.price >> connected;
  p.connected = connected != 0;
  const auto size = static_cast<std::size_t>(p.rows * p.columns);
  p.least = read_numbers(p.parts);
  p.most = read_numbers(p.parts);
  p.load = read_numbers(size);
  for (const double each : read_numbers(size)) p.owner.push_back(static_cast<int>(each));
  for (const double each : read_numbers(size)) p.previous.push_back(static_cast<int>(each));
  p.had.assign(p.parts, 0);
  p.count.assign(p.parts, 0);
  p.received.assign(p.parts, 0);
  double active = 0;
  for (std::size_t cell = 0; cell < size; ++cell) {
    if (p.owner[cell] < 0) continue;
    p.had[p.owner[cell]] += p.load[cell];
    ++p.count[p.owner[cell]];
    ++active;
    for (const int reader : p.readers(cell)) ++p.received[reader];
    if (p.latency > 0)
      for (const auto& [r, c] : {std::pair(0, 1), {1, 0}})
        if (const int other = p.at(cell / p.columns + r, cell % p.columns + c); other >= 0 && other != p.owner[cell])
          ++p.sides[std::minmax(p.owner[cell], other)];
  }
  const double mean = std::accumulate(p.had.begin(), p.had.end(), 0.0) / active;
  const bool busiest = p.objective == "busiest";
  const auto most_received = [&] { return *std::max_element(p.received.begin(), p.received.end()); };
  std::vector<int> best = p.owner;
  double cost = busiest ? most_received() : 0;  // beyond that of the beginning
  double least = cost;
  int goal = busiest ? most_received() - 1 : 0;
  double excess = 0;
  for (int k = 0; k < p.parts; ++k) excess += p.beyond(p.had[k], k);
  const auto over = [&] {
    double sum = 0;
    for (const int each : p.received) sum += each > goal ? (each - goal) * (1 + 0.3 * (each - goal)) : 0;
    return sum;
  };
  // The change of the cost, and of the loads beyond their limits.
  const auto put = [&](int cell, int to) {
    const int from = p.owner[cell];
    const double before = busiest ? over() : 0;
    double change = -p.weigh(cell, -1);
    excess -= p.beyond(p.had[from], from) + p.beyond(p.had[to], to);
    p.had[from] -= p.load[cell];
    p.had[to] += p.load[cell];
    excess += p.beyond(p.had[from], from) + p.beyond(p.had[to], to);
    --p.count[from];
    ++p.count[to];
    p.owner[cell] = to;
    change += p.weigh(cell, 1);
    if (p.previous[cell] >= -1 && p.previous[cell] != -1)
      change += p.price * ((p.previous[cell] != to) - (p.previous[cell] != from));
    return busiest ? 0.3 * change + over() - before : change;
  };
  const double price_of_excess = 0.6 / mean;
  std::vector<int> cells;
  for (std::size_t cell = 0; cell < size; ++cell)
    if (p.owner[cell] >= 0) cells.push_back(static_cast<int>(cell));
  const auto drawn_border = [&](int& to) {
    for (int tries = 0; tries < 2000; ++tries) {
      const int cell = cells[below(static_cast<int>(cells.size()))];
      static constexpr int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
      const auto* step = steps[below(4)];
      to = p.at(cell / p.columns + step[0], cell % p.columns + step[1]);
      if (to >= 0 && to != p.owner[cell]) return cell;
    }
    return -1;
  };
  const auto restart = [&] {
    for (const int cell : cells)
      if (p.owner[cell] != best[cell]) put(cell, best[cell]);
    cost = busiest ? most_received() : least;
  };
  cooled(0.8, 0.12, restart, [&](double heat) {
    int to = 0;
    int back = 0;
    const int cell = drawn_border(to);
    if (cell < 0 || !p.may_leave(cell)) return;
    const int from = p.owner[cell];
    const double before = excess;
    double change = put(cell, to);
    int second = -1;
    if (excess > before && below(2) == 0) {  // another cell in return
      second = drawn_border(back);
      for (int k = 0; k < 40 && second >= 0 && p.owner[second] != to; ++k) second = drawn_border(back);
      if (second >= 0 && p.owner[second] == to && second != cell && p.may_leave(second))
        change += put(second, back);
      else
        second = -1;
    }
    if (!accepts(change + price_of_excess * (excess - before), heat)) {
      if (second >= 0) put(second, to);
      put(cell, from);
      excess = before;
      return;
    }
    cost = busiest ? most_received() : cost + change;
    if (excess > 1e-9 * mean || !(cost < least - 1e-9)) return;
    least = cost;
    best = p.owner;
    goal = busiest ? most_received() - 1 : 0;
  });
  for (const int each : best) std::printf("%d ", each);
}

// --- Rectangles and boxes: slicing trees, in two or three dimensions

struct Node {
  int parent = -1, first = -1, second = -1, axis = 0;
  double size = 0;
};

struct Tree {
  int axes = 2, leaves = 0, root = 0;
  double latency = 0;
  std::vector<double> extent;
  std::vector<Node> nodes;
  std::vector<std::vector<double>> low, high;

  double place(int node, const std::vector<double>& from, const std::vector<double>& to) {
    const Node& n = nodes[node];
    if (n.first < 0) {
      low[node] = from;
      high[node] = to;
      return 0;
    }
    double face = 1;
    for (int k = 0; k < axes; ++k)
      if (k != n.axis) face *= to[k] - from[k];
    std::vector<double> middle_to = to;
    std::vector<double> middle_from = from;
    middle_from[n.axis] = middle_to[n.axis] = from[n.axis] + (to[n.axis] - from[n.axis]) * nodes[n.first].size / n.size;
    return face + place(n.first, from, middle_to) + place(n.second, middle_from, to);
  }
  double cost() {
    double sum = place(root, std::vector<double>(axes, 0.0), extent);
    if (latency <= 0) return sum;
    const double near = 1e-9 * std::accumulate(extent.begin(), extent.end(), 0.0);
    for (int i = 0; i < leaves; ++i)
      for (int j = 0; j < i; ++j) {
        int wide = 0;
        bool touch = true;
        for (int k = 0; k < axes && touch; ++k) {
          const double common = std::min(high[i][k], high[j][k]) - std::max(low[i][k], low[j][k]);
          touch = common >= -near;
          wide += common > near;
        }
        sum += touch && wide >= axes - 1 ? latency : 0;
      }
    return sum;
  }
  [[nodiscard]] bool is_below(int node, int above) const {
    for (; node >= 0; node = nodes[node].parent)
      if (node == above) return true;
    return false;
  }
  void put(int parent, int old, int node) {
    nodes[node].parent = parent;
    if (parent < 0)
      root = node;
    else
      (nodes[parent].first == old ? nodes[parent].first : nodes[parent].second) = node;
  }
  void weigh_up(int node) {
    for (; node >= 0; node = nodes[node].parent)
      nodes[node].size = nodes[nodes[node].first].size + nodes[nodes[node].second].size;
  }
  bool change() {
    const int all = static_cast<int>(nodes.size());
    const int kind = below(4);
    if (kind == 0) {
      const int node = leaves + below(all - leaves);
      if (below(3) == 0)
        std::swap(nodes[node].first, nodes[node].second);
      else
        nodes[node].axis = (nodes[node].axis + 1 + below(axes - 1)) % axes;
      return true;
    }
    const int a = below(kind == 1 ? leaves : all);
    const int b = below(kind == 1 ? leaves : all);
    if (is_below(a, b) || is_below(b, a)) return false;
    const int above_a = nodes[a].parent;
    const int above_b = nodes[b].parent;
    if (kind <= 2) {
      if (above_a == above_b) return false;
      put(above_a, a, b);
      nodes[a].parent = above_b;
      (nodes[above_b].first == b ? nodes[above_b].first : nodes[above_b].second) = a;
      weigh_up(above_a);
      weigh_up(above_b);
      return true;
    }
    // a is cut out and put beside b
    if (above_b == above_a || b == above_a) return false;
    const int sibling = nodes[above_a].first == a ? nodes[above_a].second : nodes[above_a].first;
    const int grandparent = nodes[above_a].parent;
    put(grandparent, above_a, sibling);
    put(nodes[b].parent, b, above_a);
    nodes[b].parent = above_a;
    nodes[above_a].first = below(2) ? a : b;
    nodes[above_a].second = nodes[above_a].first == a ? b : a;
    nodes[above_a].axis = below(axes);
    weigh_up(grandparent);
    weigh_up(above_a);
    return true;
  }
  // Joins boxes that straight cuts separate; -1 where they do not.
  int join(std::vector<int> group, const std::vector<std::vector<double>>& from,
           const std::vector<std::vector<double>>& to) {
    if (group.size() == 1) return group[0];
    const double near = 1e-9 * std::accumulate(extent.begin(), extent.end(), 0.0);
    for (int axis = 0; axis < axes; ++axis) {
      std::sort(group.begin(), group.end(), [&](int i, int j) { return from[i][axis] < from[j][axis]; });
      double end = 0;
      for (std::size_t k = 1; k < group.size(); ++k) {
        end = std::max(end, to[group[k - 1]][axis]);
        if (from[group[k]][axis] < end - near) continue;
        const int first = join({group.begin(), group.begin() + k}, from, to);
        const int second = first < 0 ? -1 : join({group.begin() + k, group.end()}, from, to);
        return second < 0 ? -1 : add(first, second, axis);
      }
    }
    return -1;
  }
  int add(int first, int second, int axis) {
    nodes.push_back({-1, first, second, axis, nodes[first].size + nodes[second].size});
    nodes[first].parent = nodes[second].parent = root = static_cast<int>(nodes.size()) - 1;
    return root;
  }
};

void anneal_tree() {
  Tree tree;
  std::cin >> tree.axes >> tree.leaves >> tree.latency;
  tree.extent = read_numbers(tree.axes);
  const std::vector<double> weights = read_numbers(tree.leaves);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::vector<double>> from, to;
  std::vector<int> all(tree.leaves);
  std::iota(all.begin(), all.end(), 0);
  for (int i = 0; i < tree.leaves; ++i) {
    tree.nodes.push_back({-1, -1, -1, 0, weights[i] / whole});
    from.push_back(read_numbers(tree.axes));
    to.push_back(read_numbers(tree.axes));
    for (int k = 0; k < tree.axes; ++k) to[i][k] += from[i][k];
  }
  tree.low.resize(2 * tree.leaves);
  tree.high.resize(2 * tree.leaves);
  if (tree.join(all, from, to) < 0) {
    tree.nodes.resize(tree.leaves);
    for (Node& node : tree.nodes) node.parent = -1;
    int last = 0;
    for (int i = 1; i < tree.leaves; ++i) last = tree.add(last, i, below(tree.axes));
  }
  double face = 1;
  for (const double side : tree.extent) face *= side / std::cbrt(tree.leaves);
  face = std::pow(face, (tree.axes - 1.0) / tree.axes);
  Tree best = tree;
  double cost = tree.cost();
  double least = cost;
  Tree trial = tree;
  cooled(
      0.3 * face, 0.0005 * face,
      [&] {
        tree = trial = best;
        cost = least;
      },
      [&](double heat) {
        if (!trial.change()) return;
        const double next = trial.cost();
        if (!accepts(next - cost, heat)) {
          trial = tree;
          return;
        }
        tree = trial;
        cost = next;
        if (cost >= least * (1 - 1e-12)) return;
        least = cost;
        best = tree;
      });
  best.cost();
  for (int i = 0; i < tree.leaves; ++i)
    for (int k = 0; k < tree.axes; ++k) std::printf("%.17g %.17g ", best.low[i][k], best.high[i][k] - best.low[i][k]);
}

// --- Process grids: whole lengths change, and the fastest process gets the largest block

void anneal_grid() {
  int axes = 0;
  std::cin >> axes;
  std::vector<int> edges;
  std::vector<std::vector<int>> lengths(axes);
  int cells = 1;
  for (const double each : read_numbers(axes)) cells *= edges.emplace_back(static_cast<int>(each));
  const std::vector<double> speeds = read_numbers(cells);
  for (int k = 0; k < axes; ++k)
    for (const double each : read_numbers(edges[k])) lengths[k].push_back(static_cast<int>(each));
  std::vector<double> sorted = speeds;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> volumes(cells);
  const auto fill = [&] {
    for (int cell = 0; cell < cells; ++cell) {
      double volume = 1;
      for (int k = 0, place = cell; k < axes; place /= edges[k++]) volume *= lengths[k][place % edges[k]];
      volumes[cell] = volume;
    }
  };
  double slowest = 0;
  const auto energy = [&] {
    fill();
    std::sort(volumes.begin(), volumes.end());
    slowest = 0;
    double mean = 0;
    for (int k = 0; k < cells; ++k) {
      slowest = std::max(slowest, volumes[k] / sorted[k]);
      mean += volumes[k] / sorted[k] / cells;
    }
    return slowest + 0.02 * mean;
  };
  double cost = energy();
  double least = slowest;
  auto best = lengths;
  const double scale = slowest;
  cooled(
      0.05 * scale, 0.0002 * scale,
      [&] {
        lengths = best;
        cost = energy();
      },
      [&](double heat) {
        const auto before = lengths;
        for (int times = 1 + below(2); times > 0; --times) {
          std::vector<int>& slices = lengths[below(axes)];
          const int count = static_cast<int>(slices.size());
          const int from = below(count);
          const int to = below(count);
          const int most = std::max(1, static_cast<int>(slices[from] * std::pow(0.5, 1 + 8 * unit())));
          const int amount = std::min(slices[from], 1 + below(most));
          slices[from] -= amount;
          slices[to] += amount;
        }
        const double next = energy();
        if (!accepts(next - cost, heat)) {
          lengths = before;
          return;
        }
        cost = next;
        if (slowest >= least * (1 - 1e-12)) return;
        least = slowest;
        best = lengths;
      });
  lengths = best;
  fill();
  std::vector<int> order(cells), fastest(cells), mapping(cells);
  std::iota(order.begin(), order.end(), 0);
  fastest = order;
  std::sort(order.begin(), order.end(), [&](int i, int j) { return volumes[i] < volumes[j]; });
  std::sort(fastest.begin(), fastest.end(), [&](int i, int j) { return speeds[i] < speeds[j]; });
  for (int k = 0; k < cells; ++k) mapping[order[k]] = fastest[k];
  for (const auto& slices : lengths)
    for (const int each : slices) std::printf("%d ", each);
  for (const int each : mapping) std::printf("%d ", each);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  seconds = std::stod(arguments[1]);
  bits.seed(std::stoull(arguments[2]));
  std::string family;
  std::cin >> family;
  if (family == "cells") anneal_cells();
  if (family == "tree") anneal_tree();
  if (family == "grid") anneal_grid();
  return 0;
}
