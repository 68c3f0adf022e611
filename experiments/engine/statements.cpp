// Users' statements against the views of experiments.
#include "experiments/engine/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/plan.hpp"
#include "results/database/statement_check.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {
namespace {

using results::StatementFault;

// The tables may be views of a sweep that exists only in the database.
bool is_of_other_sweep(const std::string& table) { return table.starts_with("sweeps_"); }

// Finds experiments by names of views, which begin with that of the experiment.
std::vector<Experiment> experiments_behind(const std::string& table) {
  std::vector<Experiment> behind = Catalogue::instance().experiments();
  std::erase_if(behind, [&table](const Experiment& experiment) {
    return !table.starts_with(in_lower_case(results::view_name(experiment.name)));
  });
  return behind;
}

}  // namespace

struct StatementChecker::State {
  results::StatementCheck check;

  void add(const std::vector<Experiment>& experiments) {
    for (const Experiment& experiment : experiments) check.add(study_record(experiment, default_seed));
  }

  // Experiments are added only when statements name them, since there are many.
  std::optional<StatementFault> fault_of(const std::string& sql, const std::vector<std::string>& parameters) {
    std::set<std::string> missing;
    while (true) {
      std::optional<StatementFault> fault = check.fault_of(sql, parameters);
      if (!fault || fault->missing_table.empty()) return fault;
      std::string table = in_lower_case(fault->missing_table);
      if (table.starts_with("main.")) table.erase(0, table.find('.') + 1);
      if (is_of_other_sweep(table)) return std::nullopt;
      if (!missing.insert(table).second) return fault;
      add(experiments_behind(table));
    }
  }
};

StatementChecker::StatementChecker(const std::vector<Experiment>& own) : state_(std::make_unique<State>()) {
  state_->add(own);
}
StatementChecker::~StatementChecker() = default;

void StatementChecker::check(const std::string& sql, const std::vector<std::string>& parameters,
                             const Place& place) const {
  std::vector<std::string> all = parameters;
  all.emplace_back("seed");
  if (const std::optional<StatementFault> fault = state_->fault_of(sql, all))
    throw InputError(fmt::format("{}: {}", place(fault->at), in_one_line(fault->what)));
}

StatementChecker::Place place_in(const std::filesystem::path& file, int first_line, const std::string& sql) {
  return [=](std::size_t byte) {
    const auto end = sql.begin() + static_cast<std::ptrdiff_t>(std::min(byte, sql.size()));
    return fmt::format("{}:{}", file.string(), first_line + std::count(sql.begin(), end, '\n'));
  };
}

}  // namespace apportion::engine
