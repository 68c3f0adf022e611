// Validation of program descriptions, and substitution of their parameters.
#include "sim/programs/program.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string_view>

#include "base/error.hpp"
#include "sim/programs/distribution.hpp"

namespace apportion {
namespace {

// --- Evaluation of affine expressions

constexpr std::int64_t largest_value = 1'000'000'000'000'000;

// --- Validation

using Indices = std::set<std::string, std::less<>>;

void require_number(const std::string& place, double value) {
  if (!std::isfinite(value) || value < 0)
    throw InputError("{} is {}; it must be a finite number, at least 0", place, value);
}

void require_indices(const std::string& place, const Affine& expression, const Indices& indices) {
  for (const auto& [index, coefficient] : expression.coefficients)
    if (!indices.contains(index)) throw InputError("{}: no loop over '{}' encloses it", place, index);
}

void require_dimension(const std::string& place, std::int64_t dimension, std::size_t rank) {
  if (dimension < 1 || dimension > static_cast<std::int64_t>(rank))
    throw InputError("{} is template dimension {}; there are 1 to {}", place, dimension, rank);
}

template <class Named>
void require_names(std::string_view kind, const std::vector<Named>& all) {
  std::set<std::string, std::less<>> names;
  for (const Named& each : all)
    if (!names.insert(each.name).second) throw InputError("{} '{}' is given twice", kind, each.name);
}

void validate_object(const ArrayObject& object, std::size_t rank) {
  const std::string place = fmt::format("object '{}'", object.name);
  std::set<std::int64_t> taken;
  const auto take = [&](const std::string& what, std::int64_t dimension) {
    require_dimension(what, dimension, rank);
    if (!taken.insert(dimension).second)
      throw InputError("{} is template dimension {}, which is taken already", what, dimension);
  };
  for (std::size_t a = 0; a < object.axes.size(); ++a)
    if (object.axes[a].dimension.coefficients.empty())
      take(fmt::format("{}, axis {}", place, a + 1), object.axes[a].dimension.constant);
  for (const ArrayObject::Position& position : object.positions)
    take(place + ", position", static_cast<std::int64_t>(position.dimension));
  for (const std::size_t dimension : object.replicated)
    take(place + ", replicated", static_cast<std::int64_t>(dimension));
}

void validate_loop(const std::string& place, const Loop& loop, Indices& indices) {
  if (loop.index.empty()) throw InputError(place + " has no index");
  require_indices(place, loop.from, indices);
  require_indices(place, loop.to, indices);
  if (!loop.factor && loop.step == 0) throw InputError(place + " never ends: its step is 0");
  if (loop.factor && *loop.factor < 2)
    throw InputError("{} never ends: its factor is {}; it must be at least 2", place, *loop.factor);
  if (!indices.insert(loop.index).second) throw InputError("{} is within another loop over '{}'", place, loop.index);
}

// The object's expressions may use only the indices of the loops around its use.
void validate_use(const std::string& use, const Program& program, std::size_t index, const Indices& indices) {
  if (index >= program.objects.size())
    throw InputError("{} is object {}; there are {}", use, index, program.objects.size());
  const ArrayObject& object = program.objects[index];
  const std::string place = fmt::format("{}: object '{}'", use, object.name);
  for_each_expression(object, [&](const Affine& expression) { require_indices(place, expression, indices); });
}

Indices loop_indices(const ProgramNode& node) {
  Indices indices;
  for (const Loop& loop : node.loops) indices.insert(loop.index);
  return indices;
}

void validate_node(const Program& program, const ProgramNode& node) {
  const std::string place = fmt::format("node '{}'", node.name);
  Indices indices;
  for (std::size_t l = 0; l < node.loops.size(); ++l)
    validate_loop(fmt::format("{}, loop {} over '{}'", place, l + 1, node.loops[l].index), node.loops[l], indices);
  validate_use(place, program, node.object, indices);
  if (node.operand) validate_use(place + ", operand", program, *node.operand, indices);
  require_number(place + ": time", node.time);
}

void validate_shift(const std::string& place, const Program& program, const ProgramEdge& edge) {
  const std::vector<Affine>& by = edge.realignment.by;
  if (by.size() != program.rank)
    throw InputError("{}: the shift has {} numbers; it needs one a template dimension: {}", place, by.size(),
                     program.rank);
  for (const std::size_t dimension : program.objects[program.carried(edge)].replicated)
    if (by[dimension - 1] != Affine(0))
      throw InputError("{}: the shift moves dimension {}, in which the object is replicated", place, dimension);
  for (const Affine& distance : by) require_indices(place, distance, loop_indices(program.nodes[edge.from]));
}

void validate_edge(const Program& program, std::size_t index) {
  const ProgramEdge& edge = program.edges[index];
  for (const std::size_t end : {edge.from, edge.to})
    if (end >= program.nodes.size())
      throw InputError("edge {} joins node {}; there are {}", index, end, program.nodes.size());
  const std::string place =
      fmt::format("edge {} ('{}' to '{}')", index, program.nodes[edge.from].name, program.nodes[edge.to].name);
  validate_use(place, program, program.carried(edge), loop_indices(program.nodes[edge.from]));
  if (edge.data) require_number(place + ": data", *edge.data);
  require_number(place + ": copies", edge.copies);
  for (const std::size_t dimension : edge.realignment.dimensions)
    require_dimension(place + ": realignment", static_cast<std::int64_t>(dimension), program.rank);
  if (edge.realignment.kind == RealignmentKind::shift) validate_shift(place, program, edge);
}

// --- Substitution of numbers for names, and scaling of rates

// Afterwards the expression depends on loop indices only.
void substitute(Affine& expression, const LoopIndices& parameters) {
  Affine known = expression.constant;
  Affine left;
  for (const auto& [name, coefficient] : expression.coefficients)
    (parameters.contains(name) ? known : left).coefficients.emplace(name, coefficient);
  left.constant = known.at(parameters);
  expression = left;
}

void substitute(ProgramNode& node, const LoopIndices& parameters) {
  for (Loop& loop : node.loops) {
    if (parameters.contains(loop.index))
      throw InputError("node '{}': '{}' is a parameter; a loop needs another index", node.name, loop.index);
    substitute(loop.from, parameters);
    substitute(loop.to, parameters);
  }
}

}  // namespace

std::int64_t Affine::at(const LoopIndices& indices) const {
  std::int64_t sum = constant;
  bool overflows = false;
  for (const auto& [index, coefficient] : coefficients) {
    const auto value = indices.find(index);
    if (value == indices.end()) throw InputError("there is no loop over '" + index + "' around it");
    std::int64_t term = 0;
    overflows = __builtin_mul_overflow(coefficient, value->second, &term) || overflows;
    overflows = __builtin_add_overflow(sum, term, &sum) || overflows;
  }
  if (overflows || sum > largest_value || sum < -largest_value)
    throw InputError("an expression passes 10^15; give smaller numbers");
  return sum;
}

void validate(const Program& program) {
  if (program.rank < 1 || program.rank > most_template_dimensions)
    throw InputError("rank is {}; it must be 1 to {}", program.rank, most_template_dimensions);
  if (program.processors < 1 || program.processors > most_template_processors)
    throw InputError("processors is {}; it must be 1 to {}", program.processors, most_template_processors);
  require_number("rho", program.rates.rho);
  require_number("sigma", program.rates.sigma);
  require_number("nu", program.rates.nu);
  if (program.nodes.empty()) throw InputError("the program has no nodes; it needs at least one");
  require_names("object", program.objects);
  require_names("node", program.nodes);
  for (const ArrayObject& object : program.objects) validate_object(object, program.rank);
  for (const ProgramNode& node : program.nodes) validate_node(program, node);
  for (std::size_t e = 0; e < program.edges.size(); ++e) validate_edge(program, e);
}

void substitute(Program& program, const LoopIndices& parameters) {
  for (ArrayObject& object : program.objects)
    for_each_expression(object, [&](Affine& expression) { substitute(expression, parameters); });
  for (ProgramNode& node : program.nodes) substitute(node, parameters);
  for (ProgramEdge& edge : program.edges)
    for (Affine& distance : edge.realignment.by) substitute(distance, parameters);
}

void multiply_rates(Program& program, double factor) {
  for (double* rate : {&program.rates.rho, &program.rates.sigma, &program.rates.nu}) *rate *= factor;
}

}  // namespace apportion
