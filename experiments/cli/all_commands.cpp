// The table of the program's commands.
#include "experiments/cli/commands.hpp"

namespace apportion::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      with_help(list_command()),   with_help(describe_command()), with_help(run_command()),
      with_help(show_command()),   with_help(explain_command()),  with_help(report_command()),
      with_help(export_command()), with_help(status_command()),   with_help(digest_command()),
      with_help(verify_command()), with_help(forget_command()),   with_help(merge_command()),
      with_help(check_command()),  with_help(compare_command()),  with_help(replay_command()),
      with_help(solve_command()),  with_help(evaluate_command()), with_help(score_command()),
      with_help(draw_command()),   with_help(new_command()),      with_help(cite_command())};
  return all;
}

}  // namespace apportion::cli
