// The module's interface for the page: problems as JSON lines of `apportion solve --batch`, and files.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "extensions/web/files.hpp"

namespace {

using namespace apportion;
using namespace apportion::problems;

std::string question;
std::string answer;

const ProblemFamily& family_named(std::string_view name) {
  const ProblemFamily* const family = find_family(name);
  if (family == nullptr) throw InputError("there is no family '{}' in the page", name);
  return *family;
}

// {"algorithms":["BEST",...],"forms":[["npy",".npy"],...]}
std::string offers_of(const ProblemFamily& family) {
  Json all = {{"algorithms", names_of(family.algorithms())}, {"forms", Json::array()}};
  for (const DivisionFormat& each : division_formats()) all["forms"].push_back(Json::array({each.name, each.ending}));
  return all.dump();
}

// Expands "2*(3,1)" to [3,1,3,1], as the program reads --weights.
std::string speeds_in(const std::string& text) {
  const std::string_view list = trimmed(text);
  return list.starts_with('[') ? parse_json(list).dump() : Json(listed_numbers("weight", list)).dump();
}

constexpr std::int64_t most_side = 500;  // of a file's array that the page draws

// {"rows":R,"columns":C,"land":[[row,column,rows,columns],...]} for a file for this option.
std::string land_in(std::string_view option, const std::string& file) {
  const CellLoads loads = read_loads(file);
  if (loads.layers() != 1) throw InputError("{} has layers; the page has rows and columns", file);
  if (std::max(loads.rows(), loads.columns()) > most_side)
    throw InputError(
        "{} has {} x {} cells, and the page takes {} x {}; the program takes more: "
        "./apportion solve cells --{} {}",
        file, loads.rows(), loads.columns(), most_side, most_side, option, file);
  Json land = Json::array();
  for (std::int64_t row = 0; row < loads.rows(); ++row)
    for (std::int64_t column = 0; column < loads.columns(); ++column) {
      const std::int64_t first = column;
      while (column < loads.columns() && !loads.is_active(row, column)) ++column;
      if (column > first) land.push_back({row, first, 1, column - first});
    }
  return Json{{"rows", loads.rows()}, {"columns", loads.columns()}, {"land", land}}.dump();
}

// Answers about the problem in `text`: `what` is solve, svg or the name of a division's format; weights, for a list of
// them; or list.
std::string answer_to(const ProblemFamily& family, std::string_view what, const std::string& text) {
  if (what == "list") return offers_of(family);
  if (what == "weights") return speeds_in(text);
  if (what == "solve") return solve_line(family, text) + "\n";
  if (what == "svg") return family.draw({fields_to_draw(family), parse_json(text), family.place}, "svg");
  const FieldValues given(family.fields(), parse_json(text), family.place);
  const DivisionFormat* const format = find_division_format(what);
  if (format == nullptr) throw InputError("there is no form '{}' of a division", what);
  return format->write(family.divide(given), {});
}

// Parses FAMILY WHAT, a line's end, and the problem; or `mask FILE` or `loads FILE`, which returns its land; or `put
// FILE`, a line's end, and the content of the file.
std::string answered(const std::string& asked) {
  const std::size_t end = asked.find('\n');
  const std::string_view first = std::string_view(asked).substr(0, end);
  const std::size_t blank = first.find(' ');
  if (end == std::string::npos || blank == std::string::npos) throw InputError("the page asked in no form");
  const std::string_view word = first.substr(0, blank);
  const std::string name(first.substr(blank + 1));
  std::string rest = asked.substr(end + 1);
  if (word == "mask" || word == "loads") return land_in(word, name);
  if (word != "put") return answer_to(family_named(word), name, rest);
  web::put_file(name, std::move(rest));
  return {};
}

}  // namespace

extern "C" {

// The buffer for a question of this many bytes; nullptr if memory is short.
__attribute__((export_name("question"))) char* web_question(std::size_t bytes) {
  try {
    question.assign(bytes, '\0');
    return question.data();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// 0 if `answer` is an answer, 1 if it is the line of an error.
__attribute__((export_name("ask"))) int web_ask() {
  try {
    answer = answered(question);
    return 0;
  } catch (const std::bad_alloc&) {
    answer = "this takes more memory than the page may have";
  } catch (const std::exception& error) {
    answer = error.what();
  }
  return 1;
}

__attribute__((export_name("answer"))) const char* web_answer() { return answer.data(); }
__attribute__((export_name("answer_size"))) std::size_t web_answer_size() { return answer.size(); }
}
