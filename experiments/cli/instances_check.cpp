// A sample of the instances, solved by the methods that their best values come from.
#include "experiments/cli/instances_check.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/instances/scoring.hpp"

namespace apportion::cli {
namespace {

using instances::Collection;
using instances::Instance;
using instances::Method;

struct Sampled {
  const Instance* instance;
  Method method;
};

std::vector<Sampled> sample_of(const Collection& collection) {
  constexpr double most_seconds = .1;
  constexpr double most_in_all = 1.5;
  std::map<std::pair<std::string, std::string>, double> seconds;  // of instance and method
  for (const instances::Score& score : instances::read_scores(collection))
    if (score.value) seconds[{score.instance, score.method}] = score.seconds;
  std::vector<Sampled> sample;
  double sum = 0;
  for (const Instance& instance : collection.instances()) {
    const auto found = seconds.find({instance.name, instance.method});
    if (found == seconds.end() || found->second >= most_seconds || sum + found->second > most_in_all) continue;
    if (!std::filesystem::exists(collection.problem_file(instance))) continue;
    try {
      if (std::optional<Method> method = instances::method_of(*instance.family, instance.method))
        sample.push_back({&instance, std::move(*method)});
    } catch (const InputError&) {
      continue;  // this build lacks the method's library
    }
    sum += found->second;
  }
  return sample;
}

std::string difference_of(const Collection& collection, const Instance& instance, const Method& method) {
  problems::Json problem = collection.problem(instance);
  if (instance.seed) problem["seed"] = *instance.seed;
  const instances::Score score = instances::scored(instance, problem, method).score;
  if (score.value && !instances::is_better(*score.value, instance.value) &&
      !instances::is_better(instance.value, *score.value))
    return {};
  return fmt::format("instance {}: {} (revision {}, {} in the index) gives {}, not {}\n", instance.name, method.name,
                     method.revision, instance.field("revision"),
                     score.value ? fmt::format("{}", *score.value) : score.refusal, instance.field("value"));
}

}  // namespace

InstancesCheck check_instances(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "index.csv")) return {};
  const Collection collection(folder);
  const std::vector<Sampled> sample = sample_of(collection);
  InstancesCheck check;
  for (const Sampled& each : sample) check.text += difference_of(collection, *each.instance, each.method);
  check.is_as_stored = check.text.empty();
  check.text += fmt::format("{} of {} solved again: {}\n", sample.size(),
                            counted(static_cast<std::int64_t>(collection.instances().size()), "instance"),
                            check.is_as_stored ? "all as stored" : "not all as stored");
  return check;
}

}  // namespace apportion::cli
