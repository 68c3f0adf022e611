// The papers' printed numbers as a table of the database.
#include "results/database/published_table.hpp"

#include "results/coordinates.hpp"
#include "results/database/published.hpp"

namespace apportion::results {
namespace {

bool same(const SQLite::Statement& row, const PublishedNumber& number) {
  return row.getColumn(0).getString() == number.exhibit && row.getColumn(1).getString() == number.algorithm &&
         row.getColumn(2).getString() == number.quantity &&
         row.getColumn(3).getString() == coordinates_json(number.coordinates) &&
         row.getColumn(4).getString() == number.printed && row.getColumn(5).getDouble() == number.value &&
         row.getColumn(6).getString() == number.rule;
}

bool up_to_date(SQLite::Database& database) {
  SQLite::Statement row(database,
                        "SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule FROM published "
                        "ORDER BY rowid");
  for (const PublishedNumber& number : published_numbers()) {
    if (!row.executeStep() || !same(row, number)) return false;
  }
  return !row.executeStep();
}

}  // namespace

void refresh_published(SQLite::Database& database) {
  if (up_to_date(database)) return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec("DELETE FROM published");
  SQLite::Statement insert(database,
                           "INSERT INTO published (exhibit, algorithm, quantity, coordinates, printed, value, rule) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const PublishedNumber& each : published_numbers()) {
    bound(insert, each.exhibit, each.algorithm, each.quantity, coordinates_json(each.coordinates), each.printed,
          each.value, each.rule)
        .exec();
  }
  transaction.commit();
}

}  // namespace apportion::results
