// The pages of the manual. groff_man(7) has the macros, groff_char(7) the characters.
#include "experiments/cli/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "experiments/cli/help.hpp"
#include "experiments/engine/build_info.hpp"

namespace apportion::cli {
namespace {

// As it stands: neither typographic quotes and dashes, which could not be typed again, nor requests.
std::string literal(std::string_view text) {
  std::string roff;
  if (text.starts_with('.')) roff = R"(\&)";
  for (const char c : text) {
    switch (c) {
      case '\\':
        roff += R"(\e)";
        break;
      case '-':
        roff += R"(\-)";
        break;
      case '\'':
        roff += R"(\(aq)";
        break;
      case '"':
        roff += R"(\(dq)";
        break;
      case '`':
        roff += R"(\(ga)";
        break;
      case '^':
        roff += R"(\(ha)";
        break;
      case '~':
        roff += R"(\(ti)";
        break;
      default:
        roff += c;
    }
  }
  return roff;
}

std::string bold(std::string_view text) { return fmt::format(R"(\fB{}\fR)", literal(text)); }
std::string italic(std::string_view text) { return fmt::format(R"(\fI{}\fR)", literal(text)); }

// One paragraph, in which what stands between backquotes is bold.
std::string paragraph(std::string_view text) {
  if (std::ranges::count(text, '`') % 2 != 0) return literal(text);
  std::string roff;
  bool is_command = false;
  for (;;) {
    const std::size_t end = text.find('`');
    const std::string_view piece = text.substr(0, end);
    roff += is_command ? bold(piece) : literal(piece);
    if (end == std::string_view::npos) return roff;
    text.remove_prefix(end + 1);
    is_command = !is_command;
  }
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Neither justified nor hyphenated: lines are full of words that have no good place to break. No date, so that equal
// programs have equal pages.
std::string opening(const std::string& name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"apportion {}\" \"Apportion\"\n.ad l\n.nh\n.SH NAME\n{} \\- {}\n",
                     literal(upper_case(name)), version(), literal(name), paragraph(summary));
}

std::string synopsis(const std::string& call, std::string_view rest) {
  return fmt::format(".SY \"{}\"\n{}\n.YS\n", literal(call), literal(rest));
}

std::string entry(const std::string& what, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", what, paragraph(meaning));
}

// "--output FILE, -o FILE"
std::string spelled(const OptionDeclaration& option) {
  const std::size_t comma = option.name.find(',');
  const std::string value = option.value.empty() ? "" : " " + italic(option.value);
  std::string text = bold("--" + option.name.substr(0, comma)) + value;
  if (comma != std::string::npos) text += fmt::format(", {}{}", bold("-" + option.name.substr(comma + 1)), value);
  return text;
}

std::string entries(const std::vector<OptionDeclaration>& options) {
  std::string text;
  for (const OptionDeclaration& option : options) text += entry(spelled(option), option.summary);
  return text;
}

std::string page_of(const Command& command) { return "apportion-" + command.name; }

std::string exit_statuses() {
  std::string text = ".SH \"EXIT STATUS\"\n";
  for (const StatusMeaning& each : program_description().statuses)
    text += entry(bold(std::to_string(each.status)), each.meaning);
  return text;
}

}  // namespace

std::string manual_page() {
  const ProgramDescription& program = program_description();
  // The first words of the summary, which a list of pages shows.
  std::string text = opening("apportion", "divide arrays among unequal processors");
  text += ".SH SYNOPSIS\n";
  for (const std::string_view usage : program.usage) text += synopsis("apportion", usage);
  text += fmt::format(".SH DESCRIPTION\n{}\n", paragraph(program.summary));
  for (const std::string_view remark : program.remarks) text += fmt::format(".PP\n{}\n", paragraph(remark));
  text += ".SH COMMANDS\n";
  for (const Command& command : commands())
    text += entry(fmt::format("{}(1)", bold(page_of(command))), command.summary);
  return text + exit_statuses();
}

std::string manual_page(const Command& command) {
  std::string text = opening(page_of(command), command.summary);
  text += ".SH SYNOPSIS\n";
  for (const std::string& usage : command.usage) text += synopsis("apportion " + command.name, usage);
  text += ".SH OPTIONS\n" + entries(command.options);
  for (const Topic& topic : command.topics) {
    if (topic.usage.empty()) continue;
    text += fmt::format(".SH \"{}\"\n{}\n", literal(upper_case(topic.name)), paragraph(topic.summary));
    for (const std::string& usage : topic.usage) text += synopsis("apportion " + command.name, usage);
    text += entries(topic.options);
  }
  return fmt::format("{}{}.SH \"SEE ALSO\"\n{}(1)\n", text, exit_statuses(), bold("apportion"));
}

}  // namespace apportion::cli
