// What a program is asked for with other numbers: its parameters, such as the problem size, and its machine's rates.
#pragma once

#include "sim/programs/affine.hpp"
#include "sim/programs/program.hpp"

namespace apportion {

/// Puts the values of parameters in the place of their names in all expressions of a program. InputError where a loop
/// runs over an index of a parameter's name, and where a number passes 10^15.
void substitute(Program& program, const LoopIndices& parameters);

/// Multiplies rho, sigma and nu: how expensive communication is beside computation.
void multiply_rates(Program& program, double factor);

}  // namespace apportion
