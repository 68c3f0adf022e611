// The commands of the first program, by which scripts/reproduce shows Kaddoura's tables before the rest is compiled.
#include "experiments/cli/commands.hpp"

namespace apportion::cli {

std::vector<Command> program_commands() { return {run_command(), show_command()}; }

}  // namespace apportion::cli
