// Exhibits as CSV, JSON, Markdown, HTML and plain text, and the choice of the format.
#include "results/tables/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

namespace apportion::results {
namespace {

constexpr std::array formats = {Word{Format::text, "text"},   Word{Format::markdown, "markdown"},
                                Word{Format::latex, "latex"}, Word{Format::csv, "csv"},
                                Word{Format::json, "json"},   Word{Format::html, "html"}};

// The sheet for readers: every text in one line, without characters that would control a terminal or the direction of
// text.
Sheet printable(Sheet sheet) {
  const auto clean = [](std::string& text) { text = in_one_line(text); };
  clean(sheet.row_title);
  clean(sheet.column_title);
  std::ranges::for_each(sheet.rows, clean);
  for (Page& page : sheet.pages) {
    clean(page.caption);
    for (Block& block : page.blocks) {
      clean(block.title);
      for (PageColumn& column : block.columns) {
        clean(column.heading);
        std::ranges::for_each(column.cells, clean);
      }
    }
  }
  return sheet;
}

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(std::monostate /*unused*/) const { return nullptr; }
  Json operator()(std::int64_t integer) const { return integer; }
  Json operator()(double real) const { return real == 0 ? 0.0 : real; }  // never -0.0
  Json operator()(const std::string& text) const { return text; }
};

bool is_letter(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// Escapes characters that begin a tag, a link, an emphasis, an entity, a formula or a cell. An underscore within a word
// begins nothing.
std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool within = c == '_' && i > 0 && is_letter(text, i - 1) && is_letter(text, i + 1);
    const bool entity = c == '&' && (is_letter(text, i + 1) || text.substr(i + 1, 1) == "#");
    if (entity || (std::string_view("\\`*_[]<>|~$").find(c) != std::string_view::npos && !within)) result += '\\';
    result += c;
  }
  return result;
}

// A line that Markdown reads as a paragraph, not as a list, heading or rule.
std::string paragraph(const std::string& text) {
  const bool mark = !text.empty() && std::string_view("#-+=").find(text.front()) != std::string_view::npos;
  return (mark ? "\\" : "") + escaped(text) + '\n';
}

// A line of a table.
std::string piped(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return line + '\n';
}

// A table with a heading for each column, and a rule below that tells how it is aligned.
std::string pipe_table(const Sheet& sheet, const Page& page) {
  std::vector<std::string> names;
  std::vector<std::string> rule;
  std::vector<std::vector<std::string>> lines(sheet.rows.size());
  const auto head = [&](const std::string& name, Align align) {
    names.push_back(escaped(name));
    rule.emplace_back(align == Align::left ? ":---" : "---:");
  };
  if (sheet.has_row_titles) {
    head(sheet.row_title + (sheet.column_title.empty() ? "" : ", ") + sheet.column_title, sheet.row_align);
    for (std::size_t row = 0; row < lines.size(); ++row) lines[row] = {escaped(sheet.rows[row])};
  }
  for (const Block& block : page.blocks)
    for (const PageColumn& column : block.columns) {
      head(block.title + (block.title.empty() ? "" : " ") + column.heading, column.align);
      for (std::size_t row = 0; row < lines.size(); ++row)
        lines[row].push_back(column.cells[row].empty() ? "-" : escaped(column.cells[row]));
    }
  std::string text = piped(names) + piped(rule);
  for (std::size_t row = 0; row < lines.size(); ++row)
    if (page.rows_with_cells[row]) text += piped(lines[row]);
  return text;
}

std::string cell(const std::string& text, Align align, const CellMark& mark) {
  std::string classes = align == Align::right ? "number" : "";
  if (!mark.classes.empty()) classes += (classes.empty() ? "" : " ") + mark.classes;
  std::string attributes;
  if (!classes.empty()) attributes += fmt::format(" class=\"{}\"", classes);
  if (!mark.title.empty()) attributes += fmt::format(" title=\"{}\"", xml_escaped(mark.title));
  const std::string shown = mark.link.empty() || text.empty()
                                ? xml_escaped(text)
                                : fmt::format("<a href=\"#{}\">{}</a>", mark.link, xml_escaped(text));
  return fmt::format("<td{}>{}</td>", attributes, shown);
}

// The titles of the values above their blocks, if there are several.
std::string block_titles(const Sheet& sheet, const Page& page) {
  if (page.blocks.size() < 2) return {};
  std::string line = sheet.has_row_titles ? "<td></td>" : "";
  for (const Block& block : page.blocks)
    line += fmt::format(R"(<th scope="colgroup" colspan="{}">{}</th>)", block.columns.size(), xml_escaped(block.title));
  return "<tr>" + line + "</tr>\n";
}

std::string headings(const Sheet& sheet, const Page& page) {
  std::string line;
  if (sheet.has_row_titles) {
    const std::string& across = sheet.column_title;
    line += fmt::format("<th scope=\"col\">{}</th>",
                        xml_escaped(across.empty() ? sheet.row_title : sheet.row_title + " \\ " + across));
  }
  for (const Block& block : page.blocks)
    for (const PageColumn& column : block.columns)
      line += fmt::format("<th scope=\"col\"{}>{}</th>", column.align == Align::right ? " class=\"number\"" : "",
                          xml_escaped(column.heading));
  return "<tr>" + line + "</tr>\n";
}

std::string line_of(const Sheet& sheet, const Page& page, std::size_t row, const CellMarker& marker) {
  std::string line;
  if (sheet.has_row_titles)
    line += fmt::format("<th scope=\"row\"{}>{}</th>", sheet.row_align == Align::right ? " class=\"number\"" : "",
                        xml_escaped(sheet.rows[row]));
  for (const Block& block : page.blocks)
    for (const PageColumn& column : block.columns) {
      const std::string& text = column.cells[row];
      line += cell(text, column.align, marker ? marker(column.sources[row], column.heading, text) : CellMark{});
    }
  return "<tr>" + line + "</tr>\n";
}

constexpr const char* between_columns = "  ";
constexpr const char* between_blocks = "    ";
constexpr std::size_t column_gap = 2;
constexpr std::size_t block_gap = 4;
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
// In narrower columns wrapped text is harder to read than lines that the terminal breaks.
constexpr std::size_t narrowest_text = 16;

/// Lines of equal width.
using Lines = std::vector<std::string>;

/// The least widths of the titles of rows, which are equal in all bands, and of other columns.
struct LeastWidths {
  std::size_t titles = 0;
  std::size_t columns = 0;
};

std::size_t width(std::string_view text) { return static_cast<std::size_t>(character_count(text)); }

std::string padded(const std::string& text, std::size_t to, Align align) {
  const std::string filling(to - std::min(to, width(text)), ' ');
  return align == Align::left ? text + filling : filling + text;
}

std::string centred(const std::string& text, std::size_t to) {
  const std::size_t room = to - std::min(to, width(text));
  return padded(std::string(room / 2, ' ') + text, to, Align::left);
}

std::string in_lines(const std::string& text, std::size_t room) {
  if (width(text) <= room) return text;
  return fmt::format("{}", fmt::join(wrapped(text, static_cast<double>(room), character_count), "\n"));
}

std::size_t widest_line(std::string_view text) {
  std::size_t result = 0;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find('\n');
    result = std::max(result, width(text.substr(0, end)));
  }
  return result;
}

std::size_t column_width(const PageColumn& column, std::size_t least) {
  std::size_t result = std::max(least, width(column.heading));
  for (const std::string& cell : column.cells) result = std::max(result, widest_line(cell));
  return result;
}

std::size_t widest_column(const Sheet& sheet) {
  std::size_t result = 0;
  for (const Page& page : sheet.pages)
    for (const Block& block : page.blocks)
      for (const PageColumn& column : block.columns) result = column_width(column, result);
  return result;
}

std::size_t block_width(const Sheet& sheet, const Block& block, std::size_t least) {
  std::size_t wide = 0;
  for (const PageColumn& column : block.columns) wide += (wide == 0 ? 0 : column_gap) + column_width(column, least);
  return sheet.has_row_titles ? std::max({wide, width(block.title), width(sheet.column_title)}) : wide;
}

// The number of lines of each row.
std::vector<std::size_t> heights_of(const Band& band) {
  std::vector<std::size_t> heights(band.titles.cells.size(), 1);
  const auto consider = [&heights](const PageColumn& column) {
    for (std::size_t row = 0; row < heights.size(); ++row)
      heights[row] = std::max(heights[row], 1 + static_cast<std::size_t>(std::ranges::count(column.cells[row], '\n')));
  };
  consider(band.titles);
  for (const Block& block : band.blocks) std::ranges::for_each(block.columns, consider);
  return heights;
}

// The lines of a column: heading, rule, cells.
Lines column_lines(const PageColumn& column, const std::vector<std::size_t>& heights, std::size_t least) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28U;
  const std::size_t to = column_width(column, least);
  if (to * column.cells.size() > most_bytes)
    throw InputError(
        "the column {} has a text of {} characters, too wide for its {} rows; "
        "take --format csv",
        column.heading, to, column.cells.size());
  Lines lines{padded(column.heading, to, column.align), std::string(to, '-')};
  for (std::size_t row = 0; row < column.cells.size(); ++row) {
    Lines of_row = split(column.cells[row], '\n');
    of_row.resize(heights[row]);
    for (const std::string& line : of_row) lines.push_back(padded(line, to, column.align));
  }
  return lines;
}

void append(Lines& left, const Lines& right, const std::string& gap) {
  if (left.empty()) {
    left = right;
    return;
  }
  for (std::size_t i = 0; i < left.size(); ++i) left[i] += gap + right[i];
}

Lines block_lines(const Sheet& sheet, const Block& block, const std::vector<std::size_t>& heights, std::size_t least) {
  Lines lines;
  for (const PageColumn& column : block.columns) append(lines, column_lines(column, heights, least), between_columns);
  if (!sheet.has_row_titles) return lines;
  // One rule below the headings of a pivoted block, as wide as these.
  const std::size_t wide = block_width(sheet, block, least);
  for (std::string& line : lines) line = padded(line, wide, Align::left);
  lines[1] = std::string(wide, '-');
  lines.insert(lines.begin(), {centred(block.title, wide), centred(sheet.column_title, wide)});
  return lines;
}

std::string text_of(const Sheet& sheet, const Band& band, const LeastWidths& least) {
  const std::vector<std::size_t> heights = heights_of(band);
  Lines lines;
  if (sheet.has_row_titles) {
    lines = column_lines(band.titles, heights, least.titles);
    lines.insert(lines.begin(), 2, std::string(width(lines.front()), ' '));
  }
  bool first = true;
  for (const Block& block : band.blocks) {
    append(lines, block_lines(sheet, block, heights, least.columns), first ? between_columns : between_blocks);
    first = false;
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t end = lines[i].find_last_not_of(' ') + 1;
    const bool unused_caption = sheet.has_row_titles && i < 2 && end == 0;
    if (!unused_caption) text += lines[i].substr(0, end) + '\n';
  }
  return text;
}

// The band with texts of at most `room` characters per line.
Band in_lines(Band band, std::size_t room_of_titles, std::size_t room) {
  for (std::string& title : band.titles.cells) title = in_lines(title, room_of_titles);
  for (Block& block : band.blocks)
    for (PageColumn& column : block.columns)
      for (std::string& cell : column.cells) cell = in_lines(cell.empty() ? "-" : cell, room);
  return band;
}

// Divides the block's columns into blocks that fit. If rows have no titles, the first column is used as titles and
// repeated.
std::vector<Block> split_columns(const Sheet& sheet, const Block& block, std::size_t room, std::size_t least) {
  std::vector<Block> parts;
  for (const PageColumn& column : block.columns) {
    if (!parts.empty()) {
      parts.back().columns.push_back(column);
      if (block_width(sheet, parts.back(), least) <= room) continue;
      if (parts.back().columns.size() > 1) parts.back().columns.pop_back();
    }
    parts.push_back({block.title, {}});
    if (!sheet.has_row_titles && parts.size() > 1) parts.back().columns.push_back(block.columns.front());
    parts.back().columns.push_back(column);
  }
  return parts;
}

std::vector<Band> fitted(const Sheet& sheet, const Band& whole, std::size_t room, std::size_t least) {
  std::vector<Band> pieces;
  std::size_t used = 0;
  for (const Block& block : whole.blocks)
    for (Block& part : split_columns(sheet, block, room, least)) {
      const std::size_t wide = block_width(sheet, part, least);
      const bool fits = !pieces.empty() && used + block_gap + wide <= room;
      if (!fits) pieces.push_back({whole.titles, {}});
      used = fits ? used + block_gap + wide : wide;
      pieces.back().blocks.push_back(std::move(part));
    }
  return pieces;
}

std::string band_text(const Sheet& sheet, const Band& band, std::size_t terminal) {
  const auto least_widths = [&](std::size_t for_titles) {
    LeastWidths least{0, sheet.even_columns ? widest_column(sheet) : 0};
    for (const std::string& title : sheet.rows)
      least.titles = std::max(least.titles, widest_line(in_lines(title, for_titles)));
    return least;
  };
  std::string natural = text_of(sheet, in_lines(band, unlimited, unlimited), least_widths(unlimited));
  if (terminal == 0 || widest_line(natural) <= terminal) return natural;
  const std::size_t for_titles = std::max(narrowest_text, terminal * 2 / 5);
  LeastWidths least = least_widths(for_titles);
  const std::size_t titles = sheet.has_row_titles ? std::max(least.titles, width(band.titles.heading)) + column_gap : 0;
  const std::size_t room = std::max(narrowest_text, terminal - std::min(terminal, titles));
  least.columns = std::min(least.columns, room);
  // If the first column is repeated, only half of the room is left for cells.
  const std::size_t for_cells = sheet.has_row_titles ? room : std::max(narrowest_text, room / 2 - column_gap);
  std::string text;
  for (const Band& piece : fitted(sheet, in_lines(band, for_titles, for_cells), room, least.columns))
    text += (text.empty() ? "" : "\n") + text_of(sheet, piece, least);
  return text;
}

std::string paragraph(const std::string& text, std::size_t terminal) {
  return in_lines(text, terminal == 0 ? unlimited : terminal) + '\n';
}

// The rows of the query: {"schema":1,"exhibit":…,"title":…,"columns":[…],"rows":[[…],…]}, in one line.
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

// A heading with the title, then a heading and a pipe table for each page.
std::string render_markdown(const Exhibit& exhibit, const Sheet& sheet) {
  std::string result = exhibit.title.empty() ? "" : "### " + escaped(exhibit.title) + '\n';
  for (const Page& page : sheet.pages) {
    if (!page.caption.empty()) result += (result.empty() ? "#### " : "\n#### ") + escaped(page.caption) + '\n';
    if (!result.empty()) result += '\n';
    result += pipe_table(sheet, page);
  }
  if (sheet.pages.empty()) result += "\nNo results.\n";
  if (!exhibit.note.empty()) result += '\n' + paragraph(exhibit.note);
  return result;
}

// A table element for each page, numbers with the class "number", which a style aligns to the right.
std::string render_html(const Exhibit& exhibit, const Sheet& sheet) {
  std::string text = "<style>.number { text-align: right }</style>\n";
  for (const Page& page : sheet.pages) text += html_table(sheet, page, joined(exhibit.title, ": ", page.caption));
  if (sheet.pages.empty()) text += fmt::format("<p>{}: no results.</p>\n", xml_escaped(exhibit.title));
  if (!exhibit.note.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(exhibit.note));
  return text;
}

// Plain text for a terminal: aligned by blanks, with `pages_across` pages side by side, or all values of one page.
// `width` as in RenderOptions.
std::string render_text(const Exhibit& exhibit, const Sheet& sheet, std::size_t width) {
  std::string result = exhibit.title.empty() ? "" : paragraph(exhibit.title, width);
  for (const Band& band : bands_of(sheet, exhibit.layout.pages_across)) {
    if (!result.empty()) result += '\n';
    result += band_text(sheet, band, width);
  }
  if (sheet.pages.empty()) result += "\nNo results.\n";
  if (!exhibit.note.empty()) result += '\n' + paragraph(exhibit.note, width);
  return result;
}

}  // namespace

std::string render_csv(const Rows& rows) {
  std::string text = csv_line(rows.columns) + '\n';
  for (const std::vector<Value>& row : rows.rows) {
    std::vector<std::string> fields;
    for (const Value& value : row) fields.push_back(cell_text(value));
    text += csv_line(fields) + '\n';
  }
  return text;
}

std::string html_table(const Sheet& sheet, const Page& page, const std::string& caption, const CellMarker& marker) {
  constexpr std::size_t most_loose = 10;
  std::size_t columns = 0;
  for (const Block& block : page.blocks) columns += block.columns.size();
  std::string text = fmt::format("<table{}>\n<caption>{}</caption>\n<thead>\n{}{}</thead>\n<tbody>\n",
                                 columns > most_loose ? " class=\"dense\"" : "", xml_escaped(caption),
                                 block_titles(sheet, page), headings(sheet, page));
  for (std::size_t row = 0; row < sheet.rows.size(); ++row)
    if (page.rows_with_cells[row]) text += line_of(sheet, page, row, marker);
  return text + "</tbody>\n</table>\n";
}

std::string quoted_for_a_shell(const std::string& word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  return "'" + respelled(word, {{'\'', "'\\''"}}) + "'";
}

std::vector<std::string> format_names() { return words_in(formats); }

Format format_named(std::string_view name) { return known_value(formats, name, "format"); }

std::vector<Band> bands_of(const Sheet& sheet, int pages_across) {
  const bool one_value = sheet.pages.empty() || sheet.pages.front().blocks.size() == 1;
  const auto across = static_cast<std::size_t>(one_value ? std::max(pages_across, 1) : 1);
  std::vector<Band> bands;
  for (std::size_t first = 0; first < sheet.pages.size(); first += across) {
    Band& band = bands.emplace_back(Band{{sheet.row_title, sheet.row_align, sheet.rows}});
    std::vector<bool> kept(sheet.rows.size());
    for (std::size_t i = first; i < std::min(first + across, sheet.pages.size()); ++i) {
      const Page& page = sheet.pages[i];
      for (const Block& block : page.blocks)
        band.blocks.push_back({joined(page.caption, ": ", block.title), block.columns});
      std::transform(kept.begin(), kept.end(), page.rows_with_cells.begin(), kept.begin(), std::logical_or());
    }
    keep_rows(kept, band);
  }
  return bands;
}

void keep_rows(const std::vector<bool>& kept, Band& band) {
  const auto keep = [&kept](PageColumn& column) {
    std::size_t row = 0;
    std::erase_if(column.cells, [&](const std::string& /*cell*/) { return !kept[row++]; });
  };
  keep(band.titles);
  for (Block& block : band.blocks) std::ranges::for_each(block.columns, keep);
}

std::string render(const Exhibit& shown, const Rows& rows, const RenderOptions& options) {
  // Arranged for all formats, so that a wrong name of a value is an error in each of them.
  const bool errors = options.format == Format::latex;
  Sheet sheet = arranged(shown, rows, options.values, errors);
  if (options.format == Format::csv) return render_csv(rows);
  if (options.format == Format::json) return render_json(shown, rows);
  Exhibit exhibit = shown;
  exhibit.title = in_one_line(shown.title);
  exhibit.note = in_one_line(note_below(shown, rows));
  const auto has_error = [](const ValueColumn& value) { return !value.error.empty(); };
  if (errors && std::ranges::any_of(shown.layout.values, has_error))
    exhibit.note += fmt::format("{}± is half of a 95 % interval.", exhibit.note.empty() ? "" : " ");
  sheet = printable(std::move(sheet));
  if (options.format == Format::markdown) return render_markdown(exhibit, sheet);
  if (options.format == Format::latex) return render_latex(exhibit, sheet, options.latex);
  return options.format == Format::html ? render_html(exhibit, sheet) : render_text(exhibit, sheet, options.width);
}

}  // namespace apportion::results
