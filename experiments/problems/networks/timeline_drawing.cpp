// Timelines as SVG.
#include "experiments/problems/networks/timeline_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/svg.hpp"

namespace apportion::problems {
namespace {

constexpr double margin = 16;
constexpr double title_height = 46;  // title and legend
constexpr double label_width = 90;
constexpr double chart_width = 720;
constexpr double axis_height = 34;

struct Look {
  Doing doing;
  const char* name;
  const char* colour;
};
constexpr std::array<Look, 3> looks = {{{Doing::computing, "computes", "#44bb99"},
                                        {Doing::starting_up, "starts messages up", "#eedd88"},
                                        {Doing::waiting, "waits", "#ee8866"}}};

const Look& look_of(Doing doing) { return *std::ranges::find(looks, doing, &Look::doing); }

// 1, 2 or 5 times a power of ten: at most ten of them in `span`.
double tick_step(double span) {
  const double tenth = std::pow(10, std::floor(std::log10(span)) - 1);
  for (const double factor : {1.0, 2.0, 5.0})
    if (span <= 10 * factor * tenth) return factor * tenth;
  return 10 * tenth;
}

class Chart {
 public:
  Chart(const std::string& title, const Timeline& timeline)
      : timeline_(timeline),
        span_(timeline.makespan()),
        line_(std::clamp(480.0 / static_cast<double>(timeline.finish.size()), 3.0, 22.0)) {
    put(R"(<text x="{}" y="{}" font-size="14">{}</text>)", svg_length(margin), svg_length(margin + 4),
        xml_escaped(title));
    add_legend();
    add_axis();
    for (const Activity& activity : timeline.activities) add(activity);
    add_labels();
    add_longest_wait();
  }

  [[nodiscard]] std::string document() const {
    return svg_document(margin + label_width + chart_width + 2 * margin, bottom() + axis_height, body_);
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
    body_ += '\n';
  }

  [[nodiscard]] double x(double seconds) const { return margin + label_width + seconds / span_ * chart_width; }
  [[nodiscard]] double y(std::uint32_t processor) const { return title_height + line_ * processor; }
  [[nodiscard]] double bottom() const { return y(static_cast<std::uint32_t>(timeline_.finish.size())); }
  // The gap between lines goes when they are thin.
  [[nodiscard]] double thickness() const { return line_ > 8 ? line_ - 3 : line_; }

  void add_legend() {
    double left = margin + label_width;
    for (const Look& look : looks) {
      put(R"(<rect x="{}" y="{}" width="10" height="10" fill="{}"/>)", svg_length(left), svg_length(title_height - 18),
          look.colour);
      put(R"(<text x="{}" y="{}" font-size="12">{}</text>)", svg_length(left + 15), svg_length(title_height - 9),
          look.name);
      left += 150;
    }
  }

  void add_axis() {
    const double step = tick_step(span_);
    for (int k = 0; k * step <= span_ * (1 + 1e-9); ++k) {
      put(R"(<path d="M{0} {1}V{2}" stroke="#cccccc" fill="none"/>)", svg_length(x(k * step)), svg_length(title_height),
          svg_length(bottom() + 4));
      put(R"(<text x="{}" y="{}" font-size="12" text-anchor="middle">{:.6g}</text>)", svg_length(x(k * step)),
          svg_length(bottom() + 18), k * step);
    }
    put(R"(<text x="{}" y="{}" font-size="12" text-anchor="middle">seconds</text>)", svg_length(x(span_ / 2)),
        svg_length(bottom() + 31));
  }

  void add(const Activity& activity) {
    const Look& look = look_of(activity.doing);
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"><title>processor {} {} for {:.4g} s</title></rect>)",
        svg_length(x(activity.begin)), svg_length(y(activity.processor)),
        svg_length(x(activity.end) - x(activity.begin)), svg_length(thickness()), look.colour, activity.processor,
        look.name, activity.end - activity.begin);
  }

  // Every processor where there is room for a number, otherwise every fifth, tenth and so on.
  void add_labels() {
    std::uint32_t each = 1;
    for (const std::uint32_t next : {2U, 5U, 10U, 20U, 50U, 100U, 200U, 500U})
      if (each * line_ < 12) each = next;
    for (std::uint32_t i = 0; i < timeline_.finish.size(); i += each)
      put(R"(<text x="{}" y="{}" font-size="12" text-anchor="end">processor {}</text>)",
          svg_length(margin + label_width - 8), svg_length(y(i) + thickness() / 2 + 4), i);
  }

  void add_longest_wait() {
    const Activity* longest = nullptr;
    for (const Activity& activity : timeline_.activities)
      if (activity.doing == Doing::waiting &&
          (longest == nullptr || activity.end - activity.begin > longest->end - longest->begin))
        longest = &activity;
    if (longest == nullptr) return;
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="#111111" stroke-width="2"/>)",
        svg_length(x(longest->begin)), svg_length(y(longest->processor) - 1),
        svg_length(x(longest->end) - x(longest->begin)), svg_length(thickness() + 2));
    put(R"(<text x="{}" y="{}" font-size="12" text-anchor="end">longest wait: processor {}, {:.4g} s</text>)",
        svg_length(x(span_)), svg_length(title_height - 9), longest->processor, longest->end - longest->begin);
  }

  const Timeline& timeline_;
  double span_;
  double line_;  // height of a processor's line
  std::string body_;
};

}  // namespace

std::string svg_timeline(const std::string& title, const Timeline& timeline) {
  if (timeline.activities.empty()) throw InputError("nothing takes time in this run; there is nothing to draw");
  if (timeline.activities.size() > most_drawn_activities)
    throw InputError(fmt::format("{} activities are too many to draw; there may be {}: take fewer iterations",
                                 timeline.activities.size(), most_drawn_activities));
  return Chart(title, timeline).document();
}

}  // namespace apportion::problems
