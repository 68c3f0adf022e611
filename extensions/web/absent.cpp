// Replacements for what a browser lacks, instead of base/files, base/side_by_side and others that scripts/web omits: a
// file system, threads, other programs, compressed files, the database and its sweeps.

#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/program_pool.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/web/files.hpp"

namespace apportion {
namespace {

std::map<std::string, std::string>& files() {
  static std::map<std::string, std::string> all;
  return all;
}

InputError not_in_the_page(const char* what) {
  return InputError("the page has no {}; the program does: docs/install.md", what);
}

}  // namespace

void web::put_file(const std::string& name, std::string content) { files()[name] = std::move(content); }

std::string read_input(const std::string& file) {
  const auto found = files().find(file);
  if (found == files().end()) throw InputError("{} was not opened in the page", file);
  return found->second;
}

void require_regular_file(const std::string& /*file*/, std::uintmax_t /*most_bytes*/) {}

// Runs tasks in order, on one thread.
WorkThreads::WorkThreads(unsigned /*count*/) : free_(0), limited_(work_limits()) {}
std::size_t free_threads() { return 0; }
void run_side_by_side(std::size_t count, const std::function<void(std::size_t)>& task) {
  for (std::size_t i = 0; i < count; ++i) task(i);
}
void run_side_by_side(std::size_t count, unsigned /*threads*/, const std::function<void(std::size_t)>& task) {
  run_side_by_side(count, task);
}

// Timed searches: no signal ends the page, and no other thread prints.
template <>
LastAct::~Noted() = default;
void engine::print_error(std::string_view /*text*/) {}
engine::LiveLine::LiveLine(std::chrono::seconds /*between_lines*/, std::chrono::seconds /*before_first*/)
    : terminal_(false), between_(0), before_first_(0) {}
problems::WatchedSearch::WatchedSearch(Printed /*nothing*/) : line_({}) {
  throw not_in_the_page("searches by --seconds");
}
void problems::WatchedSearch::begin(std::optional<double> /*seconds*/, Printed /*nothing*/) {}
void problems::WatchedSearch::note(std::string /*said*/, Printed /*printed*/) {}
void problems::WatchedSearch::run(bool /*is_timed*/, const std::function<void()>& /*work*/) {}
void problems::WatchedSearch::finish(std::string /*printed*/) {}
std::string problems::bounded_cost_text(double /*cost*/, double /*bound*/) { return {}; }

// The page times whole questions itself.
double engine::seconds_per_call(const std::function<void()>& /*call*/) { return 0; }

namespace problems {

engine::Experiment rectangle_sweep(const engine::SweepDefinition& /*definition*/) { throw not_in_the_page("sweeps"); }
engine::Experiment cell_sweep(const engine::SweepDefinition& /*definition*/) { throw not_in_the_page("sweeps"); }

ProgramPool::ProgramPool(OwnProgram /*program*/) { throw not_in_the_page("programs of your own"); }
ProgramPool::~ProgramPool() = default;
Json ProgramPool::answer(const std::string& /*problem*/, std::uint64_t /*seed*/) {
  throw not_in_the_page("programs of your own");
}
LineProcess::~LineProcess() = default;
void Descriptor::close() {}
std::chrono::steady_clock::time_point deadline_of(const OwnProgram& /*program*/) { return {}; }

}  // namespace problems
}  // namespace apportion
