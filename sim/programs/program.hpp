// Descriptions of data-parallel programs: operations in loop nests on arrays that are aligned to one template; affine
// expressions in their indices; and the same programs with other parameters or on another machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace apportion {

/// The values of the loop indices in one iteration.
using LoopIndices = std::map<std::string, std::int64_t, std::less<>>;

/// constant + sum of coefficient * index.
struct Affine {
  Affine() = default;
  Affine(std::int64_t value) : constant(value) {}  // NOLINT: a number is an expression
  Affine(std::int64_t value, std::map<std::string, std::int64_t, std::less<>> factors)
      : constant(value), coefficients(std::move(factors)) {}

  std::int64_t constant = 0;
  std::map<std::string, std::int64_t, std::less<>> coefficients = {};

  /// InputError for an index without a value, and if the result exceeds 10^15.
  [[nodiscard]] std::int64_t at(const LoopIndices& indices) const;

  [[nodiscard]] bool uses(const std::string& index) const { return coefficients.contains(index); }
  bool operator==(const Affine&) const = default;
};

/// The machine's time per word and processor. Chatterjee et al., Section 5.3.
struct MachineRates {
  double rho = 1;    ///< all-to-all personalised communication
  double sigma = 1;  ///< broadcast (spread)
  double nu = 1;     ///< grid communication (shift)
};

/// index = from, from + step, ... up to `to` (down to it if the step is negative); or, with a factor,
/// index = from, from * factor, ... up to `to`.
struct Loop {
  std::string index;
  Affine from;
  Affine to;
  std::int64_t step = 1;                    ///< not 0
  std::optional<std::int64_t> factor = {};  ///< >= 2, and then from >= 1
};

/// One axis of an array: its elements i = 1..extent are at cells stride * (i - 1) + offset of a template dimension. All
/// of it may vary with the loop indices (mobile alignment). A section lower : upper : by of the axis takes the elements
/// lower, lower + by, ...
struct ArrayAxis {
  struct Section {
    Affine lower;
    Affine upper;
    Affine by = 1;
  };

  Affine dimension;  ///< 1..rank
  Affine extent = {};
  std::optional<Section> section = {};  ///< instead of the extent
  Affine stride = 1;
  Affine offset = {};
};

/// An array object and its alignment to the template. In a dimension without an axis it is at one cell, or replicated.
struct ArrayObject {
  struct Position {
    std::size_t dimension = 1;  ///< 1..rank
    Affine cell;
  };

  std::string name;
  std::vector<ArrayAxis> axes;
  std::vector<Position> positions = {};      ///< cell 0 where no position is given
  std::vector<std::size_t> replicated = {};  ///< dimensions, 1..rank
};

/// Calls visit() for each expression of an object, const or not, that depends on loop indices.
template <class Object, class Visit>
void for_each_expression(Object& object, const Visit& visit) {
  for (auto& axis : object.axes) {
    for (auto* expression : {&axis.dimension, &axis.extent, &axis.stride, &axis.offset}) visit(*expression);
    if (axis.section)
      for (auto* expression : {&axis.section->lower, &axis.section->upper, &axis.section->by}) visit(*expression);
  }
  for (auto& position : object.positions) visit(position.cell);
}

/// An operation. It computes `object` in each iteration of its loop nest, taking `time` per element; a reduction works
/// over the elements of its operand instead.
struct ProgramNode {
  std::string name;
  std::vector<Loop> loops = {};  ///< outermost first
  std::size_t object = 0;        ///< index of an object
  std::optional<std::size_t> operand = {};
  double time = 0;

  /// The object whose elements the operation works over.
  [[nodiscard]] std::size_t worked() const { return operand.value_or(object); }
};

enum class RealignmentKind {
  none,
  general,  ///< another axis map or stride: all to all
  spread,   ///< from one copy to replicated
  shift     ///< another offset
};

/// A change of alignment along an edge.
struct Realignment {
  RealignmentKind kind = RealignmentKind::none;
  std::vector<std::size_t> dimensions = {};  ///< concerned, 1..rank; of a shift, those with by != 0
  std::vector<Affine> by = {};               ///< of a shift: cells in each template dimension
};

/// Data that flow from one node to another (or to itself, in the next iteration), once in each iteration of the first
/// node.
struct ProgramEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  std::optional<std::size_t> object = {};  ///< carried; by default the one that `from` computes
  std::optional<double> data = {};         ///< elements carried in total; counted by default
  double copies = 1;                       ///< number of copies of the counted elements, if they are spread
  Realignment realignment = {};
};

struct Program {
  std::string name;
  std::size_t rank = 1;  ///< of the template, 1..7
  std::int64_t processors = 1;
  MachineRates rates = {};
  std::vector<ArrayObject> objects = {};
  std::vector<ProgramNode> nodes = {};
  std::vector<ProgramEdge> edges = {};

  [[nodiscard]] std::size_t carried(const ProgramEdge& edge) const {
    return edge.object.value_or(nodes[edge.from].object);
  }
};

/// Throws InputError, which names the place, for: rank, processors (1..65536), rates, times or data out of range;
/// objects with dimensions that the template lacks or that are taken twice; a loop that never ends; an index without a
/// loop or with two; a node or object number that does not exist; duplicate names.
void validate(const Program& program);

/// Replaces parameters by their values in all expressions of a program. InputError if a loop index has the name of a
/// parameter, or if a number exceeds 10^15.
void substitute(Program& program, const LoopIndices& parameters);

/// Multiplies rho, sigma and nu, the costs of communication relative to computation.
void multiply_rates(Program& program, double factor);

}  // namespace apportion
