// The commands of the first programs, by which scripts/reproduce shows the papers' tables before the rest is compiled.
#include "experiments/cli/commands.hpp"

namespace apportion::cli {

std::vector<Command> program_commands() { return {run_command(), show_command()}; }

}  // namespace apportion::cli
