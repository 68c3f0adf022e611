// Records as JSON lists, and back.
#include "experiments/problems/shardings/proof_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <limits>
#include <map>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

std::string text_of(const ProofStart& record) { return fmt::format(R"("start",{},"{}")", record.shift, record.most); }

std::string text_of(const ForbiddenLabel& record) {
  return fmt::format(R"("forbidden",{},{},{})", record.node, record.label, record.other);
}

std::string text_of(const DominatedLabel& record) {
  return fmt::format(R"("dominated",{},{},{})", record.node, record.label, record.by);
}

std::string text_of(const OverfullLabel& record) {
  return fmt::format(R"("overfull",{},{},{})", record.node, record.label, record.time);
}

std::string text_of(const OverfullPairs& record) {
  return fmt::format(R"("overfull-pairs",{},{},{})", record.u, record.v, record.time);
}

std::string text_of(const DroppedTime& record) {
  return fmt::format(R"("dropped",{},{})", record.time, record.covered_by);
}

std::string text_of(const MergedNode& record) {
  return fmt::format(R"("merged",{},{},[{}],[{}])", record.gone, record.into, fmt::join(record.labels_into, ","),
                     fmt::join(record.labels_gone, ","));
}

std::string text_of(const FoldedNode& record) { return fmt::format(R"("folded",{},{})", record.gone, record.into); }

std::string text_of(const BypassedNode& record) {
  return fmt::format(R"("bypassed",{},{},{})", record.gone, record.u, record.v);
}

std::string text_of(const SeparatedEdge& record) { return fmt::format(R"("separated",{},{})", record.u, record.v); }

std::string text_of(const KnownAnswer& record) { return fmt::format(R"("known",[{}])", fmt::join(record.labels, ",")); }

std::string text_of(const ProvenBound& record) {
  std::string text =
      fmt::format(R"("bound",{},{},{},"{}",[)", record.scale, record.price_scale, record.most, record.bound);
  for (const PriceOfTime& each : record.prices)
    text += fmt::format("{}[{},{}]", text.back() == '[' ? "" : ",", each.time, each.price);
  text += "],[";
  for (const GivenToEdge& each : record.given)
    text += fmt::format("{}[{},{},[{}],[{}]]", text.back() == '[' ? "" : ",", each.u, each.v, fmt::join(each.of_u, ","),
                        fmt::join(each.of_v, ","));
  return text + "]";
}

std::string text_of(const FixedLabel& record) { return fmt::format(R"("fixed",{},{})", record.node, record.label); }

std::string text_of(const BranchedState& record) {
  return fmt::format(R"("branched",{},{},{},[{}],[{}])", record.node, record.first, record.second,
                     fmt::join(record.labels_first, ","), fmt::join(record.labels_second, ","));
}

std::string text_of(const EnteredState& record) { return fmt::format(R"("entered",{})", record.state); }

std::string text_of(const ClosedState& /*record*/) { return R"("closed")"; }

// The items of one record in their order.
class RecordItems {
 public:
  explicit RecordItems(JsonScanner& scanner) : scanner_(scanner) { scanner_.begin_list(); }

  std::string text() {
    step();
    return scanner_.text();
  }

  std::int64_t whole() {
    step();
    return scanner_.signed_whole();
  }

  std::uint32_t number() { return narrowed(whole()); }

  int exponent() {
    constexpr std::int64_t most = 64;
    const std::int64_t value = whole();
    if (value < 0 || value > most) throw InputError(fmt::format("{} is no exponent from 0 to {}", value, most));
    return static_cast<int>(value);
  }

  // A decimal in quotes: it may have more than 64 bits.
  WideWhole wide() {
    const std::string digits = text();
    const bool is_negative = digits.starts_with('-');
    WideWhole value = 0;
    for (const char c : std::string_view(digits).substr(is_negative ? 1 : 0)) {
      if (c < '0' || c > '9' || value >= WideWhole{1} << 120U)
        throw InputError(fmt::format("'{}' is no whole number of at most 120 bits", digits));
      value = 10 * value + (c - '0');
    }
    return is_negative ? -value : value;
  }

  std::vector<std::uint32_t> numbers() {
    std::vector<std::uint32_t> all;
    for (const std::int64_t each : wholes()) all.push_back(narrowed(each));
    return all;
  }

  std::vector<std::int64_t> wholes() {
    std::vector<std::int64_t> all;
    step();
    for (scanner_.begin_list(); scanner_.next_item();) all.push_back(scanner_.signed_whole());
    return all;
  }

  // A list of lists, of which `read` reads the items of one.
  void lists(const std::function<void(RecordItems& items)>& read) {
    step();
    for (scanner_.begin_list(); scanner_.next_item();) {
      RecordItems items(scanner_);
      read(items);
      items.end();
    }
  }

  void end() {
    if (scanner_.next_item()) throw InputError("a record has too many items");
  }

 private:
  void step() {
    if (!scanner_.next_item()) throw InputError("a record has too few items");
  }

  static std::uint32_t narrowed(std::int64_t value) {
    if (value < 0 || value > std::numeric_limits<std::uint32_t>::max())
      throw InputError(fmt::format("{} is no number of a node, a label or a state", value));
    return static_cast<std::uint32_t>(value);
  }

  JsonScanner& scanner_;
};

// Here and below: in braces, items are read from left to right.
ProvenBound bound_in(RecordItems& items) {
  ProvenBound bound{.scale = items.exponent(), .price_scale = items.exponent(), .most = items.whole()};
  bound.bound = items.wide();
  items.lists([&bound](RecordItems& each) { bound.prices.push_back(PriceOfTime{each.whole(), each.whole()}); });
  items.lists([&bound](RecordItems& each) {
    bound.given.push_back(GivenToEdge{each.number(), each.number(), each.wholes(), each.wholes()});
  });
  return bound;
}

template <class Record>
CertificateRecord of_two_numbers(RecordItems& items) {
  return {Record{items.number(), items.number()}};
}

template <class Record>
CertificateRecord of_three_numbers(RecordItems& items) {
  return {Record{items.number(), items.number(), items.number()}};
}

const std::map<std::string, CertificateRecord (*)(RecordItems& items)>& readers() {
  using Items = RecordItems;
  using Record = CertificateRecord;
  static const std::map<std::string, Record (*)(Items&)> all = {
      {"start",
       [](Items& items) {
         return Record{ProofStart{items.exponent(), items.wide()}};
       }},
      {"forbidden", of_three_numbers<ForbiddenLabel>},
      {"dominated", of_three_numbers<DominatedLabel>},
      {"overfull",
       [](Items& items) {
         return Record{OverfullLabel{items.number(), items.number(), items.whole()}};
       }},
      {"overfull-pairs",
       [](Items& items) {
         return Record{OverfullPairs{items.number(), items.number(), items.whole()}};
       }},
      {"dropped",
       [](Items& items) {
         return Record{DroppedTime{items.whole(), items.whole()}};
       }},
      {"merged",
       [](Items& items) {
         return Record{MergedNode{items.number(), items.number(), items.numbers(), items.numbers()}};
       }},
      {"folded", of_two_numbers<FoldedNode>},
      {"bypassed", of_three_numbers<BypassedNode>},
      {"separated", of_two_numbers<SeparatedEdge>},
      {"known", [](Items& items) { return Record{KnownAnswer{items.numbers()}}; }},
      {"bound", [](Items& items) { return Record{bound_in(items)}; }},
      {"fixed", of_two_numbers<FixedLabel>},
      {"branched",
       [](Items& items) {
         return Record{BranchedState{items.number(), items.number(), items.number(), items.numbers(), items.numbers()}};
       }},
      {"entered", [](Items& items) { return Record{EnteredState{items.number()}}; }},
      {"closed", [](Items& /*items*/) { return Record{ClosedState{}}; }}};
  return all;
}

}  // namespace

std::string to_json(const CertificateRecord& record) {
  return std::visit([](const auto& what) { return "[" + text_of(what) + "]"; }, record.what);
}

bool ProofReader::next(CertificateRecord& record) {
  if (scanner_.at_end()) return false;
  RecordItems items(scanner_);
  const std::string kind = items.text();
  const auto reader = readers().find(kind);
  if (reader == readers().end()) throw InputError(fmt::format("'{}' is no kind of record", kind));
  record = reader->second(items);
  items.end();
  return true;
}

}  // namespace apportion::problems
