// Look-up in the catalogue by full name or by paper.
#include "experiments/engine/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion::engine {
namespace {

template <class Item>
std::vector<Item> sorted_by_name(std::vector<Item> items) {
  std::ranges::sort(items, {}, &Item::name);
  return items;
}

template <class Item>
std::vector<Item> named(std::vector<Item> items, std::string_view kind, std::string_view wanted) {
  std::vector<Item> found;
  std::vector<std::string> names;
  for (Item& item : items) {
    names.push_back(item.name);
    const std::string paper = item.name.substr(0, item.name.find('/'));
    if (!contains(names, paper)) names.push_back(paper);
    if (item.name == wanted || paper == wanted) found.push_back(std::move(item));
  }
  std::error_code problem;
  const std::string file = fmt::format("{}.ini", wanted);
  if (found.empty() && std::filesystem::is_regular_file(file, problem)) names = {file};
  if (found.empty()) throw unknown_name(kind, wanted, names);
  return found;
}

}  // namespace

std::vector<results::StudyGrid> grids_of(const results::Exhibit& exhibit) {
  static const std::vector<results::StudyGrid> declared = [] {
    std::vector<results::StudyGrid> all;
    for (const Experiment& experiment : Catalogue::instance().experiments()) all.push_back(grid_of(experiment));
    return all;
  }();
  std::vector<results::StudyGrid> grids = exhibit.grids;
  if (exhibit.declared_grid_only) grids.insert(grids.end(), declared.begin(), declared.end());
  for (results::StudyGrid& grid : grids)
    std::erase_if(grid.axes, [&exhibit](const results::AxisValues& axis) {
      return exhibit.parameters.contains(axis.axis) || contains(exhibit.open_axes, axis.axis);
    });
  return grids;
}

results::StudyGrid grid_of(const Experiment& experiment) {
  results::StudyGrid grid{experiment.name, {}};
  for (const Axis& axis : experiment.axes) {
    // The instances of a study are unknown without their file.
    if (axis.is_bound || axis.values.empty()) continue;
    results::AxisValues& wanted = grid.axes.emplace_back(results::AxisValues{axis.name, {}});
    for (const AxisValue& value : axis.values) wanted.values.push_back({axis.name, value.text, value.number});
    if (axis.omitted_at) wanted.omitted = {axis.name, axis.omitted_at->text, axis.omitted_at->number};
  }
  return grid;
}

Catalogue& Catalogue::instance() {
  static Catalogue catalogue;
  return catalogue;
}

const std::vector<Experiment>& Catalogue::coded_experiments() const {
  static const std::vector<Experiment> all = [this] {
    std::vector<Experiment> made;
    for (const auto make : experiment_makers_) made.push_back(make());
    return made;
  }();
  return all;
}

std::vector<Experiment> Catalogue::experiments() const {
  std::vector<Experiment> all = coded_experiments();
  for (const Paper& paper : papers())
    for (const Experiment& study : paper.studies) {
      all.push_back(study);
      all.back().declared = nullptr;
    }
  return sorted_by_name(std::move(all));
}

std::vector<results::Exhibit> Catalogue::exhibits(std::string_view paper) const {
  std::vector<results::Exhibit> all;
  for (const auto make : exhibit_makers_) all.emplace_back(make()).declared_grid_only = true;
  for (Paper& each : folders_.complete(paper)) std::ranges::move(each.exhibits, std::back_inserter(all));
  return sorted_by_name(std::move(all));
}

std::vector<ReferenceGrid> Catalogue::references() const {
  std::vector<ReferenceGrid> all;
  for (Paper& each : folders_.complete("")) std::ranges::move(each.references, std::back_inserter(all));
  return sorted_by_name(std::move(all));
}

std::vector<Experiment> Catalogue::experiments_named(std::string_view name) const {
  return named(experiments(), "experiment", name);
}

std::vector<results::Exhibit> Catalogue::exhibits_named(std::string_view name) const {
  // Exhibits of other papers are constructed only for the message about a wrong name.
  std::vector<results::Exhibit> own = exhibits(name.substr(0, name.find('/')));
  const bool is_right = std::ranges::any_of(own, [name](const results::Exhibit& exhibit) {
    return exhibit.name == name || exhibit.name.starts_with(fmt::format("{}/", name));
  });
  return named(is_right ? std::move(own) : exhibits(), "exhibit", name);
}

}  // namespace apportion::engine
