// The paper's claims, each with the verdict that this run computed, and its sentences: what claims.ini, claims.sql and
// sentences.csv say, of the statements that the program checks and of the paper's studies.
#include "experiments/engine/claims.hpp"

#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/niculescu/statements.hpp"
#include "experiments/sweeps/judgements.hpp"

namespace apportion::niculescu {
namespace {

sweeps::SaidInCode said() {
  sweeps::SaidInCode said{
      .paper = "niculescu", .says = "Niculescu says", .statements = engine::statements_of(statements())};
  std::vector<std::string> names;
  for (const engine::CheckedStatement& statement : said.statements) names.push_back(statement.name);
  said.words = {{"statements", engine::sql_rows(names)}};
  return said;
}

results::Exhibit claims() { return sweeps::claims_of(said()); }
results::Exhibit sentences() { return sweeps::sentences_of(said()); }

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentences};

}  // namespace
}  // namespace apportion::niculescu
