// The fields of program problems: a description is one JSON object, in a file, built in, or in the line itself.
#include "experiments/problems/programs/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/kernels.hpp"
#include "experiments/problems/programs/solve.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> algorithms() { return names_of(registered_algorithms<GraphAlgorithm>("graphs")); }

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const Kernel& each : kernels()) names.emplace_back(each.name);
  return names;
}

// n=256,m=8
Json parameters_in(const std::string& text) {
  Json values = Json::object();
  for (const std::string& entry : split(text, ',')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::optional<std::int64_t> value = parse_whole(entry.substr(std::min(equals + 1, entry.size())));
    if (equals == 0 || !value)
      throw InputError(fmt::format("--parameters: '{}' is not a parameter; write NAME=WHOLE NUMBER", entry));
    if (!values.emplace(entry.substr(0, equals), *value).second)
      throw InputError(fmt::format("--parameters: '{}' is given twice", entry.substr(0, equals)));
  }
  return values;
}

Field part_field(const std::string& name, const std::string& what, bool required = false) {
  return {.name = name, .kind = FieldKind::json, .what = what, .required = required, .place = FieldPlace::key};
}

std::vector<Field> fields() {
  return {algorithm_field(ProgramQuestion{}.algorithm, "algorithm1-cc, of those of graphs", algorithms),
          external_field(),
          {.name = "program",
           .kind = FieldKind::file,
           .value = "FILE|-",
           .what = "the program as JSON; - is standard input",
           .required = true,
           .branch = "file",
           .place = FieldPlace::option},
          {.name = "kernel",
           .value = "NAME",
           .what = "instead of a file: a built-in one of experiments/frontier/programs, such as adi or fft",
           .required = true,
           .branch = "kernel",
           .words = kernel_names,
           .place = FieldPlace::option},
          {.name = "parameters",
           .kind = FieldKind::json,
           .value = "n=256",
           .what = "values of its parameters, instead of its own",
           .read = parameters_in},
          {.name = "rates",
           .kind = FieldKind::real,
           .value = "F",
           .what = "multiplies its machine's rho, sigma and nu",
           .least = 0,
           .most = 1e100,
           .place = FieldPlace::option},
          {.name = "print-graph",
           .kind = FieldKind::flag,
           .what = "print its graph for solve graphs instead of an answer",
           .place = FieldPlace::option},
          part_field("rank", "dimensions of the template", true),
          part_field("processors", "how many there are", true),
          part_field("objects", "arrays and their alignments", true),
          part_field("nodes", "what is computed", true),
          part_field("edges", "what is moved"),
          part_field("name", "a name of the program"),
          part_field("note", "what a reader should know"),
          part_field("machine", "rates and topology"),
          part_field("shortcut-load", "see docs/program-format.md"),
          part_field("literal-shifts", "see docs/program-format.md"),
          seed_field()};
}

}  // namespace

const std::vector<Field>& program_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

}  // namespace apportion::problems
