// The database in which statements of users are prepared.
#include "results/database/statement_check.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>

#include "results/database/functions.hpp"
#include "results/database/prepared.hpp"
#include "results/database/schema.hpp"
#include "results/database/views.hpp"

namespace apportion::results {

struct StatementCheck::State {
  SQLite::Database database;
  std::set<std::string> experiments = {};
};

StatementCheck::StatementCheck() : state_(std::make_unique<State>(State{empty_in_memory()})) {
  provide_statistics(state_->database);
  sqlite3_db_config(state_->database.getHandle(), SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  // The schema is trusted, since its views are the program's own and call JSON functions.
  sqlite3_db_config(state_->database.getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, nullptr);
}
StatementCheck::~StatementCheck() = default;
StatementCheck::StatementCheck(StatementCheck&&) noexcept = default;
StatementCheck& StatementCheck::operator=(StatementCheck&&) noexcept = default;

void StatementCheck::add(const StudyRecord& study) {
  if (!state_->experiments.insert(study.experiment).second) return;
  for (const View& view : views_of(study)) state_->database.exec(view.sql);
}

std::optional<StatementFault> StatementCheck::fault_of(const std::string& sql,
                                                       const std::vector<std::string>& parameters) const {
  const ReadingOnly rights(state_->database);
  try {
    PreparedQuery query = prepared(state_->database, sql);
    if (query.fault) return std::move(query.fault);
    for (const std::string& name : query.parameters)
      if (std::ranges::find(parameters, name) == parameters.end())
        return StatementFault{fmt::format("the query's parameter :{} is not given", name), sql.find(":" + name)};
    return std::nullopt;
  } catch (const SQLite::Exception& error) {
    return StatementFault{error.what()};
  }
}

}  // namespace apportion::results
