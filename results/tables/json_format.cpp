// Exhibits as JSON.
#include <nlohmann/json.hpp>

#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(std::monostate /*unused*/) const { return nullptr; }
  Json operator()(std::int64_t integer) const { return integer; }
  Json operator()(double real) const { return real == 0 ? 0.0 : real; }  // never -0.0
  Json operator()(const std::string& text) const { return text; }
};

}  // namespace

std::string render_json(const Exhibit& exhibit, const Rows& rows) {
  Json json{{"schema", 1}, {"exhibit", exhibit.name}, {"title", exhibit.title}, {"columns", rows.columns}};
  json["rows"] = Json::array();
  for (const std::vector<Value>& row : rows.rows) {
    Json line = Json::array();
    for (const Value& value : row) line.push_back(std::visit(ToJson{}, value));
    json["rows"].push_back(std::move(line));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace apportion::results
