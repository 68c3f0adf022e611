// The family of programs: a description is one JSON object, in a file, built in, or in the line, with affine
// expressions. It is turned into a graph, which the algorithms of graphs label.
#include "experiments/problems/programs/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/graphs/solve.hpp"

namespace apportion::problems {
namespace {

// --- Descriptions, and a parser of their affine expressions

constexpr std::int64_t largest_number = 1'000'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Those of indices, which begin with one of the letters.
constexpr std::string_view index_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::size_t index_letters = 52;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  Affine expression() {
    Affine sum;
    for (bool is_first = true; is_first || !at_end(); is_first = false) add_term(sum, sign(is_first));
    return sum;
  }

 private:
  bool at_end() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    return rest_.empty();
  }

  bool take(char c) {
    if (at_end() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  [[noreturn]] void refuse() const {
    throw InputError("'{}' is not an affine expression at column {}; write it as 2*I - J + 3", text_,
                     text_.size() - rest_.size() + 1);
  }

  std::int64_t sign(bool optional) {
    if (take('-')) return -1;
    if (!take('+') && !optional) refuse();
    return 1;
  }

  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || value > largest_number) refuse();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string index() {
    if (at_end() || index_characters.find(rest_.front()) >= index_letters) refuse();
    const std::size_t length = std::min(rest_.find_first_not_of(index_characters), rest_.size());
    std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }

  void add_term(Affine& sum, std::int64_t sign) {
    if (at_end()) refuse();
    if (!is_digit(rest_.front())) {
      add(sum.coefficients[index()], sign);
      return;
    }
    const std::int64_t value = sign * number();
    if (take('*'))
      add(sum.coefficients[index()], value);
    else
      add(sum.constant, value);
  }

  void add(std::int64_t& sum, std::int64_t value) const {
    sum += value;
    if (std::abs(sum) > largest_number) refuse();
  }

  std::string_view text_;
  std::string_view rest_;
};

Affine affine(const JsonReader& reader) {
  if (reader.json().is_number()) return reader.whole();
  if (!reader.json().is_string()) reader.refuse("a whole number or an expression such as \"2*I - 1\"");
  return read_from(reader.place(), [&] { return parse_affine(reader.text()); });
}

Affine affine(const JsonReader& reader, const std::string& key, const Affine& by_default) {
  return reader.has(key) ? affine(reader[key]) : by_default;
}

std::size_t from_one(const JsonReader& reader, std::string_view rule) {
  const std::int64_t value = reader.whole();
  if (value < 1) throw InputError("{} is {}; {}", reader.place(), value, rule);
  return static_cast<std::size_t>(value);
}

std::size_t dimension(const JsonReader& reader) { return from_one(reader, "template dimensions count from 1"); }

std::vector<std::size_t> dimensions(const JsonReader& reader) {
  std::vector<std::size_t> all;
  for (const JsonReader& item : reader.items()) all.push_back(dimension(item));
  return all;
}

ArrayAxis array_axis(const JsonReader& reader, std::size_t number) {
  reader.require_keys({}, {"dimension", "extent", "section", "stride", "offset"});
  if (reader.has("extent") == reader.has("section"))
    throw InputError("{} needs either 'extent' or 'section'", reader.place());
  ArrayAxis axis{.dimension = affine(reader, "dimension", static_cast<std::int64_t>(number)),
                 .extent = affine(reader, "extent", 0),
                 .stride = affine(reader, "stride", 1),
                 .offset = affine(reader, "offset", 0)};
  if (!reader.has("section")) return axis;
  const std::vector<JsonReader> bounds = reader["section"].items();
  if (bounds.size() != 2 && bounds.size() != 3)
    throw InputError("{}.section has {} items; it must be [lower, upper] or [lower, upper, by]", reader.place(),
                     bounds.size());
  axis.section = {affine(bounds[0]), affine(bounds[1]), bounds.size() == 3 ? affine(bounds[2]) : Affine(1)};
  return axis;
}

ArrayObject array_object(const std::string& name, const JsonReader& reader) {
  reader.require_keys({"axes"}, {"positions", "replicated"});
  ArrayObject object{.name = name, .axes = {}};
  for (const JsonReader& axis : reader["axes"].items()) object.axes.push_back(array_axis(axis, object.axes.size() + 1));
  if (reader.has("positions"))
    for (const JsonReader& position : reader["positions"].items()) {
      position.require_keys({"dimension", "cell"}, {});
      object.positions.push_back({dimension(position["dimension"]), affine(position["cell"])});
    }
  if (reader.has("replicated")) object.replicated = dimensions(reader["replicated"]);
  return object;
}

Loop loop(const JsonReader& reader) {
  if (reader.json().is_object() && !reader.has("to")) throw InputError("{} never ends: it has no 'to'", reader.place());
  reader.require_keys({"index", "from", "to"}, {"step", "factor"});
  if (reader.has("step") && reader.has("factor"))
    throw InputError("{} has both 'step' and 'factor'; it needs one of them", reader.place());
  Loop result{.index = reader["index"].text(), .from = affine(reader["from"]), .to = affine(reader["to"])};
  if (reader.has("step")) result.step = reader["step"].whole();
  if (reader.has("factor")) result.factor = reader["factor"].whole();
  return result;
}

ProgramNode node(const JsonReader& reader, const Numbering& objects) {
  reader.require_keys({"name", "object"}, {"loops", "operand", "time"});
  ProgramNode result{.name = reader["name"].text(), .object = reader["object"].one_of(objects, "object")};
  if (reader.has("loops"))
    for (const JsonReader& each : reader["loops"].items()) result.loops.push_back(loop(each));
  if (reader.has("operand")) result.operand = reader["operand"].one_of(objects, "object");
  if (reader.has("time")) result.time = reader["time"].number();
  return result;
}

RealignmentKind realignment_kind(const JsonReader& reader) {
  constexpr std::array words = {Word{RealignmentKind::general, "general"}, Word{RealignmentKind::none, "none"},
                                Word{RealignmentKind::shift, "shift"}, Word{RealignmentKind::spread, "spread"}};
  const std::string word = reader.text();
  return read_from(reader.place(), [&] { return known_value(words, word, "kind"); });
}

Realignment realignment(const JsonReader& reader) {
  reader.require_keys({"kind"}, {"dimensions", "by"});
  Realignment result{.kind = realignment_kind(reader["kind"])};
  const bool is_shift = result.kind == RealignmentKind::shift;
  if (is_shift ? !reader.has("by") || reader.has("dimensions") : reader.has("by"))
    throw InputError(
        "{}: a shift needs 'by', the cells it moves by in each dimension, and only a shift "
        "has it; others may have 'dimensions'",
        reader.place());
  if (result.kind == RealignmentKind::spread && !reader.has("dimensions"))
    throw InputError("{}: a spread needs 'dimensions', those it replicates along", reader.place());
  if (reader.has("dimensions")) result.dimensions = dimensions(reader["dimensions"]);
  if (is_shift)
    for (const JsonReader& distance : reader["by"].items()) result.by.push_back(affine(distance));
  return result;
}

ProgramEdge edge(const JsonReader& reader, const Numbering& nodes, const Numbering& objects) {
  reader.require_keys({"from", "to"}, {"object", "data", "copies", "realignment"});
  if (reader.has("data") && reader.has("copies"))
    throw InputError("{} has both 'data' and 'copies', which multiplies counted data", reader.place());
  ProgramEdge result{.from = reader["from"].one_of(nodes, "node"), .to = reader["to"].one_of(nodes, "node")};
  if (reader.has("object")) result.object = reader["object"].one_of(objects, "object");
  if (reader.has("data")) result.data = reader["data"].number();
  if (reader.has("copies")) result.copies = reader["copies"].number();
  if (reader.has("realignment")) result.realignment = realignment(reader["realignment"]);
  return result;
}

MachineRates rates(const JsonReader& reader) {
  reader.require_keys({}, {"rho", "sigma", "nu"});
  MachineRates result;
  if (reader.has("rho")) result.rho = reader["rho"].number();
  if (reader.has("sigma")) result.sigma = reader["sigma"].number();
  if (reader.has("nu")) result.nu = reader["nu"].number();
  return result;
}

Program program(const JsonReader& reader) {
  Program result{.name = reader.has("name") ? reader["name"].text() : "",
                 .rank = from_one(reader["rank"], "it must be at least 1"),
                 .processors = reader["processors"].whole()};
  if (reader.has("machine")) result.rates = rates(reader["machine"]);
  Numbering objects;
  for (const auto& [name, object] : reader["objects"].members()) {
    objects.emplace(name, result.objects.size());
    result.objects.push_back(array_object(name, object));
  }
  Numbering nodes;
  for (const JsonReader& each : reader["nodes"].items()) {
    result.nodes.push_back(node(each, objects));
    const std::string& name = result.nodes.back().name;
    if (!nodes.emplace(name, result.nodes.size() - 1).second)
      throw InputError("{}: node '{}' is given twice", each.place(), name);
  }
  if (reader.has("edges"))
    for (const JsonReader& each : reader["edges"].items()) result.edges.push_back(edge(each, nodes, objects));
  return result;
}

// The parameters of the description, with the given values instead of its own.
LoopIndices parameters(const JsonReader& reader, const LoopIndices& given) {
  LoopIndices values;
  std::vector<std::string> names;
  if (reader.has("parameters"))
    for (const auto& [name, value] : reader["parameters"].members()) {
      values.emplace(name, value.whole());
      names.push_back(name);
    }
  for (const auto& [name, value] : given) {
    if (names.empty()) throw InputError("the description has no parameter '{}', nor any other", name);
    if (!values.contains(name)) throw unknown_name("parameter", name, names);
    values[name] = value;
  }
  return values;
}

// --- The family

std::vector<std::string> kernel_names() { return collected(kernels(), &EmbeddedFile::name); }

// Parses "n=256,m=8".
Json parameters_in(const std::string& text) {
  Json values = Json::object();
  for (const std::string& entry : split(text, ',')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::optional<std::int64_t> value = parse_whole(entry.substr(std::min(equals + 1, entry.size())));
    if (equals == 0 || !value)
      throw InputError("--parameters: '{}' is not a parameter; write NAME=WHOLE NUMBER", entry);
    if (!values.emplace(entry.substr(0, equals), *value).second)
      throw InputError("--parameters: '{}' is given twice", entry.substr(0, equals));
  }
  return values;
}

Field program_part(const std::string& name, const std::string& what) {
  return field_of(FieldKind::json, name, {}, what).only_as(FieldPlace::key);
}

const std::vector<Field>& program_fields() {
  static const std::vector<Field> all = {
      algorithm_field("best", "algorithm1-cc, of those of graphs", registered_names<GraphAlgorithm>),
      external_field(),
      field_of(FieldKind::file, "program", "FILE|-", "the program as JSON; - is standard input")
          .must_be_given("file")
          .only_as(FieldPlace::option),
      word_field("kernel", kernel_names,
                 "instead of a file: a built-in one of experiments/frontier/programs, such as adi or fft")
          .called("NAME")
          .must_be_given("kernel")
          .only_as(FieldPlace::option),
      field_of(FieldKind::json, "parameters", "n=256", "values of its parameters, instead of its own")
          .read_by(parameters_in),
      real_field("rates", "F", 0, 1e100, "multiplies its machine's rho, sigma and nu").only_as(FieldPlace::option),
      flag_field("print-graph", "print its graph for solve graphs instead of an answer").only_as(FieldPlace::option),
      program_part("rank", "dimensions of the template").must_be_given(),
      program_part("processors", "how many there are").must_be_given(),
      program_part("objects", "arrays and their alignments").must_be_given(),
      program_part("nodes", "what is computed").must_be_given(),
      program_part("edges", "what is moved"),
      program_part("name", "a name of the program"),
      program_part("note", "what a reader should know"),
      program_part("machine", "rates and topology"),
      program_part("shortcut-load", "see docs/program-format.md"),
      program_part("literal-shifts", "see docs/program-format.md"),
      seed_field()};
  return all;
}

// With these values of its parameters instead of its own.
ProgramQuestion question_in(const FieldValues& given, const LoopIndices& values) {
  const JsonReader description = given.object();
  ProgramQuestion question;
  if (description.has("shortcut_load")) question.model.shortcut_load = description["shortcut_load"].flag();
  if (description.has("literal_shifts")) question.model.literal_shifts = description["literal_shifts"].flag();
  if (description.has("note")) static_cast<void>(description["note"].text());
  question.program = program(description);
  substitute(question.program, parameters(description, values));
  validate(question.program);
  set_asked(given, graph_frame().exchange, question);
  return question;
}

// Parameters are replaced one by one; any other option replaces the description's own value.
ProgramQuestion question_in(std::string_view text, const FieldValues& options) {
  LoopIndices parameters;
  if (options.has("parameters"))
    for (const auto& [name, value] : options["parameters"].members()) parameters.emplace(name, value.whole());
  FieldValues given(program_fields(), parse_json(text), "program");
  given.replace_by(options, "parameters");
  return question_in(given, parameters);
}

ProgramQuestion program_question(const FieldValues& given) {
  const auto parse = [&given](std::string_view text) { return question_in(text, given); };
  if (given.has("kernel")) return parse(kernel(given.text("kernel")).text);
  if (given.has("program")) return parsed_input(given.text("program"), parse);
  return question_in(given, {});
}

std::string solve_given_program(const FieldValues& given) {
  ProgramQuestion question = program_question(given);
  if (given.has("rates")) multiply_rates(question.program, given.real("rates"));
  if (given.flag("print-graph")) return to_json(build_graph(question.program, question.model).graph);
  return to_json(solve(question));
}

AlignmentGraph graph_of_line(const std::string& line) {
  const ProgramQuestion question = parse_program_question(line);
  return build_graph(question.program, question.model).graph;
}

// Descriptions are given, not drawn; their graphs are labelled by the algorithms of graphs.
engine::Experiment program_sweep(const engine::SweepDefinition& definition) {
  if (definition.instances.empty() && definition.opens_files)
    throw InputError("a sweep of programs needs instances = FILE.jsonl, a program as JSON on each line");
  engine::Experiment study = graph_study().sweep_study_of(false);
  study.title = "Programs, labelled with distributions";
  study.source = "docs/program-format.md";
  study.axes.clear();
  return sweep_study(std::move(study), definition,
                     {.instances = given_instances<AlignmentGraph>(graph_of_line, {}, true)},
                     own_solvers(graph_frame().exchange));
}

const FamilyRegistration program_family{
    {.name = "programs",
     .synonyms = {"program"},
     .summary = "programs given as descriptions, turned into graphs and labelled with distributions; in sweeps by "
                "instances alone",
     .compared_metric = "cost",
     .fields = program_fields,
     .place = "program",
     .solve = solve_given_program,
     .sweep = program_sweep}};

}  // namespace

Affine parse_affine(std::string_view text) { return Parser(text).expression(); }

const EmbeddedFile& kernel(std::string_view name) {
  const auto found = std::ranges::find(kernels(), name, &EmbeddedFile::name);
  return found != kernels().end() ? *found : throw unknown_name("kernel", name, kernel_names());
}

ProgramQuestion parse_program_question(std::string_view json, const LoopIndices& given) {
  return question_in({program_fields(), parse_json(json), "program"}, given);
}

ProgramAnswer solve(const ProgramQuestion& question) {
  const ChosenAlgorithm<GraphAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const std::string name = chosen.canonical_name();
  ProgramGraph built = build_graph(question.program, question.model);
  // The random stream of solve graph, so that the graph alone gets the same answer.
  RandomStream stream = solving_stream("graph", name, question.seed);
  return {solution_by(chosen, built.graph, solve_graph, stream), name, std::move(built)};
}

std::string to_json(const ProgramAnswer& answer) {
  const AlignmentGraph& graph = answer.built.graph;
  std::size_t c = 0;
  const auto candidate = [&](const auto& of) {
    std::vector<std::int64_t> processors;
    std::vector<std::int64_t> blocks;
    for (const DimensionDistribution& each : of.dimensions) {
      processors.push_back(each.processors);
      blocks.push_back(each.block);
    }
    return fmt::format(R"({{"name":{},"processors":[{}],"blocks":[{}]}})", json_string(graph.candidates[c++]),
                       fmt::join(processors, ","), fmt::join(blocks, ","));
  };
  std::size_t v = 0;
  const auto labelled = [&](const auto& node) {
    const std::size_t label = answer.labels[v++];
    return fmt::format(R"({{"name":{},"distribution":{},"cost":{}}})", json_string(node.name),
                       json_string(graph.candidates[label]), node.costs[label]);
  };
  return fmt::format(R"({{"schema":1,"algorithm":{},"candidates":{},"nodes":{},"labels":[{}],"cost":{},)"
                     R"("static_cost":{},"lower_bound":{},"proven_optimal":{}}})",
                     json_string(answer.algorithm), json_list(answer.built.candidates, candidate),
                     json_list(graph.nodes, labelled), fmt::join(answer.labels, ","), answer.cost, answer.static_cost,
                     answer.lower_bound, answer.proven_optimal);
}

}  // namespace apportion::problems
