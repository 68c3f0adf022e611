// Common input of all families: option values, lists of numbers, and JSON with places in its errors.
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

TEST(OptionValues, AreReadStrictly) {
  OptionValues options;
  options.add("rows", {"12"});
  options.add("set", {"a=1"});
  options.add("set", {"b=2"});
  options.add("whole", {});
  EXPECT_TRUE(options.has("whole"));
  EXPECT_EQ(options.text("whole", "none"), "none");
  EXPECT_THAT(options.texts("set"), ElementsAre("a=1", "b=2"));
  EXPECT_EQ(options.whole("rows", 1, 1, 12), 12);
  EXPECT_EQ(options.whole("columns", 7, 1, 12), 7);
  EXPECT_NE(message_of([&] { (void)options.whole("rows", 1, 1, 11); }), "");
}

TEST(ListedNumbers, NameTheEntryThatIsNone) {
  EXPECT_THAT(listed_numbers("weight", "3, 1e-1,-2"), ElementsAre(3, 0.1, -2));
  EXPECT_TRUE(listed_numbers("weight", "").empty());
  EXPECT_EQ(message_of([] { (void)listed_numbers("weight", "1,,2"); }),
            "weight 1 is ''; weights must be positive numbers");
}

TEST(ListedNumbers, MaySayHowOftenEntriesStandInThem) {
  EXPECT_EQ(listed_numbers("weight", "48*1"), std::vector<double>(48, 1));
  EXPECT_THAT(listed_numbers("weight", "3, 2*(2,1) ,5"), ElementsAre(3, 2, 1, 2, 1, 5));
  EXPECT_THAT(listed_numbers("weight", "2*(3*1,(4))"), ElementsAre(1, 1, 1, 4, 1, 1, 1, 4));
  EXPECT_EQ(listed_numbers("weight", "1000*(1000*1)").size(), 1'000'000U);
  const auto refused = [](const std::string& text) {
    return message_of([&] { (void)listed_numbers("weight", text); });
  };
  EXPECT_EQ(refused("1,0*2"), "weight 1 is '0*2'; before * there must be a whole number from 1 on, as in 48*1");
  EXPECT_THAT(refused("2.5*2"), HasSubstr("before * there must be"));
  EXPECT_EQ(refused("1000001*1"), "'1000001*1' makes more than 1000000 weights, the most that are read");
  EXPECT_THAT(refused("9*(9*(9*(9*(9*(9*(9*(1)))))))"), HasSubstr("makes more than 1000000 weights"));
  for (const char* text : {"2*(1,2", "2*1)", "(1,2)3", "2*", "2*()", "*2", "2*3*4", ")(", "((1)"})
    EXPECT_NE(refused(text), "") << text;
  EXPECT_THAT(refused(std::string(200, '(') + "1" + std::string(200, ')')), HasSubstr("more than 100 parentheses"));
}

TEST(JsonReader, NamesThePlaceOfAProblemWithANameAndOfOneWithout) {
  const Json value = parse_json(R"({"nodes":[{"cost":"x"}],"extra":1})");
  const JsonReader graph(value, "graph");
  EXPECT_EQ(message_of([&] { (void)graph["nodes"].items()[0]["cost"].number(); }),
            "graph.nodes[0].cost is a JSON string; it must be a number");
  EXPECT_EQ(message_of([&] { graph.require_keys({"nodes"}, {"extras"}); }),
            "graph: unknown key 'extra'; did you mean extras?");
  EXPECT_EQ(message_of([&] {
              graph.require_keys({"nodes", "edges"}, {"extra"});
            }),
            "graph has no 'edges'; it needs nodes, edges");
  const JsonReader problem(value);
  EXPECT_EQ(message_of([&] { (void)problem["nodes"].items("node", "a list")[0].number(); }),
            "node 0 is a JSON object; it must be a number");
  EXPECT_EQ(message_of([&] { problem.require_keys({"nodes"}, {"extras"}); }),
            "unknown key 'extra'; did you mean extras?");
  EXPECT_EQ(message_of([&] {
              problem.require_keys({"nodes", "edges"}, {"extra"});
            }),
            "edges is missing; a problem needs nodes, edges");
  const Json list = parse_json("[1]");
  EXPECT_EQ(message_of([&] { JsonReader(list).require_keys({"rows"}, {"latency"}); }),
            "the problem is a JSON array; it must be an object with rows");
}

TEST(ParseJson, RefusesWhatHidesMistakes) {
  EXPECT_EQ(message_of([] { (void)parse_json(R"({"a":[{"b":1,"b":2}]})"); }), "key 'b' is given twice in a[0]");
  EXPECT_NE(message_of([] { (void)parse_json(std::string(101, '[') + "1" + std::string(101, ']')); }), "");
  EXPECT_EQ(message_of([] { (void)parse_json(std::string(100, '[') + "1" + std::string(100, ']')); }), "");
  EXPECT_NE(message_of([] { (void)parse_json("{\"a\":1"); }), "");
}

TEST(ParseJson, ReadsWhatTheLibraryReads) {
  for (const char* text :
       {R"({"a":[1,-2,3.5,"x\u00e9",true,false,null,[],{}],"b":{"c":{"d":[[0]]}},"":18446744073709551615})", "7", "[]",
        R"("")"})
    EXPECT_EQ(parse_json(text), Json::parse(text)) << text;
  EXPECT_EQ(
      message_of([] { (void)parse_json(R"({"a":[{"b":1},{"c":2,]})"); }),
      "malformed JSON: parse error at column 22: syntax error while parsing object key - unexpected ']'; expected "
      "string literal in a[1].c");
}

// With callbacks of the library each object's end would cost a pass over the list: twenty seconds for these.
TEST(ParseJson, ReadsLongListsOfObjectsAtOnce) {
  constexpr std::size_t objects = 200'000;
  std::string text = "[{}";
  for (std::size_t i = 1; i < objects; ++i) text += ",{}";
  EXPECT_EQ(parse_json(text + "]").size(), objects);
}

}  // namespace
}  // namespace apportion::problems
