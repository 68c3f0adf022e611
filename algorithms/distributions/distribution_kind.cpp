// The kinds of simple distributions (Niculescu; HPF), making distributions by name, and their notation.
#include "algorithms/distributions/distribution_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace apportion {

Configured<DistributionKind> choose_distribution_kind(std::string_view text) {
  const std::string name = split_bracketed(text).name;
  std::vector<std::string> names = collected(DistributionKinds::instance().algorithms(), &DistributionKind::name);
  if (std::ranges::find(names, name) == names.end()) throw unknown_name("distribution", name, names);
  return DistributionKinds::instance().choose(text);
}

Distribution make_distribution(std::string_view kind, Index length, Index processes) {
  RandomStream unused(0, "distributions");
  return choose_distribution_kind(kind).solve({length, processes}, unused);
}

namespace {

Distribution distributed(const char* kind, const DistributionShape& shape, Index block) {
  return Distribution({.kind = kind, .length = shape.length, .processes = shape.processes, .block = block});
}

const Registration<DistributionKind> identity_registration{
    {.name = "identity",
     .source = "Niculescu, Section 2.1",
     .summary = "i: every index to a process of its own; needs n <= p",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       // The paper omits this condition, but i must be a process.
       if (shape.length > shape.processes)
         throw InputError("identity({},{}): {} indices need as many processes; n must be at most p", shape.length,
                          shape.processes, shape.length);
       return distributed("identity", shape, 1);
     }}};

const Registration<DistributionKind> linear_registration{
    {.name = "linear",
     .source = "Niculescu, Section 2.1",
     .summary = "i div (n/p): a segment of n/p indices each; needs p | n",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       if (shape.processes < 1 || shape.length % shape.processes != 0)
         throw InputError("linear({},{}): p must divide n; ceil-block is defined for any n", shape.length,
                          shape.processes);
       return distributed("linear", shape, shape.length / shape.processes);
     }}};

const Registration<DistributionKind> wrap_registration{
    {.name = "wrap",
     .source = "Niculescu, Section 2.1",
     .summary = "i mod p: the processes take indices in turns",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       return distributed("wrap", shape, 1);
     }}};

const Registration<DistributionKind> ceil_block_registration{
    {.name = "ceil-block",
     .source = "the usual BLOCK of HPF; Niculescu's linear where p divides n",
     .summary = "i div ceil(n/p): segments of ceil(n/p) indices, the last ones shorter or empty",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       const Index block = shape.processes < 1 ? 1 : (shape.length + shape.processes - 1) / shape.processes;
       return distributed("ceil-block", shape, block);
     }}};

const Registration<DistributionKind> block_cyclic_registration{
    {.name = "block-cyclic",
     .source = "ScaLAPACK's block-cyclic distribution, HPF's CYCLIC(k)",
     .summary = "(i div k) mod p: the processes take blocks of k indices in turns",
     .options = {count_option("block", "2", "consecutive indices that stay together")},
     .variants = {"block=3"},
     .solve = [](const DistributionShape& shape, const Options& options, RandomStream& /*stream*/) {
       return Distribution({.kind = "block-cyclic",
                            .length = shape.length,
                            .processes = shape.processes,
                            .block = options.count("block"),
                            .block_named = true});
     }}};

// --- Printing and parsing

// A sign of the paper, and how it is typed on a keyboard.
struct Sign {
  std::string_view mathematical;
  std::string_view ascii;
};
constexpr Sign after{"∘", "o"};
constexpr Sign times{"×", "x"};
constexpr Sign copies{"·", "*"};

std::string to_text(const CyclicRule& rule) {
  std::string text = fmt::format("{}({},{}", rule.kind, rule.length, rule.processes);
  return text + (rule.block_named ? fmt::format(",{})", rule.block) : ")");
}

// KIND(NUMBER,...), and its position in the text.
struct Term {
  std::string name;
  std::vector<Index> numbers;
  std::size_t place = 0;
};

// A query to a composition takes time in proportion to the square of its terms.
constexpr std::size_t most_terms = 1000;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Distribution distribution() { return composition(term()); }

  std::vector<Distribution> product() {
    std::vector<Distribution> factors;
    do {
      Term first = term();
      const std::vector<Distribution> named = named_product(first);
      if (named.empty())
        factors.push_back(composition(std::move(first)));
      else
        factors.insert(factors.end(), named.begin(), named.end());
    } while (takes(times));
    return factors;
  }

  // 1 if the text has no number of copies.
  Index number_of_copies() { return takes(copies) ? number() : 1; }

  // Calls `make` and adds `place` to its errors.
  template <class Make>
  auto at(std::size_t place, Make make) -> decltype(make()) {
    try {
      return make();
    } catch (const InputError& error) {
      throw InputError("{} {}", where(place), error.what());
    }
  }

  void require_end() {
    skip_blanks();
    if (place_ < text_.size()) fail(place_, "the end, or one of ∘ (o), × (x), · (*) where allowed");
  }

 private:
  [[noreturn]] void fail(std::size_t place, std::string_view wanted) const {
    const std::string found = place < text_.size() ? fmt::format("'{}'", character(place)) : "the end";
    throw InputError("{} found {}, expected {}", where(place), found, wanted);
  }

  [[nodiscard]] std::string where(std::size_t place) const {
    const auto before = text_.substr(0, place);
    const auto characters = std::ranges::count_if(before, [](char c) { return (c & 0xC0) != 0x80; });
    return fmt::format("'{}', character {}:", text_, characters + 1);
  }

  // The character at `place`, with all its bytes.
  [[nodiscard]] std::string_view character(std::size_t place) const {
    std::size_t end = place + 1;
    while (end < text_.size() && (text_[end] & 0xC0) == 0x80) ++end;
    return text_.substr(place, end - place);
  }

  void skip_blanks() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }

  bool takes(std::string_view sign) {
    skip_blanks();
    if (!text_.substr(place_).starts_with(sign)) return false;
    place_ += sign.size();
    return true;
  }

  bool takes(const Sign& sign) { return takes(sign.mathematical) || takes(sign.ascii); }

  std::string name() {
    skip_blanks();
    const std::size_t start = place_;
    const auto is_part = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0 || c == '-'; };
    while (place_ < text_.size() && is_part(text_[place_])) ++place_;
    if (place_ == start) fail(start, "the name of a distribution");
    return std::string(text_.substr(start, place_ - start));
  }

  Index number() {
    skip_blanks();
    Index value = 0;
    const auto [end, error] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value < 1 || value > largest_length) fail(place_, "a whole number from 1 to 2^40");
    place_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  Term term() {
    skip_blanks();
    Term found{.name = {}, .numbers = {}, .place = place_};
    found.name = name();
    if (!takes("(")) fail(place_, "(");
    do found.numbers.push_back(number());
    while (takes(","));
    if (!takes(")")) fail(place_, ", or )");
    return found;
  }

  // Parses the rest of a composition after its first term. The last term is applied first.
  Distribution composition(Term first) {
    std::vector<std::pair<Distribution, std::size_t>> terms = {{simple(first), first.place}};
    while (takes(after)) {
      if (terms.size() == most_terms)
        throw InputError("{} the composition has more than {} terms", where(first.place), most_terms);
      const Term next = term();
      terms.emplace_back(simple(next), next.place);
    }
    Distribution whole = terms.back().first;
    for (std::size_t k = terms.size() - 1; k-- > 0;)
      whole = at(terms[k].second, [&] { return compose(terms[k].first, whole); });
    return whole;
  }

  Distribution simple(const Term& term) {
    return at(term.place, [&] {
      const Configured<DistributionKind> plain = choose_distribution_kind(term.name);
      const std::vector<OptionSpec>& options = plain.algorithm->options;
      const std::size_t wanted = 2 + options.size();
      if (term.numbers.size() != wanted)
        throw InputError("{} has {} numbers; it needs {}", term.name, term.numbers.size(),
                         options.empty() ? "two, n and p" : "three, n, p and " + options.front().name);
      std::string kind = term.name;
      if (!options.empty()) kind += fmt::format("[{}={}]", options.front().name, term.numbers[2]);
      return make_distribution(kind, term.numbers[0], term.numbers[1]);
    });
  }

  // The factors of a named product; empty if the name is not that of a product.
  std::vector<Distribution> named_product(const Term& term) {
    const std::vector<Index>& numbers = term.numbers;
    const bool wraps = term.name == "grid" || term.name.starts_with("wrap-");
    const std::string_view kind = wraps ? "wrap" : "linear";
    const auto factors = [&](const std::vector<Index>& extents, const std::vector<Index>& processes) {
      return at(term.place, [&] {
        std::vector<Distribution> all;
        for (std::size_t d = 0; d < extents.size(); ++d)
          all.push_back(make_distribution(kind, extents[d], processes[d]));
        return CartesianDistribution(std::move(all)).factors();
      });
    };
    if (term.name == "block" || term.name == "grid") {
      if (numbers.size() % 2 != 0) fail_numbers(term, "an even number of numbers: extents, then processes");
      const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
      return factors({numbers.begin(), middle}, {middle, numbers.end()});
    }
    const bool row = term.name == "row" || term.name == "wrap-row";
    if (!row && term.name != "column" && term.name != "wrap-column") return {};
    if (numbers.size() != 3) fail_numbers(term, "three numbers: m, n and p");
    return factors({numbers[0], numbers[1]},
                   row ? std::vector<Index>{numbers[2], 1} : std::vector<Index>{1, numbers[2]});
  }

  [[noreturn]] void fail_numbers(const Term& term, std::string_view wanted) const {
    throw InputError("{} {} has {} numbers; it needs {}", where(term.place), term.name, term.numbers.size(), wanted);
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace

std::string to_text(const Distribution& distribution) {
  std::string text;
  const std::vector<CyclicRule>& rules = distribution.rules();
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    if (!text.empty()) text += after.mathematical;
    text += to_text(*rule);
  }
  return text;
}

std::string to_text(const CartesianDistribution& distribution) {
  std::string text;
  for (const Distribution& factor : distribution.factors()) {
    if (!text.empty()) text += times.mathematical;
    text += to_text(factor);
  }
  return text;
}

std::string to_text(const ReplicatedDistribution& distribution) {
  return fmt::format("{}{}{}", to_text(distribution.base()), copies.mathematical, distribution.copies());
}

Distribution parse_distribution(std::string_view text) {
  Parser parser(text);
  Distribution distribution = parser.distribution();
  parser.require_end();
  return distribution;
}

ReplicatedDistribution parse_replicated(std::string_view text) {
  Parser parser(text);
  std::vector<Distribution> factors = parser.product();
  const Index layers = parser.number_of_copies();
  parser.require_end();
  return parser.at(0, [&] { return ReplicatedDistribution(CartesianDistribution(std::move(factors)), layers); });
}

}  // namespace apportion
