// Ratios of processor times, beside those that were accepted.
//   apportion_ratios FILE            exit status 1 where a ratio is more than a fifth above the one in FILE, or not
//   there apportion_ratios FILE --accept   writes FILE
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/bench/ratios/ratios.hpp"

namespace apportion::ratios {
namespace {

constexpr int repetitions = 5;
constexpr double slack = 1.2;

// The ratio of the shortest times, which were measured in turn.
double measured(const Ratio& ratio) {
  double whole = ratio.whole();
  double bare = ratio.bare();
  for (int k = 1; k < repetitions; ++k) {
    whole = std::min(whole, ratio.whole());
    bare = std::min(bare, ratio.bare());
  }
  return whole / bare;
}

// name,ratio
std::map<std::string, double> accepted_in(const std::string& file) {
  std::map<std::string, double> accepted;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    if (const auto comma = line.rfind(','); comma != std::string::npos)
      accepted[line.substr(0, comma)] = std::strtod(line.c_str() + comma + 1, nullptr);
  return accepted;
}

// Nothing if the ratio is accepted.
std::string complaint(double ratio, const std::map<std::string, double>& accepted, const std::string& name) {
  const auto found = accepted.find(name);
  if (found == accepted.end()) return "not accepted yet";
  if (ratio <= slack * found->second) return "";
  return fmt::format("LOST: {:.0f} % above the accepted {:.3g}", 100 * (ratio / found->second - 1), found->second);
}

int compare(const std::vector<Ratio>& ratios, const std::string& file, bool accept) {
  const std::map<std::string, double> accepted = accepted_in(file);
  int lost = 0;
  std::string rows;
  for (const Ratio& each : ratios) {
    const double ratio = measured(each);
    const std::string what = accept ? "" : complaint(ratio, accepted, each.name);
    lost += what.empty() ? 0 : 1;
    fmt::print("{:<75} {:>8.3g}  {}\n", each.name, ratio, what);
    static_cast<void>(std::fflush(stdout));
    rows += fmt::format("{},{:.3g}\n", each.name, ratio);
  }
  if (accept) std::ofstream(file) << rows;
  return lost == 0 ? 0 : 1;
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace apportion::ratios

int main(int argc, char** argv) {
  using namespace apportion::ratios;
  const bool accept = argc == 3 && std::string(argv[2]) == "--accept";
  if (argc != 2 && !accept) {
    fmt::print(stderr, "usage: apportion_ratios FILE [--accept]\n");
    return 2;
  }
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("apportion-ratios-{}", static_cast<int>(::getpid()));
  std::filesystem::create_directories(folder);
  std::vector<Ratio> ratios = engine_ratios(folder);
  std::ranges::copy(algorithm_ratios(), std::back_inserter(ratios));
  const int status = compare(ratios, argv[1], accept);
  std::filesystem::remove_all(folder);
  return status;
}
