// Timelines in characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/common/drawn_names.hpp"
#include "experiments/problems/networks/timeline_drawing.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t columns = 72;
constexpr std::size_t most_lines = 1000;
constexpr std::size_t longest_label = 24;

// What a character stands for, in order of Doing, and what a wait may be besides.
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

// A wait, of which the parts are marked in which messages of the processor travel.
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

std::vector<Line> lines_of(const LabelledRun& run, double span) {
  std::vector<Line> lines(run.timeline.finish.size(), Line(span));
  std::vector<std::vector<Transfer>> sending;
  for (std::size_t i = 0; i < lines.size(); ++i) sending.push_back(sending_times(run, i));
  const std::optional<Activity> longest = longest_wait(run.timeline);
  for (const Activity& activity : run.timeline.activities) {
    Line& line = lines[activity.processor];
    if (activity.doing == Doing::computing) line.add(computes, activity.begin, activity.end);
    if (activity.doing == Doing::starting_up) line.add(starts_up, activity.begin, activity.end);
    if (activity.doing != Doing::waiting) continue;
    if (activity.processor == longest->processor && activity.begin == longest->begin)
      line.add(waits_longest, activity.begin, activity.end);
    else
      add_wait(activity, sending[activity.processor], line);
  }
  return lines;
}

// What stands before a processor's line: its name, or its number.
std::string label_of(const LabelledRun& run, std::size_t processor) {
  return run.names.empty() ? std::to_string(processor) : shortened(run.processor(processor), longest_label);
}

std::string text_of(const LabelledRun& run, double span) {
  std::string text = run.title + "\n";
  const std::vector<Line> lines = lines_of(run, span);
  std::size_t width = 4;
  for (std::size_t i = 0; i < lines.size(); ++i) width = std::max(width, characters_of(label_of(run, i)).size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string label = label_of(run, i);
    text += fmt::format("{}{} {}\n", std::string(width - characters_of(label).size(), ' '), label, lines[i].text());
  }
  text += fmt::format("{} 0{:>{}}\n", std::string(width, ' '), fmt::format("{:.4g} s", span), columns - 1);
  if (const std::optional<Activity> longest = longest_wait(run.timeline))
    text += fmt::format("longest wait: {}, {:.4g} s from {:.4g} s on\n", run.processor(longest->processor),
                        longest->end - longest->begin, longest->begin);
  return text;
}

}  // namespace

std::string text_timeline(const std::vector<LabelledRun>& runs) {
  const double span = require_drawable(runs);
  std::string text;
  for (const LabelledRun& run : runs) {
    if (run.timeline.finish.size() > most_lines)
      throw InputError(fmt::format("{} processors are too many to draw in characters; the limit is {}",
                                   run.timeline.finish.size(), most_lines));
    text += text_of(run, span) + "\n";
  }
  return text +
         "█ computes  ▒ starts messages up  · waits  > waits, and messages of its own travel  ! the longest wait\n";
}

}  // namespace apportion::problems
