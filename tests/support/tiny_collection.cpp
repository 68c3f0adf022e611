// Problems of each family, solved by the program itself.
#include "tests/support/tiny_collection.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <tuple>
#include <utility>

#include "experiments/instances/collection.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "results/database/digest.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

std::vector<TinyInstance> tiny_instances() {
  std::vector<TinyInstance> all{
      {"rectangles-4", "rectangles", R"({"rows":100,"columns":80,"weights":[3,1,2,5],"latency":3})", "total", "XY2"},
      {"grids-6", "grids", R"({"edges":[2,3],"performances":[3,1,2,5,4,6],"block":[20,30]})", "time", "proposed"},
      {"grids-8", "grids", R"({"edges":[2,2,2],"performances":[3,1,2,5,4,6,7,1],"block":[20,30,10]})", "rounded_time",
       "proposed"},
      {"graphs-2", "graphs",
       R"({"name":"g","rho":1,"candidates":["a","b"],"nodes":[{"cost":[1,2]},{"cost":[3,1]}],"edges":[[0,1,1.5]]})",
       "cost", "best-static"},
      {"programs-adi", "programs", std::string(problems::kernel("adi").text), "cost", "optimal"},
      {"boxes-3", "boxes", R"({"rows":20,"columns":16,"layers":12,"weights":[3,1,2],"latency":3})", "total", "BEST"},
      {"boxes-2", "boxes", R"({"rows":9,"columns":8,"layers":7,"weights":[3,1]})", "surface", "BEST"},
      {"shardings-2", "shardings",
       R"({"problem":{"nodes":{"intervals":[[0,2],[1,3]],"costs":[[3,1],[2,9]],"usages":[[1,2],[1,2]]},)"
       R"("edges":{"nodes":[[0,1]],"costs":[[0,4,2,0]]},"usage_limit":4}})",
       "cost", "optimal"},
      {"cells-volume", "cells", R"({"rows":9,"columns":8,"weights":[3,1,2],"objective":"volume","imbalance":"10%"})",
       "volume", "MULTILEVEL"},
      {"cells-moved", "cells",
       R"({"rows":4,"columns":4,"weights":[1,2],"previous":[[0,0,0,0],[0,0,0,0],[1,1,1,1],[1,1,1,1]]})", "cost",
       "BEST"}};
  std::erase_if(all, [](const TinyInstance& each) { return problems::find_family(each.family) == nullptr; });
  return all;
}

void write_collection(const fs::path& folder, const std::vector<TinyInstance>& instances) {
  std::string index =
      "name,family,size,processors,ratio,generator,sha256,metric,value,method,options,revision,seed,bound,bound_by,"
      "status,date\n";
  std::map<std::string, std::string> files;
  for (const TinyInstance& instance : instances) {
    const problems::ProblemFamily& family = *problems::find_family(instance.family);
    problems::Json problem = problems::parse_json(instance.problem);
    const std::string text = problem.dump();
    problem["algorithm"] = instance.method;
    const std::string answer = problems::solve_line(family, problem.dump());
    for (const auto& [kind, member, value] :
         {std::tuple{"problems", "problem", text}, {"solutions", "solution", answer}}) {
      std::string& file = files[fmt::format("{}/{}.jsonl", kind, instance.family)];
      file = instances::with_member(std::move(file), {instance.name, member}, value);
    }
    index += fmt::format("{},{},1,,,,{},{},{},{},,1,1,,,open,2026-01-31\n", instance.name, instance.family,
                         results::sha256(text + "\n"), instance.metric,
                         problems::parse_json(answer)[instance.metric].get<double>(), instance.method);
  }
  for (const auto& [name, text] : files) write(folder / name, text);
  write(folder / "index.csv", index);
}

}  // namespace apportion::testing_support
