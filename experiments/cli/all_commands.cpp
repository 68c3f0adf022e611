// The table of commands, in the order of the help.
#include "experiments/cli/commands.hpp"

namespace apportion::cli {

std::vector<Command> program_commands() {
  return {list_command(),   describe_command(), run_command(),    show_command(),    explain_command(),
          report_command(), export_command(),   status_command(), digest_command(),  verify_command(),
          forget_command(), merge_command(),    check_command(),  compare_command(), replay_command(),
          solve_command(),  evaluate_command(), score_command(),  draw_command(),    new_command(),
          cite_command()};
}

}  // namespace apportion::cli
