// The fields of distribution problems: c = a b, whose sizes and processes partly follow from each other.
#include "experiments/problems/distributions/fields.hpp"

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> kinds() { return names_of(registered_algorithms<DistributionKind>("distributions")); }

Field size_field(const std::string& name, const std::string& what, const std::string& branch, bool required) {
  Field field{.name = name, .kind = FieldKind::whole, .what = what, .required = required, .branch = branch};
  field.value = name;
  for (char& c : field.value) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  field.least = 1;
  field.most = static_cast<double>(largest_length);
  return field;
}

Field kind_field(const std::string& name, const std::string& what, const std::string& branch) {
  return {.name = name, .value = "KIND", .what = what, .fallback = default_kind, .branch = branch, .words = kinds};
}

std::vector<Field> fields() {
  Field layers = size_field("Q", "layers of M x N processes", "sizes", false);
  layers.fallback = "1";
  return {size_field("o", "columns of a, rows of b", "", false),
          size_field("m", "rows of c = a b", "sizes", true),
          size_field("n", "columns of c", "sizes", true),
          size_field("p", "processes; without M and N the best M x N is taken", "sizes/p", true),
          size_field("M", "process rows", "sizes/grid", true),
          size_field("N", "process columns", "sizes/grid", true),
          layers,
          kind_field("row-kind", "how rows are dealt out", "sizes"),
          kind_field("column-kind", "how columns are dealt out, such as block-cyclic[block=4]", "sizes"),
          {.name = "distribution",
           .value = "TEXT",
           .what = "instead of sizes and kinds, such as 'linear(100,4) x wrap(200,8) * 2'",
           .required = true,
           .branch = "text"},
          kind_field("inner-kind", "how the layers share the inner dimension", ""),
          seed_field()};
}

}  // namespace

const std::vector<Field>& distribution_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

}  // namespace apportion::problems
