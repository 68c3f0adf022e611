// Substitution of numbers for names, and scaling of rates.
#include "sim/programs/parameters.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace apportion {
namespace {

// What is left depends on loop indices only.
void substitute(Affine& expression, const LoopIndices& parameters) {
  Affine known = expression.constant;
  Affine left;
  for (const auto& [name, coefficient] : expression.coefficients)
    (parameters.contains(name) ? known : left).coefficients.emplace(name, coefficient);
  left.constant = known.at(parameters);
  expression = left;
}

void substitute(ArrayObject& object, const LoopIndices& parameters) {
  for (ArrayAxis& axis : object.axes) {
    for (Affine* expression : {&axis.dimension, &axis.extent, &axis.stride, &axis.offset})
      substitute(*expression, parameters);
    if (axis.section)
      for (Affine* expression : {&axis.section->lower, &axis.section->upper, &axis.section->by})
        substitute(*expression, parameters);
  }
  for (ArrayObject::Position& position : object.positions) substitute(position.cell, parameters);
}

void substitute(ProgramNode& node, const LoopIndices& parameters) {
  for (Loop& loop : node.loops) {
    if (parameters.contains(loop.index))
      throw InputError(
          fmt::format("node '{}': '{}' is a parameter; a loop needs another index", node.name, loop.index));
    substitute(loop.from, parameters);
    substitute(loop.to, parameters);
  }
}

}  // namespace

void substitute(Program& program, const LoopIndices& parameters) {
  for (ArrayObject& object : program.objects) substitute(object, parameters);
  for (ProgramNode& node : program.nodes) substitute(node, parameters);
  for (ProgramEdge& edge : program.edges)
    for (Affine& distance : edge.realignment.by) substitute(distance, parameters);
}

void multiply_rates(Program& program, double factor) {
  for (double* rate : {&program.rates.rho, &program.rates.sigma, &program.rates.nu}) *rate *= factor;
}

}  // namespace apportion
