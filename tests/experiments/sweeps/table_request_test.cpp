// Keys of improvements and comparisons: each is passed on, with its names checked, under either kind.
#include "experiments/sweeps/table_request.hpp"

#include <set>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::sweeps {
namespace {

std::vector<std::string> names_of(TableKind kind) {
  std::vector<std::string> names;
  for (const TableKey& key : table_keys(kind)) names.push_back(key.name);
  return names;
}

TableKey key_of(TableKind kind, const std::string& name) {
  for (const TableKey& key : table_keys(kind))
    if (key.name == name) return key;
  throw std::out_of_range(name);
}

std::string unchecked(KeyType /*type*/, const std::string& name) { return name; }

TEST(TableKeys, AreThoseOfTheirKind) {
  EXPECT_THAT(names_of(TableKind::improvement),
              ElementsAre("title", "rival", "algorithm", "metric", "rows", "columns", "pages", "set"));
  EXPECT_THAT(names_of(TableKind::comparison),
              ElementsAre("title", "algorithms", "against", "along", "metric", "log", "set"));
  EXPECT_EQ(table_kind("comparison"), TableKind::comparison);
  EXPECT_EQ(table_kind("means"), std::nullopt);
}

TEST(TableKeys, AllTextsReachMembersOfTheirOwn) {
  for (const TableKind kind : {TableKind::improvement, TableKind::comparison}) {
    SCOPED_TRACE(word_of(kind));
    TableRequest request;
    std::vector<TableKey> texts = table_keys(kind);
    std::erase_if(texts, [](const TableKey& key) { return key.member == nullptr; });
    for (const TableKey& key : texts) set_key(key, "value of " + key.name, unchecked, request);
    std::set<std::string> values;
    for (const TableKey& key : texts) values.insert(request.*key.member);
    EXPECT_EQ(values.size(), texts.size());
  }
}

TEST(TableKeys, PassTheirNamesThroughTheChecks) {
  const auto names = [](KeyType type, const std::string& name) {
    if (type == KeyType::settings) throw InputError("no axis " + name);
    return "the " + name;
  };
  TableRequest request;
  set_key(key_of(TableKind::comparison, "algorithms"), "A, B", names, request);
  EXPECT_THAT(request.algorithms, ElementsAre("the A", "the B"));
  set_key(key_of(TableKind::comparison, "algorithms"), "all", names, request);
  EXPECT_TRUE(request.algorithms.empty());
  set_key(key_of(TableKind::comparison, "against"), "C", names, request);
  EXPECT_EQ(request.rival, "the C");
  EXPECT_THROW(set_key(key_of(TableKind::improvement, "set"), "p=1", names, request), InputError);
  set_key(key_of(TableKind::improvement, "set"), "p=1 q=2", unchecked, request);
  EXPECT_EQ(request.fixed, (std::map<std::string, std::string>{{"p", "1"}, {"q", "2"}}));
  set_key(key_of(TableKind::comparison, "log"), "none", names, request);
  EXPECT_TRUE(request.log.has_value() && request.log->empty());
  EXPECT_THROW(set_key(key_of(TableKind::comparison, "log"), "z", names, request), InputError);
}

}  // namespace
}  // namespace apportion::sweeps
