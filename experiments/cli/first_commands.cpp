// The commands of the first program, by which scripts/reproduce shows Kaddoura's tables before the rest is compiled.
#include "experiments/cli/commands.hpp"

namespace apportion::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> first = {with_help(run_command()), with_help(show_command())};
  return first;
}

}  // namespace apportion::cli
