// Timelines as SVG and in characters.
#include "experiments/problems/networks/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/drawing/svg.hpp"

namespace apportion::problems {
namespace {

constexpr double chart_margin = 16;
constexpr double chart_title_height = 46;  // for title and legend
constexpr double least_label_width = 90;
constexpr std::size_t longest_label = 24;  // in characters
constexpr double chart_width = 720;
constexpr double axis_height = 34;
constexpr double between_charts = 22;

struct Look {
  Doing doing;
  const char* name;
  const char* colour;
};
constexpr std::array<Look, 3> looks = {{{Doing::computing, "computes", "#44bb99"},
                                        {Doing::starting_up, "starts messages up", "#eedd88"},
                                        {Doing::waiting, "waits", "#ee8866"}}};
constexpr const char* sending_colour = "#4477aa";
constexpr const char* anchored_in_middle = R"( text-anchor="middle")";
constexpr const char* anchored_at_end = R"( text-anchor="end")";

// The width of the names before the lines.
double label_width_of(const std::vector<SimulatedRun>& runs) {
  constexpr double character = 7.2;
  double width = least_label_width;
  for (const SimulatedRun& run : runs)
    for (const std::string& name : run.names)
      width =
          std::max(width, 8 + character * static_cast<double>(characters_of(shortened(name, longest_label)).size()));
  return width;
}

// Draws one run, `span` seconds wide, from `top` on.
class Chart {
 public:
  Chart(const SimulatedRun& run, double span, double top, double label_width)
      : run_(run),
        timeline_(run.timeline),
        span_(span),
        top_(top),
        label_width_(label_width),
        line_(std::clamp(480.0 / static_cast<double>(timeline_.finish.size()), 3.0, 22.0)) {
    put("{}", svg_text(chart_margin, top + chart_margin + 4, 14, "", run.title));
    add_legend();
    add_axis();
    for (const Activity& activity : timeline_.activities) add(activity);
    if (shows_sending())
      for (std::uint32_t i = 0; i < timeline_.finish.size(); ++i) add_sending(i);
    add_labels();
    add_longest_wait();
  }

  [[nodiscard]] const std::string& body() const { return body_; }
  [[nodiscard]] double end() const { return bottom() + axis_height; }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
    body_ += '\n';
  }

  [[nodiscard]] double x(double seconds) const { return chart_margin + label_width_ + seconds / span_ * chart_width; }
  [[nodiscard]] double y(std::uint32_t processor) const { return top_ + chart_title_height + line_ * processor; }
  [[nodiscard]] double bottom() const { return y(static_cast<std::uint32_t>(timeline_.finish.size())); }
  // Thin lines have no gap between them.
  [[nodiscard]] double thickness() const { return line_ > 8 ? line_ - 3 : line_; }
  [[nodiscard]] bool shows_sending() const { return line_ >= 12; }

  void add_legend() {
    double left = chart_margin + label_width_;
    const auto add = [&](const char* name, const char* colour, double height) {
      put(R"({} fill="{}"/>)", svg_rect(left, top_ + chart_title_height - 8 - height, 10, height), colour);
      put("{}", svg_text(left + 15, top_ + chart_title_height - 9, 12, "", name));
      left += 36 + 6.2 * static_cast<double>(std::string_view(name).size());
    };
    for (const Look& look : looks) add(look.name, look.colour, 10);
    if (shows_sending()) add("sends", sending_colour, 3);
  }

  void add_axis() {
    const double step = svg_step(span_, 10);
    const TimeUnit unit = readable_unit(span_);
    for (int k = 0; k * step <= span_ * (1 + 1e-9); ++k) {
      put(R"(<path d="M{0} {1}V{2}" stroke="#cccccc" fill="none"/>)", svg_length(x(k * step)),
          svg_length(top_ + chart_title_height), svg_length(bottom() + 4));
      put("{}", svg_text(x(k * step), bottom() + 18, 12, anchored_in_middle, fmt::format("{:.6g}", unit.of(k * step))));
    }
    put("{}", svg_text(x(span_ / 2), bottom() + 31, 12, anchored_in_middle, unit.in_full));
  }

  void add(const Activity& activity) {
    const Look& look = *std::ranges::find(looks, activity.doing, &Look::doing);
    put(R"({} fill="{}"><title>{} {} for {}</title></rect>)", bar(activity, y(activity.processor), thickness()),
        look.colour, processor(activity.processor), look.name, readable_time(activity.end - activity.begin));
  }

  void add_sending(std::uint32_t number) {
    for (const Transfer& span : sending_times(run_, number))
      put(R"({} fill="{}"><title>messages of {} travel</title></rect>)", bar(span, y(number) + thickness() - 3, 3),
          sending_colour, processor(number));
  }

  // The beginning of a rectangle over a span of time.
  template <class Span>
  [[nodiscard]] std::string bar(const Span& span, double top, double height) const {
    return svg_rect(x(span.begin), top, x(span.end) - x(span.begin), height);
  }

  [[nodiscard]] std::string processor(std::size_t number) const { return xml_escaped(run_.processor(number)); }

  // Labels every processor if labels fit, otherwise every fifth, tenth and so on.
  void add_labels() {
    std::uint32_t each = 1;
    for (const std::uint32_t next : {2U, 5U, 10U, 20U, 50U, 100U, 200U, 500U})
      if (each * line_ < 12) each = next;
    for (std::uint32_t i = 0; i < timeline_.finish.size(); i += each)
      put("{}", svg_text(chart_margin + label_width_ - 8, y(i) + thickness() / 2 + 4, 12, anchored_at_end,
                         shortened(run_.processor(i), longest_label)));
  }

  void add_longest_wait() {
    const std::optional<Activity> longest = longest_wait(timeline_);
    if (!longest) return;
    put(R"({} fill="none" stroke="#111111" stroke-width="2"/>)",
        bar(*longest, y(longest->processor) - 1, thickness() + 2));
    put("{}", svg_text(x(span_), top_ + chart_title_height - 9, 12, anchored_at_end,
                       fmt::format("longest wait: {}, {}", shortened(run_.processor(longest->processor), longest_label),
                                   readable_time(longest->end - longest->begin))));
  }

  const SimulatedRun& run_;
  const Timeline& timeline_;
  double span_;
  double top_;
  double label_width_;
  double line_;  // height of a processor's line
  std::string body_;
};

constexpr std::size_t columns = 72;

// The meanings of characters, in order of Doing, then further kinds of waits.
enum Mark : std::size_t { computes, starts_up, waits, sends, waits_longest, has_finished };
constexpr std::array<std::string_view, 6> characters = {"█", "▒", "·", ">", "!", " "};

// Seconds of each mark in each column of one processor's line.
class Line {
 public:
  explicit Line(double span) : width_(span / static_cast<double>(columns)), seconds_(columns) {}

  void add(Mark mark, double begin, double end) {
    const auto first = static_cast<std::size_t>(begin / width_);
    for (std::size_t k = std::min(first, columns - 1); k < columns; ++k) {
      const double from = std::max(begin, width_ * static_cast<double>(k));
      const double to = std::min(end, width_ * static_cast<double>(k + 1));
      if (to > from) seconds_[k].at(mark) += to - from;
      if (width_ * static_cast<double>(k + 1) >= end) return;
    }
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& seconds : seconds_) {
      const auto most = static_cast<std::size_t>(std::ranges::max_element(seconds) - seconds.begin());
      text += characters.at(seconds.at(most) > 0 ? most : has_finished);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

 private:
  double width_;
  std::vector<std::array<double, 5>> seconds_;
};

// Adds a wait, with the parts marked in which messages of the processor travel.
void add_wait(const Activity& wait, const std::vector<Transfer>& sending, Line& line) {
  double now = wait.begin;
  for (const Transfer& time : sending) {
    const double begin = std::clamp(time.begin, now, wait.end);
    const double end = std::clamp(time.end, now, wait.end);
    line.add(waits, now, begin);
    line.add(sends, begin, end);
    now = end;
  }
  line.add(waits, now, wait.end);
}

std::vector<Line> lines_of(const SimulatedRun& run, double span) {
  std::vector<Line> lines(run.timeline.finish.size(), Line(span));
  std::vector<std::vector<Transfer>> sending;
  for (std::size_t i = 0; i < lines.size(); ++i) sending.push_back(sending_times(run, i));
  const std::optional<Activity> longest = longest_wait(run.timeline);
  for (const Activity& activity : run.timeline.activities) {
    Line& line = lines[activity.processor];
    if (activity.doing != Doing::waiting)
      line.add(activity.doing == Doing::computing ? computes : starts_up, activity.begin, activity.end);
    else if (activity.processor == longest->processor && activity.begin == longest->begin)
      line.add(waits_longest, activity.begin, activity.end);
    else
      add_wait(activity, sending[activity.processor], line);
  }
  return lines;
}

// The label of a processor's line: its name, or its number.
std::string label_of(const SimulatedRun& run, std::size_t processor) {
  return run.names.empty() ? std::to_string(processor) : shortened(run.processor(processor), longest_label);
}

std::string text_of(const SimulatedRun& run, double span) {
  std::string text = run.title + "\n";
  const std::vector<Line> lines = lines_of(run, span);
  std::size_t width = 4;
  for (std::size_t i = 0; i < lines.size(); ++i) width = std::max(width, characters_of(label_of(run, i)).size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string label = label_of(run, i);
    text += fmt::format("{}{} {}\n", std::string(width - characters_of(label).size(), ' '), label, lines[i].text());
  }
  text += fmt::format("{} 0{:>{}}\n", std::string(width, ' '), readable_time(span), columns - 1);
  if (const std::optional<Activity> longest = longest_wait(run.timeline))
    text += fmt::format("longest wait: {}, {} from {} on\n", run.processor(longest->processor),
                        readable_time(longest->end - longest->begin), readable_time(longest->begin));
  return text;
}

// The duration of the longest run. InputError for one without activities.
double span_of(const std::vector<SimulatedRun>& runs) {
  double span = 0;
  for (const SimulatedRun& run : runs) {
    if (run.timeline.activities.empty()) throw InputError("nothing takes time in this run; there is nothing to draw");
    span = std::max(span, run.timeline.makespan());
  }
  return span;
}

}  // namespace

std::string SimulatedRun::processor(std::size_t number) const {
  return number < names.size() ? names[number] : fmt::format("processor {}", number);
}

std::vector<std::array<double, 3>> SimulatedRun::seconds_by_doing() const {
  std::vector<std::array<double, 3>> seconds(timeline.finish.size());
  for (const Activity& activity : timeline.activities)
    seconds[activity.processor].at(static_cast<std::size_t>(activity.doing)) += activity.end - activity.begin;
  return seconds;
}

double SimulatedRun::percent_computing() const {
  double seconds = 0;
  for (const Activity& activity : timeline.activities)
    if (activity.doing == Doing::computing) seconds += activity.end - activity.begin;
  return 100 * seconds / timeline.makespan() / static_cast<double>(timeline.finish.size());
}

double SimulatedRun::seconds_of_longest_wait() const {
  const std::optional<Activity> longest = longest_wait(timeline);
  return longest ? longest->end - longest->begin : 0;
}

std::vector<Transfer> sending_times(const SimulatedRun& run, std::size_t processor) {
  std::vector<Transfer> times;
  for (std::size_t i = 0; i < run.job.messages.size(); ++i)
    if (run.job.messages[i].from == processor && run.timeline.transfers[i].end > run.timeline.transfers[i].begin)
      times.push_back(run.timeline.transfers[i]);
  std::ranges::sort(times, {}, &Transfer::begin);
  std::vector<Transfer> merged;
  for (const Transfer& time : times)
    if (!merged.empty() && time.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, time.end);
    else
      merged.push_back(time);
  return merged;
}

std::string svg_timeline(const std::vector<SimulatedRun>& runs) {
  const double span = span_of(runs);
  const double label_width = label_width_of(runs);
  std::string body;
  double top = 0;
  for (const SimulatedRun& run : runs) {
    const Chart chart(run, span, top, label_width);
    body += chart.body();
    top = chart.end() + between_charts;
  }
  return svg_document(chart_margin + label_width + chart_width + 2 * chart_margin, top - between_charts, body);
}

std::string text_timeline(const std::vector<SimulatedRun>& runs) {
  const double span = span_of(runs);
  std::string text;
  for (const SimulatedRun& run : runs) text += text_of(run, span) + "\n";
  return text +
         "█ computes  ▒ starts messages up  · waits  > waits, and messages of its own travel  ! the longest wait\n";
}

}  // namespace apportion::problems
