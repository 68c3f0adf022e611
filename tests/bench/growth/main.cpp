// Every algorithm and every reader at n, 2n and 4n: the exponent of its time beside the documented one.
//   apportion_growth [PIECE...]     only subjects whose names contain one of the pieces
// Exit status 1 where something grows faster than documented, or where nothing is documented. Times are measured: on a
// busy machine one that does is tried again by its name.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/bench/growth/growth.hpp"

int main(int argc, char** argv) {
  using apportion::growth::Subject;
  const std::vector<std::string> pieces(argv + std::min(argc, 1), argv + argc);
  const auto is_chosen = [&pieces](const Subject& subject) {
    return pieces.empty() || std::ranges::any_of(pieces, [&subject](const std::string& piece) {
             return subject.name.find(piece) != std::string::npos;
           });
  };
  fmt::print("{:<40} {:>9} {:>9} {:>9} {:>9} {:>8}  {:<26} {}\n", "name", "n", "at n", "at 2n", "at 4n", "exponent",
             "documented", "verdict");
  int measured = 0;
  int failures = 0;
  for (const auto subjects : {apportion::growth::rectangle_subjects, apportion::growth::cell_subjects,
                              apportion::growth::grid_subjects, apportion::growth::graph_subjects,
                              apportion::growth::distribution_subjects, apportion::growth::reader_subjects}) {
    for (const Subject& subject : subjects()) {
      if (!is_chosen(subject)) continue;
      ++measured;
      failures += apportion::growth::measure(subject) ? 0 : 1;
    }
  }
  fmt::print("{} measured, {} not as documented\n", measured, failures);
  return failures == 0 ? 0 : 1;
}
