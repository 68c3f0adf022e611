// Words of the command line as experiments.
#include "experiments/sweeps/named_experiment.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/random_stream.hpp"

namespace apportion::sweeps {

std::uint64_t NamedExperiment::seed() const {
  return sweep ? sweep->definition.seed.value_or(default_seed) : default_seed;
}

std::string NamedExperiment::run_word() const { return sweep ? sweep->file.string() : experiment.name; }

namespace {

NamedExperiment experiment_of(SweepFile sweep) {
  engine::Experiment experiment = problems::sweep_experiment(sweep.definition);
  return {std::move(experiment), std::move(sweep)};
}

// A table or a figure has the name of no experiment, and is made of one.
void refuse_exhibit(const std::string& word) {
  for (const engine::CatalogueExhibit& entry : engine::Catalogue::instance().exhibits()) {
    if (entry.exhibit.name != word) continue;
    const std::string& source = entry.made_by.empty() ? entry.experiment : entry.made_by;
    if (source.empty()) throw InputError(fmt::format("{0} needs no run; `apportion show {0}` prints it", word));
    throw InputError(
        fmt::format("{} is an exhibit, not an experiment; `apportion run {}` makes its results", word, source));
  }
}

}  // namespace

std::vector<NamedExperiment> experiments_named(const std::string& word) {
  std::vector<NamedExperiment> named;
  if (is_sweep_file(word)) {
    named.push_back(experiment_of(read_sweep_file(word)));
    return named;
  }
  if (const std::string ending = std::filesystem::path(word).extension().string(); !ending.empty())
    throw InputError(
        fmt::format("{} is no sweep file, FILE.ini, in which files of data can be named: docs/sweeps.md", word));
  try {
    for (engine::Experiment& experiment : engine::Catalogue::instance().experiments_named(word))
      named.push_back({std::move(experiment)});
  } catch (const InputError&) {
    refuse_exhibit(word);
    throw;
  }
  return named;
}

NamedExperiment experiment_named(const std::string& word) {
  std::vector<NamedExperiment> named = experiments_named(word);
  if (named.size() == 1) return std::move(named.front());
  std::string names;
  for (const NamedExperiment& each : named) names += (names.empty() ? "" : ", ") + each.experiment.name;
  throw InputError(fmt::format("{} has several experiments; name one of {}", word, names));
}

NamedExperiment stored_experiment(const results::SweepText& stored) { return experiment_of(read_stored_sweep(stored)); }

}  // namespace apportion::sweeps
