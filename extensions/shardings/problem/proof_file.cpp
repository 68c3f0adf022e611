// Records as JSON lists, and back.
#include "extensions/shardings/problem/proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {
namespace {

// The name of a kind of record and its items in order. Their types determine how they are written and read.
template <class Record, class... Items>
struct Form {
  using Of = Record;

  std::string_view name;  // "" for a record within another one
  std::tuple<Items Record::*...> items;
};

template <class Record, class... Items>
constexpr Form<Record, Items...> form(std::string_view name, Items Record::*... items) {
  return {name, {items...}};
}

constexpr std::tuple forms{
    form("start", &ProofStart::shift, &ProofStart::most),
    form("forbidden", &ForbiddenLabel::node, &ForbiddenLabel::label, &ForbiddenLabel::other),
    form("dominated", &DominatedLabel::node, &DominatedLabel::label, &DominatedLabel::by),
    form("overfull", &OverfullLabel::node, &OverfullLabel::label, &OverfullLabel::time),
    form("overfull-pairs", &OverfullPairs::u, &OverfullPairs::v, &OverfullPairs::time),
    form("dropped", &DroppedTime::time, &DroppedTime::covered_by),
    form("merged", &MergedNode::gone, &MergedNode::into, &MergedNode::labels_into, &MergedNode::labels_gone),
    form("folded", &FoldedNode::gone, &FoldedNode::into),
    form("bypassed", &BypassedNode::gone, &BypassedNode::u, &BypassedNode::v),
    form("separated", &SeparatedEdge::u, &SeparatedEdge::v),
    form("known", &KnownAnswer::labels),
    form("bound", &ProvenBound::scale, &ProvenBound::price_scale, &ProvenBound::most, &ProvenBound::bound,
         &ProvenBound::prices, &ProvenBound::given),
    form("", &PriceOfTime::time, &PriceOfTime::price),
    form("", &GivenToEdge::u, &GivenToEdge::v, &GivenToEdge::of_u, &GivenToEdge::of_v),
    form("fixed", &FixedLabel::node, &FixedLabel::label),
    form("branched", &BranchedState::node, &BranchedState::first, &BranchedState::second, &BranchedState::labels_first,
         &BranchedState::labels_second),
    form("entered", &EnteredState::state),
    form<ClosedState>("closed")};

template <class Use>
void for_each_form(const Use& use) {
  std::apply([&use](const auto&... each) { (use(each), ...); }, forms);
}

template <class Record, class Use>
void with_form_of(const Use& use) {
  for_each_form([&use](const auto& each) {
    if constexpr (std::is_same_v<typename std::decay_t<decltype(each)>::Of, Record>) use(each);
  });
}

// --- Writing

template <class Record>
void add_record(const Record& record, fmt::memory_buffer& text);

template <class Item>
void add_item(const Item& item, fmt::memory_buffer& text) {
  if (text[text.size() - 1] != '[') text.push_back(',');
  const auto out = std::back_inserter(text);
  if constexpr (std::is_same_v<Item, WideWhole>)
    fmt::format_to(out, R"("{}")", item);
  else if constexpr (std::is_integral_v<Item>)
    fmt::format_to(out, "{}", item);
  else if constexpr (std::is_integral_v<typename Item::value_type>)
    fmt::format_to(out, "[{}]", fmt::join(item, ","));
  else {
    text.push_back('[');
    for (const auto& each : item) add_record(each, text);
    text.push_back(']');
  }
}

template <class Record>
void add_record(const Record& record, fmt::memory_buffer& text) {
  if (text.size() > 0 && text[text.size() - 1] != '[') text.push_back(',');
  text.push_back('[');
  with_form_of<Record>([&](const auto& of_record) {
    if (!of_record.name.empty()) fmt::format_to(std::back_inserter(text), R"("{}")", of_record.name);
    std::apply([&](auto... item) { (add_item(record.*item, text), ...); }, of_record.items);
  });
  text.push_back(']');
}

// --- Reading

// Reads the items from `first` on.
template <class Record>
void read_record(const std::vector<JsonReader>& items, std::size_t first, Record& record);

void read(std::int64_t& value, const JsonReader& item) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const Json& json = item.json();
  if (!json.is_number_integer() || (json.is_number_unsigned() && json.get<std::uint64_t>() > most))
    item.refuse("a whole number of 64 bits");
  value = json.get<std::int64_t>();
}

void read(std::uint32_t& value, const JsonReader& item) {
  std::int64_t number = 0;
  read(number, item);
  if (number < 0 || number > std::numeric_limits<std::uint32_t>::max())
    throw InputError("{} is no number of a node, a label or a state", number);
  value = static_cast<std::uint32_t>(number);
}

// Reads an exponent.
void read(int& value, const JsonReader& item) {
  constexpr std::int64_t most = 64;
  std::int64_t number = 0;
  read(number, item);
  if (number < 0 || number > most) throw InputError("{} is no exponent from 0 to {}", number, most);
  value = static_cast<int>(number);
}

// Reads a decimal in quotes, since it may have more than 64 bits.
void read(WideWhole& value, const JsonReader& item) {
  const std::string digits = item.text();
  const bool is_negative = digits.starts_with('-');
  value = 0;
  for (const char c : std::string_view(digits).substr(is_negative ? 1 : 0)) {
    if (c < '0' || c > '9' || value >= WideWhole{1} << 120U)
      throw InputError("'{}' is no whole number of at most 120 bits", digits);
    value = 10 * value + (c - '0');
  }
  if (is_negative) value = -value;
}

template <class Item>
void read(std::vector<Item>& values, const JsonReader& list) {
  for (const JsonReader& item : list.items()) {
    if constexpr (std::is_integral_v<Item>)
      read(values.emplace_back(), item);
    else
      read_record(item.items(), 0, values.emplace_back());
  }
}

template <class Record>
void read_record(const std::vector<JsonReader>& items, std::size_t first, Record& record) {
  with_form_of<Record>([&](const auto& of_record) {
    std::apply(
        [&](auto... item) {
          if (items.size() != first + sizeof...(item))
            throw InputError(items.size() < first + sizeof...(item) ? "a record has too few items"
                                                                    : "a record has too many items");
          [[maybe_unused]] std::size_t next = first;
          (read(record.*item, items[next++]), ...);
        },
        of_record.items);
  });
}

CertificateRecord record_in(std::string_view line) {
  const Json json = parse_json(line);
  const std::vector<JsonReader> items = JsonReader(json).items();
  if (items.empty()) throw InputError("a record has too few items");
  const std::string kind = items.front().text();
  std::optional<CertificateRecord> record;
  for_each_form([&](const auto& each) {
    using Record = typename std::decay_t<decltype(each)>::Of;
    if constexpr (std::is_constructible_v<decltype(record->what), Record>)
      if (each.name == kind) {
        Record found;
        read_record(items, 1, found);
        record = CertificateRecord{std::move(found)};
      }
  });
  if (!record) throw InputError("'{}' is no kind of record", kind);
  return *std::move(record);
}

}  // namespace

std::string to_json(const CertificateRecord& record) {
  fmt::memory_buffer text;
  std::visit([&text](const auto& what) { add_record(what, text); }, record.what);
  return fmt::to_string(text);
}

void read_proof(const TextPieces& next, const std::function<void(const CertificateRecord& record)>& take) {
  std::string line;
  const auto take_line = [&] {
    if (!is_blank(line)) take(record_in(line));
    line.clear();
  };
  for (std::string_view piece = next(); !piece.empty(); piece = next())
    for (std::size_t end = piece.find('\n'); !piece.empty(); end = piece.find('\n')) {
      line += piece.substr(0, end);
      if (end == std::string_view::npos) break;
      take_line();
      piece.remove_prefix(end + 1);
    }
  take_line();
}

}  // namespace apportion::problems
