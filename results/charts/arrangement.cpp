// Arranging a chart: widths of texts, tics of axes, places of panels.
#include "results/charts/arrangement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "base/numbers.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view ellipsis = "…";

// In shares of the font's size.
double character_width(char c) {
  constexpr std::string_view narrow = "ijlI.,:;'|!";
  constexpr std::string_view slim = "frt()[]-/ \"";
  constexpr std::string_view wide = "mMwW%@";
  const auto code = static_cast<unsigned char>(c);
  if ((code & 0xc0U) == 0x80U) return 0;  // goes on with the character before
  if (code >= 0xe0U) return 1;            // may be as wide as high
  if (narrow.find(c) != std::string_view::npos) return 0.34;
  if (slim.find(c) != std::string_view::npos) return 0.46;
  if (wide.find(c) != std::string_view::npos) return 0.99;
  if (c >= 'A' && c <= 'Z') return 0.74;
  return 0.64;
}

// Without its last character.
void drop_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

double text_width(std::string_view text, double font) {
  double width = 0;
  for (const char c : text) width += character_width(c);
  return width * font;
}

std::string shortened(const std::string& text, double width, double font) {
  if (text_width(text, font) <= width) return text;
  // Names that begin alike often end differently.
  std::string start = text;
  std::string end;
  const double room = width - text_width(ellipsis, font);
  while (!start.empty() && text_width(start, font) > 0.6 * room) drop_last(start);
  for (std::size_t at = text.size(); at > start.size(); --at) {
    if ((static_cast<unsigned char>(text[at - 1]) & 0xc0U) == 0x80U) continue;
    if (text_width(start, font) + text_width(std::string_view(text).substr(at - 1), font) > room) break;
    end = text.substr(at - 1);
  }
  return start + std::string(ellipsis) + end;
}

std::vector<std::string> wrapped(const std::string& text, double width, double font, std::size_t lines) {
  std::vector<std::string> result;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool fits = !result.empty() && text_width(result.back() + " " + word, font) <= width;
    if (result.empty() || (!fits && result.size() < lines))
      result.push_back(word);
    else
      result.back() += " " + word;
  }
  for (std::string& line : result) line = shortened(line, width, font);
  return result;
}

namespace {

constexpr std::size_t most_round = 10;
constexpr std::size_t most_wanted = 16;

// Of an axis whose greatest value is `greatest` and whose tics are `step` apart.
std::string number_text(double value, double step, double greatest) {
  const auto digits_down_to = [](double least) { return static_cast<int>(std::ceil(-std::log10(least) - 1e-9)); };
  if (std::abs(value) < step / 2) return "0";
  if (greatest < 1e7 && step > 9.9e-6) return fmt::format("{:.{}f}", value, std::clamp(digits_down_to(step), 0, 6));
  const int exponent = static_cast<int>(std::floor(std::log10(greatest) + 1e-12));
  const double unit = std::pow(10, exponent);
  return fmt::format("{:.{}f}e{}", value / unit, std::clamp(digits_down_to(step / unit), 0, 15), exponent);
}

// The least of 1, 2 and 5 times a power of ten that is not below `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (step <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

std::vector<Tic> multiples_of(double step, const AxisRoom& room) {
  const double greatest = std::max(std::abs(room.low), std::abs(room.high));
  std::vector<Tic> tics;
  const double first = std::ceil(room.low / step - 1e-9);
  for (double k = first; k * step <= room.high + 1e-9 * step && tics.size() <= 2 * most_round; ++k)
    tics.push_back({k * step, number_text(k * step, step, greatest)});
  return tics;
}

std::vector<Tic> linear_tics(const AxisRoom& room) {
  std::vector<Tic> tics;
  for (std::size_t count = most_round; count > 0; --count) {
    tics = multiples_of(round_step((room.high - room.low) / static_cast<double>(count)), room);
    if (tics.size() <= most_round && fit(tics, room)) return tics;
  }
  tics.resize(std::min<std::size_t>(tics.size(), 1));
  return tics;
}

std::string power_text(double factor, int exponent) {
  if (exponent >= -4 && exponent < 7)
    return fmt::format("{:.{}f}", factor * std::pow(10, exponent), std::max(-exponent, 0));
  return fmt::format("{:.0f}e{}", factor, exponent);
}

// These factors times every `stride`-th power of ten.
std::vector<Tic> powers(const std::vector<double>& factors, int stride, const AxisRoom& room) {
  std::vector<Tic> tics;
  const int first = static_cast<int>(std::floor(std::log10(room.low)));
  const int last = static_cast<int>(std::ceil(std::log10(room.high)));
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const double factor : factors)
      if (const double place = factor * std::pow(10, exponent); place >= room.low && place <= room.high)
        tics.push_back({place, power_text(factor, exponent)});
  }
  return tics;
}

std::vector<Tic> logarithmic_tics(const AxisRoom& room) {
  const std::array<std::vector<double>, 4> factors = {{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 5}, {1, 3}, {1}}};
  for (const std::vector<double>& each : factors) {
    std::vector<Tic> tics = powers(each, 1, room);
    if (tics.size() > 1 && tics.size() <= most_round && fit(tics, room)) return tics;
  }
  for (const int stride : {2, 3, 5, 10, 20, 50, 100}) {
    std::vector<Tic> tics = powers({1}, stride, room);
    if (tics.size() > 1 && tics.size() <= most_round && fit(tics, room)) return tics;
  }
  return linear_tics(room);
}

std::vector<Tic> every(std::size_t stride, const std::vector<Tic>& tics) {
  std::vector<Tic> some;
  for (std::size_t i = 0; i < tics.size(); i += stride) some.push_back(tics[i]);
  return some;
}

// Nearly, as far as a reader sees.
bool has_even_steps(const std::vector<Tic>& tics, const AxisRoom& room) {
  double least = room.length;
  double most = 0;
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double step = room.at(tics[i].place) - room.at(tics[i - 1].place);
    least = std::min(least, step);
    most = std::max(most, step);
  }
  return most <= 1.2 * least;
}

}  // namespace

double AxisRoom::at(double value) const {
  const double share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return share * length;
}

bool fit(const std::vector<Tic>& tics, const AxisRoom& room) {
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double distance = std::abs(room.at(tics[i].place) - room.at(tics[i - 1].place));
    const double widths = text_width(tics[i].text, room.font) + text_width(tics[i - 1].text, room.font);
    if (distance < (room.across ? widths / 2 + 0.7 * room.font : 1.4 * room.font)) return false;
  }
  return true;
}

std::vector<Tic> round_tics(const AxisRoom& room) {
  return room.logarithmic ? logarithmic_tics(room) : linear_tics(room);
}

std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room) {
  std::size_t stride = 1;
  while (stride < tics.size() && !fit(every(stride, tics), room)) ++stride;
  return every(stride, tics);
}

std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room) {
  std::ranges::sort(wanted, {}, &Tic::place);
  if (wanted.size() <= most_wanted && fit(wanted, room)) return wanted;
  if (room.logarithmic && wanted.size() <= 2 * most_wanted && has_even_steps(wanted, room)) {
    std::vector<Tic> some = thinned(wanted, room);
    if (some.size() > 2) return some;
  }
  return round_tics(room);
}

namespace {

constexpr double slope = 0.643;              // sine of the 40 degrees of slanted texts
constexpr double run = 0.766;                // their cosine
constexpr double sample = 3;                 // width of a line in the key, in shares of the font
constexpr std::size_t most_title_lines = 4;  // of an axis or of the whole; what is longer is shortened
constexpr double margin = 0.05;              // between the data and the frame, in shares of the data's span

// All numbers along one axis, with their error bars and reference lines.
class Reach {
 public:
  explicit Reach(bool logarithmic) : logarithmic_(logarithmic) {}

  void add(double number) {
    if (!std::isfinite(number) || (logarithmic_ && number <= 0)) return;
    least_ = std::min(least_, number);
    most_ = std::max(most_, number);
  }

  [[nodiscard]] Span span() const {
    if (!(least_ <= most_)) return {logarithmic_ ? 0.1 : 0, 1, logarithmic_};
    if (logarithmic_) {
      const double factor = std::pow(most_ / least_, margin) * 1.05;
      return {std::max(least_ / factor, std::numeric_limits<double>::min()),
              std::min(most_ * factor, std::numeric_limits<double>::max()), true};
    }
    const double greatest = std::max(std::abs(least_), std::abs(most_));
    double room = margin * (most_ - least_);
    // A span too short for floating-point numbers counts as a single value.
    if (most_ - least_ <= 1e-12 * greatest) room = greatest > 0 ? margin * greatest : 1;
    return {least_ - room, most_ + room, false};
  }

 private:
  bool logarithmic_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

double widest(const std::vector<Tic>& tics, double font) {
  double width = 0;
  for (const Tic& tic : tics) width = std::max(width, text_width(tic.text, font));
  return width;
}

// Texts in columns of these names say themselves what they are.
bool says_something(const std::string& column) { return !column.empty() && column != "series" && column != "what"; }

class Arranger {
 public:
  Arranger(const Chart& chart, const ChartData& data, const Framing& framing)
      : chart_(chart), data_(data), framing_(framing) {
    result_.size = framing.for_phone ? phone_size : size_of(chart.width);
    em_ = result_.size.font;
  }

  Arrangement arrangement() {
    set_rows();
    set_spans();
    set_frames();
    set_x_tics();
    set_titles();
    set_key();
    set_note();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_narrow() const { return framing_.for_phone || chart_.width == ChartWidth::column; }
  [[nodiscard]] bool is_heat_map() const { return chart_.kind == ChartKind::heat_map; }
  [[nodiscard]] std::size_t panels() const { return std::max<std::size_t>(data_.panels.size(), 1); }

  void set_rows() {
    auto wanted = static_cast<std::size_t>(std::max(chart_.panels_across, 1));
    if (is_narrow())
      wanted = panels() > 3 && !is_heat_map() ? 2 : 1;
    else if (panels() > 6 || (panels() == 3 && !is_heat_map()))
      wanted = std::max<std::size_t>(wanted, 3);
    result_.across = std::min(panels(), wanted);
    result_.down = (panels() + result_.across - 1) / result_.across;
  }

  void set_spans() {
    Reach x(chart_.x.logarithmic && !data_.x.categories);
    Reach y(chart_.y.logarithmic);
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) {
          x.add(point.x);
          y.add(point.y);
          y.add(low_of(point));
          y.add(high_of(point));
        }
    for (const ReferenceLine& line : chart_.lines)
      if (line.y) y.add(*line.y);
    result_.x = data_.x.categories ? Span{0.5, static_cast<double>(data_.x.texts.size()) + 0.5} : x.span();
    if (data_.zero) result_.gap = std::sqrt(*data_.zero * first_beyond_zero());
    result_.y = is_heat_map() ? Span{static_cast<double>(data_.y.texts.size()) + 0.5, 0.5} : y.span();
  }

  [[nodiscard]] double first_beyond_zero() const { return *(std::ranges::find(data_.x.places, *data_.zero) + 1); }

  // Frames whose labels at the y axis are known, but not yet those at the x axis.
  void set_frames() {
    const double guessed = (result_.size.width - 6 * em_) / static_cast<double>(result_.across) - 2 * em_;
    result_.frame_height = frame_height(guessed);
    set_y_tics();
    const auto lines = static_cast<double>(result_.y_title.size());
    result_.left = (lines > 0 ? lines * text_line + 0.5 : 0.3) * em_ + widest(result_.y_tics, em_) + 0.9 * em_;
    const double overhang = data_.x.categories ? 0 : 0.5 * text_width(longest_end(), em_);
    const double gap = std::max(1.2 * em_, 1.6 * overhang);
    const double right = std::max(0.8 * em_, std::min(overhang, 3 * em_));
    const auto across = static_cast<double>(result_.across);
    result_.frame_width = (result_.size.width - result_.left - right - (across - 1) * gap) / across;
    result_.step_right = result_.frame_width + gap;
    set_panel_titles();
    const double title = text_line * em_ * static_cast<double>(result_.panel_title_lines);
    result_.title = wrapped(framing_.title, result_.size.width - 2 * em_, em_, most_title_lines);
    const auto heading = static_cast<double>(result_.title.size());
    result_.top = title + (heading > 0 ? text_line * heading + 0.5 : 0) * em_ + 0.7 * em_;
    result_.step_down = result_.frame_height + title + 1.2 * em_;
  }

  void set_panel_titles() {
    for (const Panel& panel : data_.panels) {
      result_.panel_titles.push_back(wrapped(panel.title, result_.frame_width + em_, em_, 3));
      result_.panel_title_lines = std::max(result_.panel_title_lines, result_.panel_titles.back().size());
    }
  }

  // The longer of the texts at the ends of an axis of numbers.
  [[nodiscard]] std::string longest_end() const {
    if (data_.x.texts.empty()) return "";
    const std::string first = shortened(data_.x.texts.front(), 6 * em_, em_);
    const std::string last = shortened(data_.x.texts.back(), 6 * em_, em_);
    return first.size() > last.size() ? first : last;
  }

  [[nodiscard]] double frame_height(double width) const {
    if (is_heat_map()) {
      const auto rows = static_cast<double>(std::max<std::size_t>(data_.y.texts.size(), 1));
      return std::clamp(2 * em_ * rows, 2 * em_, 45 * em_);
    }
    if (result_.across > 1) return std::clamp(0.7 * width, 8 * em_, 22 * em_);
    return std::clamp((is_narrow() ? 0.62 : 0.47) * width, 8 * em_, 26 * em_);
  }

  void set_y_tics() {
    const AxisRoom room{result_.y.low, result_.y.high, result_.y.logarithmic, result_.frame_height, em_, false};
    if (!is_heat_map()) {
      result_.y_tics = round_tics(room);
    } else {
      std::vector<Tic> tics;
      for (std::size_t i = 0; i < data_.y.texts.size(); ++i)
        tics.push_back({data_.y.places[i], shortened(data_.y.texts[i], 0.3 * result_.size.width, em_)});
      result_.y_tics = thinned(tics, room);
    }
    const double down = static_cast<double>(result_.down) * result_.frame_height;
    result_.y_title = wrapped(chart_.y.title, down, em_, most_title_lines);
  }

  void set_x_tics() {
    const AxisRoom room{result_.x.low, result_.x.high, result_.x.logarithmic, result_.frame_width, em_, true};
    std::vector<Tic> wanted;
    bool words = false;
    for (std::size_t i = 0; i < data_.x.texts.size(); ++i) {
      wanted.push_back(
          {data_.x.places[i], shortened(data_.x.texts[i], std::min(22 * em_, 0.4 * result_.size.width), em_)});
      words = words || !parse_real(data_.x.texts[i]);
    }
    if (!data_.x.categories) {
      result_.x_tics = number_tics(std::move(wanted), room);
    } else if (!words || fit(wanted, room)) {
      result_.x_tics = thinned(wanted, room);
    } else {
      // Slanted texts are as far from each other as their lines.
      result_.slanted = true;
      const double step = result_.frame_width / static_cast<double>(wanted.size());
      const auto stride = static_cast<std::size_t>(std::max(std::ceil(1.8 * em_ / step), 1.0));
      for (std::size_t i = 0; i < wanted.size(); i += stride) result_.x_tics.push_back(wanted[i]);
      keep_first_text_on_paper(step);
    }
  }

  // Where 0 stands apart, round numbers are chosen for what is beyond the gap.
  [[nodiscard]] std::vector<Tic> number_tics(std::vector<Tic> wanted, const AxisRoom& room) const {
    if (!data_.zero) return tics_at(std::move(wanted), room);
    std::erase_if(wanted, [this](const Tic& tic) { return tic.place <= *data_.zero; });
    AxisRoom beyond = room;
    beyond.low = *result_.gap;
    beyond.length -= room.at(*result_.gap);
    std::vector<Tic> tics = tics_at(std::move(wanted), beyond);
    tics.insert(tics.begin(), {*data_.zero, "0"});
    while (tics.size() > 2 && !fit(tics, room)) tics.erase(tics.begin() + 1);
    return tics;
  }

  // A slanted text begins to the left of its tic.
  void keep_first_text_on_paper(double step) {
    const double begins = result_.left + step / 2 - run * text_width(result_.x_tics.front().text, em_) - em_;
    if (begins >= 0) return;
    const double shift = std::min(-begins, 0.3 * result_.size.width);
    result_.left += shift;
    result_.frame_width -= shift / static_cast<double>(result_.across);
    result_.step_right -= shift / static_cast<double>(result_.across);
  }

  void set_titles() {
    const double all_panels = static_cast<double>(result_.across - 1) * result_.step_right + result_.frame_width;
    result_.x_title = wrapped(chart_.x.title, all_panels, em_, most_title_lines);
    const double tic_height = result_.slanted ? slope * widest(result_.x_tics, em_) + 1.8 * em_ : 2.1 * em_;
    result_.x_title_top =
        result_.top + static_cast<double>(result_.down - 1) * result_.step_down + result_.frame_height + tic_height;
    result_.height = result_.x_title_top + text_line * em_ * static_cast<double>(result_.x_title.size()) + 0.4 * em_;
  }

  void set_key() {
    if (is_heat_map()) return set_colours();
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        if (std::ranges::find(result_.key, curve.title, &KeyEntry::title) == result_.key.end())
          result_.key.push_back({curve.title, &curve});
    std::ranges::stable_sort(result_.key, {},
                             [](const KeyEntry& entry) { return std::pair(entry.curve->series, entry.curve->value); });
    const bool needless = result_.key.size() < 2;
    if (needless) result_.key.clear();
    for (const ReferenceLine& line : chart_.lines)
      if (!line.title.empty()) result_.key.push_back({line.title});
    if (result_.key.empty()) return;
    const double room = result_.size.width - 2 * em_;
    for (KeyEntry& entry : result_.key) entry.title = shortened(entry.title, room - (sample + 1) * em_, em_);
    double left = em_;
    if (!needless && says_something(chart_.series)) {
      result_.key_heading = shortened(chart_.series, room, em_);
      left += text_width(result_.key_heading, em_) + 1.5 * em_;
    }
    place_key(left);
    result_.key_top = result_.height + 0.3 * em_;
    result_.height = result_.key_top + (key_line * static_cast<double>(result_.key_lines) + 0.3) * em_;
  }

  // In columns, unless the entries need fewer lines where they follow each other.
  void place_key(double left) {
    const auto width = [this](const KeyEntry& entry) { return text_width(entry.title, em_) + (sample + 1.5) * em_; };
    const double widest = width(std::ranges::max(result_.key, {}, width));
    // Where a heading leaves too little room it has a line of its own.
    const bool alone = left + widest > result_.size.width;
    const double start = alone ? em_ : left;
    const auto placed = [&](double least) {
      double x = start;
      std::size_t line = alone ? 1 : 0;
      for (KeyEntry& entry : result_.key) {
        const double taken = std::max(least, width(entry));
        if (x > start && x + taken > result_.size.width) {
          x = start;
          ++line;
        }
        entry.left = std::exchange(x, x + taken);
        entry.line = line;
      }
      return line + 1;
    };
    const std::size_t lines = placed(0);
    result_.key_lines = placed(widest);
    if (result_.key_lines > lines) result_.key_lines = placed(0);
  }

  // The figures stand in the cells where they fit; otherwise the colours need a scale.
  void set_colours() {
    double longest = 0;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) longest = std::max(longest, text_width(point.label, em_));
    const double width = result_.frame_width / static_cast<double>(data_.x.texts.size());
    const double height = result_.frame_height / static_cast<double>(data_.y.texts.size());
    result_.cell_labels = longest + 0.3 * em_ <= width && 1.2 * em_ <= height;
    if (result_.cell_labels) return;
    result_.key_top = result_.height + 0.5 * em_;
    result_.height = result_.key_top + 4.8 * em_;
  }

  void set_note() {
    std::vector<std::string> sentences = hidden_curves();
    if (data_.has_errors) sentences.insert(sentences.begin(), "Bars: " + chart_.error_title);
    for (const std::string& sentence : sentences)
      for (std::string& line : wrapped(sentence, result_.size.width - 2 * em_, em_, 3))
        result_.note.push_back(std::move(line));
    if (result_.note.empty()) return;
    result_.note_top = result_.height;
    result_.height += (text_line * static_cast<double>(result_.note.size()) + 0.4) * em_;
  }

  // A sentence on each set of curves that lie on each other throughout a panel, with these panels.
  [[nodiscard]] std::vector<std::string> hidden_curves() const {
    std::vector<std::string> sets;
    std::vector<std::vector<std::string>> where;
    for (const Panel& panel : data_.panels)
      for (const std::string& names : sets_of_one_look(panel)) {
        const std::size_t index = index_in_order_of_appearance(sets, names);
        where.resize(sets.size());
        where[index].push_back(panel.title);
      }
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i] += " coincide";
      if (where[i].size() < data_.panels.size()) sets[i] += fmt::format(": {}", fmt::join(where[i], "; "));
    }
    return sets;
  }

  // "XY2 and TILE", each set once. Names may have commas.
  [[nodiscard]] std::vector<std::string> sets_of_one_look(const Panel& panel) const {
    std::vector<std::string> sets;
    if (!chart_.joined || chart_.kind != ChartKind::curves) return sets;
    std::vector<bool> named(panel.curves.size());
    for (std::size_t i = 0; i < named.size(); ++i) {
      std::vector<std::string> names{panel.curves[i].title};
      for (std::size_t j = i + 1; j < named.size(); ++j) {
        if (named[i] || named[j] || !lie_on_each_other(panel.curves[i], panel.curves[j])) continue;
        named[j] = true;
        names.push_back(panel.curves[j].title);
      }
      if (names.size() > 1) sets.push_back(fmt::format("{}", fmt::join(names, " and ")));
    }
    return sets;
  }

  [[nodiscard]] bool lie_on_each_other(const Curve& one, const Curve& other) const {
    constexpr double line = 1.5;  // in pixels
    const AxisRoom room{result_.y.low, result_.y.high, result_.y.logarithmic, result_.frame_height, em_, false};
    return std::ranges::equal(one.points, other.points, [&room](const ChartPoint& a, const ChartPoint& b) {
      return a.x == b.x && std::abs(room.at(a.y) - room.at(b.y)) < line;
    });
  }

  const Chart& chart_;
  const ChartData& data_;
  const Framing& framing_;
  Arrangement result_;
  double em_ = 0;
};

}  // namespace

Arrangement arranged(const Chart& chart, const ChartData& data, const Framing& framing) {
  return Arranger(chart, data, framing).arrangement();
}

ChartSize size_of(ChartWidth width) {
  constexpr double pixels_per_mm = 96 / 25.4;
  constexpr double print_font = 8 * 96.0 / 72;
  constexpr double print_scale = 300.0 / 96;
  if (width == ChartWidth::column) return {84 * pixels_per_mm, print_font, print_scale};
  if (width == ChartWidth::page) return {174 * pixels_per_mm, print_font, print_scale};
  return {};
}

}  // namespace apportion::results
