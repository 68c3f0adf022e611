// Loads of cells, their prefix sums, and models that draw them.
#include "extensions/cells/sim/cell_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {
namespace {

std::size_t index(std::int64_t row, std::int64_t column, std::int64_t columns) {
  return static_cast<std::size_t>(row * columns + column);
}

void require_size(std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1 || rows > most_single_cells / columns)
    throw InputError("loads are {} x {}; they must be at least 1 x 1, and at most {} cells", rows, columns,
                     most_single_cells);
}

std::shared_ptr<const double[]> shared(std::int64_t rows, std::int64_t columns, std::vector<double> loads) {
  require_size(rows, columns);
  if (static_cast<std::int64_t>(loads.size()) != rows * columns)
    throw InputError("there are {} loads; {} x {} cells need {}", loads.size(), rows, columns, rows * columns);
  const auto kept = std::make_shared<const std::vector<double>>(std::move(loads));
  return {kept, kept->data()};
}

void require_loads(std::int64_t columns, std::span<const double> loads) {
  const auto wrong = std::ranges::find_if_not(loads, [](double load) { return load >= 0 && std::isfinite(load); });
  if (wrong == loads.end()) return;
  const auto cell = wrong - loads.begin();
  throw InputError("the load of row {}, column {} is {}; it must be finite and not negative", cell / columns,
                   cell % columns, *wrong);
}

// The median of the loads above 0; of an even number of loads the mean of the two in the middle.
double median_of(std::span<const double> loads, double greatest) {
  std::vector<double> active;
  if (std::ranges::all_of(loads, [&](double load) { return load == 0 || load == greatest; })) return greatest;
  std::ranges::copy_if(loads, std::back_inserter(active), [](double load) { return load > 0; });
  const auto middle = active.begin() + static_cast<std::ptrdiff_t>(active.size() / 2);
  std::ranges::nth_element(active, middle);
  if (active.size() % 2 == 1) return *middle;
  return *std::max_element(active.begin(), middle) / 2 + *middle / 2;
}

// The sum over a rectangle; `before` gives the sum over all cells above and to the left of a corner.
template <class Before>
auto sum_over(const Rect& rect, const Before& before) {
  const auto top = static_cast<std::int64_t>(rect.row);
  const auto left = static_cast<std::int64_t>(rect.column);
  const auto bottom = static_cast<std::int64_t>(rect.row_end());
  const auto right = static_cast<std::int64_t>(rect.column_end());
  return before(bottom, right) - before(top, right) - before(bottom, left) + before(top, left);
}

// --- Models: distances to points of reference, and value noise for coastlines

struct Sides {
  std::int64_t layers = 1;
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  [[nodiscard]] std::int64_t cells() const { return layers * rows * columns; }
  [[nodiscard]] double longest() const { return static_cast<double>(std::max({layers, rows, columns})); }
};

/// A place by layer, row and column, in which cells have the side 1.
using Point = std::array<double, 3>;

Point centre_of(std::int64_t layer, std::int64_t row, std::int64_t column) {
  return {static_cast<double>(layer) + 0.5, static_cast<double>(row) + 0.5, static_cast<double>(column) + 0.5};
}

double square_of_distance(const Point& one, const Point& other) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += (one[axis] - other[axis]) * (one[axis] - other[axis]);
  return sum;
}

/// Calls load(centre, number of the cell within its layer) for each cell.
template <class Load>
std::vector<double> cell_by_cell(const Sides& sides, Load load) {
  std::vector<double> loads;
  loads.reserve(static_cast<std::size_t>(sides.cells()));
  for (std::int64_t layer = 0; layer < sides.layers; ++layer)
    for (std::int64_t row = 0; row < sides.rows; ++row)
      for (std::int64_t column = 0; column < sides.columns; ++column)
        loads.push_back(load(centre_of(layer, row, column), index(row, column, sides.columns)));
  return loads;
}

std::vector<double> uniform(const Sides& sides, RandomStream& stream) {
  boost::random::uniform_int_distribution<int> any_load(1000, 1200);
  return cell_by_cell(sides, [&](const Point&, std::size_t) { return static_cast<double>(any_load(stream)); });
}

/// Loads that fall with the distance of a cell.
template <class Distance>
std::vector<double> falling(const Sides& sides, RandomStream& stream, Distance distance) {
  constexpr double least_divisor = 0.1;
  boost::random::uniform_real_distribution<double> below_cells(0.0, static_cast<double>(sides.cells()));
  return cell_by_cell(sides, [&](const Point& at, std::size_t) {
    return std::max(1.0, std::floor(below_cells(stream) / (distance(at) + least_divisor)));
  });
}

std::vector<double> diagonal(const Sides& sides, RandomStream& stream) {
  const auto rows = static_cast<double>(sides.rows);
  const auto columns = static_cast<double>(sides.columns);
  const double length = std::sqrt(rows * rows + columns * columns);
  return falling(sides, stream, [=](const Point& at) { return std::fabs(at[1] * columns - at[2] * rows) / length; });
}

template <std::size_t Count>
std::vector<double> peaks(const Sides& sides, RandomStream& stream) {
  boost::random::uniform_int_distribution<std::int64_t> any_row(0, sides.rows - 1);
  boost::random::uniform_int_distribution<std::int64_t> any_column(0, sides.columns - 1);
  std::array<Point, Count> places;
  for (Point& place : places) {
    const std::int64_t row = any_row(stream);
    place = centre_of(0, row, any_column(stream));
  }
  return falling(sides, stream, [&](const Point& at) {
    double least = std::numeric_limits<double>::infinity();
    for (const Point& place : places) least = std::min(least, square_of_distance(at, place));
    return std::sqrt(least);
  });
}

/// Where the centres of the cells of one side lie between the points of a lattice.
struct LatticePlaces {
  std::vector<std::size_t> before = {};  ///< the point at or before the centre
  std::vector<double> weight = {};       ///< the weight of the point after the centre
};

LatticePlaces lattice_places(std::int64_t cells, double spacing) {
  LatticePlaces places;
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    const double position = (static_cast<double>(cell) + 0.5) / spacing;
    const double before = std::floor(position);
    const double between = position - before;
    places.before.push_back(static_cast<std::size_t>(before));
    places.weight.push_back(between * between * (3 - 2 * between));
  }
  return places;
}

/// Adds one octave: random heights at the points of a lattice, smoothly interpolated between them.
void add_octave(const Sides& sides, double spacing, double height, RandomStream& stream, std::vector<double>& field) {
  const LatticePlaces down = lattice_places(sides.rows, spacing);
  const LatticePlaces across = lattice_places(sides.columns, spacing);
  const std::size_t width = across.before.back() + 2;
  boost::random::uniform_real_distribution<double> any_height(0.0, height);
  std::vector<double> lattice((down.before.back() + 2) * width);
  for (double& point : lattice) point = any_height(stream);
  std::size_t cell = 0;
  for (std::size_t row = 0; row < down.before.size(); ++row)
    for (std::size_t column = 0; column < across.before.size(); ++column) {
      const std::size_t corner = down.before[row] * width + across.before[column];
      const double weight = across.weight[column];
      const double above = lattice[corner] + weight * (lattice[corner + 1] - lattice[corner]);
      const double below = lattice[corner + width] + weight * (lattice[corner + width + 1] - lattice[corner + width]);
      field[cell++] += above + down.weight[row] * (below - above);
    }
}

// Makes the given share of the cells, the lowest ones of a field of noise, land.
std::vector<double> above_land(const Sides& sides, double waves, double land_share, RandomStream& stream) {
  constexpr int octaves = 7;
  std::vector<double> field(static_cast<std::size_t>(sides.cells()), 0.0);
  double spacing = static_cast<double>(std::max(sides.rows, sides.columns)) / waves;
  double height = 1;
  for (int octave = 0; octave < octaves && (octave == 0 || spacing >= 1); ++octave) {
    add_octave(sides, spacing, height, stream, field);
    spacing /= 2;
    height /= 2;
  }
  std::vector<double> sorted = field;
  const auto sea = static_cast<std::ptrdiff_t>(land_share * static_cast<double>(sides.cells()));
  std::ranges::nth_element(sorted, sorted.begin() + sea);
  const double sea_level = sorted[static_cast<std::size_t>(sea)];
  for (double& cell : field) cell = cell < sea_level ? 0 : 1;
  return field;
}

std::vector<double> coast(const Sides& sides, RandomStream& stream) { return above_land(sides, 4, 0.3, stream); }

std::vector<double> seas(const Sides& sides, RandomStream& stream) { return above_land(sides, 10, 0.55, stream); }

// --- Models in space

Point drawn_point(const Sides& sides, RandomStream& stream) {
  Point point{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t side = std::array{sides.layers, sides.rows, sides.columns}[axis];
    point[axis] = boost::random::uniform_real_distribution<double>(0.0, static_cast<double>(side))(stream);
  }
  return point;
}

// For each cell of a layer a sum of waves between -1 and 1: the first is half as long as the longer side, each further
// one has half the length and height.
std::vector<double> waves(const Sides& sides, int octaves, RandomStream& stream) {
  std::vector<double> field(index(sides.rows, 0, sides.columns), -1.0);
  double spacing = static_cast<double>(std::max(sides.rows, sides.columns)) / 2;
  double height = 1;
  for (int octave = 0; octave < octaves; ++octave) {
    add_octave(sides, std::max(spacing, 1.0), height, stream, field);
    spacing /= 2;
    height /= 2;
  }
  return field;
}

// Sets the loads outside the greatest connected piece to 0.
std::vector<double> greatest_piece(const Sides& sides, const std::vector<double>& loads) {
  CellProblem problem{
      .rows = sides.layers * sides.rows, .columns = sides.columns, .cluster = {}, .layers = sides.layers};
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, loads, problem.layers);
  std::vector<std::vector<std::size_t>> pieces;
  for_each_cell_of_seas(problem, [&](std::size_t cell, std::int32_t sea) {
    pieces.resize(static_cast<std::size_t>(sea) + 1);
    pieces.back().push_back(cell);
  });
  std::vector<double> kept(loads.size(), 0);
  for (const std::size_t cell : *std::ranges::max_element(pieces, {}, [](const auto& piece) { return piece.size(); }))
    kept[cell] = loads[cell];
  return kept;
}

std::vector<double> full(const Sides& sides, RandomStream& /*stream*/) {
  return std::vector<double>(static_cast<std::size_t>(sides.cells()), 1.0);
}

std::vector<double> ball(const Sides& sides, RandomStream& /*stream*/) {
  const Point half = {static_cast<double>(sides.layers) / 2, static_cast<double>(sides.rows) / 2,
                      static_cast<double>(sides.columns) / 2};
  return cell_by_cell(sides, [&](const Point& at, std::size_t) {
    const Point scaled = {at[0] / half[0], at[1] / half[1], at[2] / half[2]};
    return square_of_distance(scaled, {1, 1, 1}) <= 1 ? 1.0 : 0.0;
  });
}

std::vector<double> rock(const Sides& sides, RandomStream& stream) {
  constexpr double solid = 0.6;
  boost::random::uniform_real_distribution<double> any_radius(0.045 * sides.longest(), 0.105 * sides.longest());
  std::vector<double> loads = full(sides, stream);
  auto left = static_cast<std::int64_t>(loads.size());
  const auto wanted = std::max<std::int64_t>(1, static_cast<std::int64_t>((1 - solid) * static_cast<double>(left)));
  while (left > wanted) {
    const Point centre = drawn_point(sides, stream);
    const double radius = std::max(any_radius(stream), 1.0);
    const auto first = [&](std::size_t axis) {
      return std::max<std::int64_t>(0, static_cast<std::int64_t>(centre[axis] - radius - 1));
    };
    const auto last = [&](std::size_t axis, std::int64_t side) {
      return std::min(side, static_cast<std::int64_t>(centre[axis] + radius + 1));
    };
    for (std::int64_t layer = first(0); layer < last(0, sides.layers); ++layer)
      for (std::int64_t row = first(1); row < last(1, sides.rows); ++row)
        for (std::int64_t column = first(2); column < last(2, sides.columns); ++column) {
          double& load = loads[index(layer * sides.rows + row, column, sides.columns)];
          if (load == 0 || left == 1 || square_of_distance(centre_of(layer, row, column), centre) > radius * radius)
            continue;
          load = 0;
          --left;
        }
  }
  return greatest_piece(sides, loads);
}

std::vector<double> ocean(const Sides& sides, RandomStream& stream) {
  constexpr double mean_depth = 0.45;  // as a part of the layers
  const std::vector<double> heights = waves(sides, 5, stream);
  const auto layers = static_cast<double>(sides.layers);
  return greatest_piece(sides, cell_by_cell(sides, [&](const Point& at, std::size_t column) {
                          return at[0] < layers * (mean_depth + heights[column]) ? 1.0 : 0.0;
                        }));
}

std::vector<double> peaks_in_space(const Sides& sides, RandomStream& stream) {
  struct Peak {
    Point at = {};
    double height = 0;
    double width = 0;
  };
  boost::random::uniform_real_distribution<double> any_height(10, 40);
  boost::random::uniform_real_distribution<double> any_width(0.06 * sides.longest(), 0.16 * sides.longest());
  std::array<Peak, 4> peaks;
  for (Peak& peak : peaks) {
    peak.at = drawn_point(sides, stream);
    peak.height = any_height(stream);
    peak.width = any_width(stream);
  }
  return cell_by_cell(sides, [&](const Point& at, std::size_t) {
    double load = 1;
    for (const Peak& peak : peaks) {
      // About exp(-distance^2 / (2 width^2)); exp() does not give the same bits on every machine.
      const double fall = 1 + square_of_distance(at, peak.at) / (8 * peak.width * peak.width);
      load += peak.height / (fall * fall * fall * fall);
    }
    return std::floor(load + 0.5);
  });
}

std::vector<double> layers_in_space(const Sides& sides, RandomStream& stream) {
  constexpr std::array<double, 4> loads{1, 8, 2, 5};
  constexpr double height = 0.3;  // the height of the waves, as a part of the thickness of such a layer
  const std::vector<double> heights = waves(sides, 3, stream);
  return cell_by_cell(sides, [&](const Point& at, std::size_t column) {
    const double layer = 4 * at[0] / static_cast<double>(sides.layers) + height * heights[column];
    return loads[static_cast<std::size_t>(std::clamp(layer, 0.0, 3.0))];
  });
}

// --- The models by name

struct LoadModel {
  const char* name;
  std::vector<double> (*draw)(const Sides& sides, RandomStream& stream);
};
using LoadModels = std::array<LoadModel, 6>;

constexpr LoadModels models_in_plane = {{{"uniform", uniform},
                                         {"diagonal", diagonal},
                                         {"peak", peaks<1>},
                                         {"multi-peak", peaks<3>},
                                         {"coast", coast},
                                         {"seas", seas}}};
constexpr LoadModels models_in_space = {{{"full", full},
                                         {"ball", ball},
                                         {"rock", rock},
                                         {"ocean", ocean},
                                         {"peak", peaks_in_space},
                                         {"layers", layers_in_space}}};

// `size` describes the sides in errors.
CellLoads drawn(const LoadModels& models, const std::string& name, const Sides& sides, const std::string& size,
                RandomStream& stream) {
  const auto& [layers, rows, columns] = sides;
  if (layers < 1 || rows < 1 || columns < 1 || layers > most_single_cells / rows ||
      layers * rows > most_single_cells / columns)
    throw InputError("loads of {} cells cannot be drawn; there must be from 1 to {} cells", size, most_single_cells);
  const auto found = std::ranges::find(models, name, &LoadModel::name);
  if (found == models.end()) throw unknown_name("load model", name, collected(models, &LoadModel::name));
  return {layers * rows, columns, found->draw(sides, stream), layers};
}

}  // namespace

CellLoads::CellLoads(std::int64_t rows, std::int64_t columns, std::vector<double> loads, std::int64_t layers)
    : CellLoads(rows, columns, shared(rows, columns, std::move(loads)), layers) {}

CellLoads::CellLoads(std::int64_t rows, std::int64_t columns, std::shared_ptr<const double[]> loads,
                     std::int64_t layers)
    : rows_(rows), columns_(columns), layers_(layers), loads_(std::move(loads)) {
  require_size(rows, columns);
  const std::span<const double> all(loads_.get(), static_cast<std::size_t>(rows * columns));
  require_loads(columns, all);
  greatest_ = *std::ranges::max_element(all);
  sums_.assign(index(rows + 1, 0, columns + 1), 0);
  active_.assign(sums_.size(), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    double load = 0;
    std::int64_t active = 0;
    for (std::int64_t column = 0; column < columns; ++column) {
      load += at(row, column);
      active += is_active(row, column) ? 1 : 0;
      sums_[corner(row + 1, column + 1)] = load_before(row, column + 1) + load;
      active_[corner(row + 1, column + 1)] = active_before(row, column + 1) + active;
    }
  }
  if (!(total() > 0)) throw InputError("all cells have load 0; at least one must have more");
  if (!std::isfinite(total())) throw InputError("the sum of all loads is beyond the range of a double");
  constexpr double exact = 9007199254740992;  // 2^53
  median_ = median_of(all, greatest_);
  is_whole_ = total() < exact && std::ranges::all_of(all, [](double load) { return load == std::floor(load); });
}

double CellLoads::at(std::int64_t row, std::int64_t column) const { return loads_[index(row, column, columns_)]; }

double CellLoads::load_of(const Rect& rect) const {
  return sum_over(rect, [this](std::int64_t row, std::int64_t column) { return load_before(row, column); });
}

std::int64_t CellLoads::active_in(const Rect& rect) const {
  return sum_over(rect, [this](std::int64_t row, std::int64_t column) { return active_before(row, column); });
}

std::vector<std::string> load_models() { return collected(models_in_plane, &LoadModel::name); }

CellLoads draw_loads(const std::string& model, std::int64_t rows, std::int64_t columns, RandomStream& stream) {
  return drawn(models_in_plane, model, {1, rows, columns}, fmt::format("{} x {}", rows, columns), stream);
}

std::vector<std::string> load_models_in_space() { return collected(models_in_space, &LoadModel::name); }

CellLoads draw_loads_in_space(const std::string& model, std::int64_t layers, std::int64_t rows, std::int64_t columns,
                              RandomStream& stream) {
  return drawn(models_in_space, model, {layers, rows, columns}, fmt::format("{} x {} x {}", layers, rows, columns),
               stream);
}

}  // namespace apportion
