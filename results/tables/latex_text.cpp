// Texts as LaTeX: escaped, as cells, and with places where a line may end.
#include "results/tables/latex_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "results/tables/latex_columns.hpp"

namespace apportion::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> escapes{{{"\\", "\\textbackslash{}"},
                                                                                 {"~", "\\textasciitilde{}"},
                                                                                 {"^", "\\textasciicircum{}"},
                                                                                 {"|", "\\textbar{}"},
                                                                                 {"<", "\\textless{}"},
                                                                                 {">", "\\textgreater{}"},
                                                                                 {"&", "\\&"},
                                                                                 {"%", "\\%"},
                                                                                 {"$", "\\$"},
                                                                                 {"#", "\\#"},
                                                                                 {"_", "\\_"},
                                                                                 {"{", "\\{"},
                                                                                 {"}", "\\}"},
                                                                                 {"×", "$\\times$"},
                                                                                 {"∘", "$\\circ$"}}};

// Two of these would become another character, such as a dash.
bool is_ligature(std::string_view text) {
  return text.size() > 1 && text[0] == text[1] && std::string_view("-',`").find(text[0]) != std::string_view::npos;
}

}  // namespace

std::string latex_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool ligature = is_ligature(text);
    const auto* const found =
        std::ranges::find_if(escapes, [&](const auto& escape) { return text.starts_with(escape.first); });
    const bool special = found != escapes.end();
    const std::size_t length = special ? found->first.size() : 1;
    result += special ? found->second : text.substr(0, 1);
    if (ligature) result += "{}";
    text.remove_prefix(length);
  }
  return result;
}

std::string latex_cell(const std::string& text, Align align) {
  if (text.empty()) return "-";
  // A hyphen before a digit is a minus sign.
  if (align == Align::right && text.starts_with('-')) return "$-$" + latex_escaped(text.substr(1));
  return latex_escaped(text);
}

std::string latex_broken(std::string_view text) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!breaks_behind(text, i)) continue;
    result += latex_escaped(text.substr(start, i + 1 - start)) + "\\allowbreak{}";
    start = i + 1;
  }
  return result + latex_escaped(text.substr(start));
}

}  // namespace apportion::results
