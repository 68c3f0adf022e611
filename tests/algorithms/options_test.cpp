// Options of algorithms: what is understood, what is refused, and how a choice is spelled.
#include "algorithms/options.hpp"

#include <stdexcept>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

const std::vector<OptionSpec> declared = {
    {.name = "fast", .kind = OptionKind::flag},
    {.name = "levels", .kind = OptionKind::count, .default_value = "1"},
    {.name = "inner", .kind = OptionKind::text, .default_value = "XY2"},
    {.name = "shape", .kind = OptionKind::text, .default_value = "any", .choices = {"any", "boxes", "rows"}},
    {.name = "size", .kind = OptionKind::count, .default_value = "8", .least = 3, .most = 12}};

Options parse(std::string_view text) { return Options::parse(text, declared, "DEMO"); }

std::string refusal(std::string_view text) {
  return message_of([&] { (void)parse(text); });
}

TEST(Options, DefaultsHold) {
  const Options options = parse("");
  EXPECT_FALSE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 1);
  EXPECT_EQ(options.text("inner"), "XY2");
  EXPECT_EQ(options.canonical(declared), "");
}

TEST(Options, ChosenValuesAreSpelledInTheOrderOfDeclaration) {
  const Options options = parse("inner=HYBRID[levels=2,x],levels=03,fast");
  EXPECT_TRUE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 3);
  EXPECT_EQ(options.text("inner"), "HYBRID[levels=2,x]");
  EXPECT_EQ(options.canonical(declared), "fast,levels=3,inner=HYBRID[levels=2,x]");
  EXPECT_EQ(parse(options.canonical(declared)).canonical(declared), options.canonical(declared));
}

TEST(Options, DefaultsThatAreSpelledOutVanish) { EXPECT_EQ(parse("levels=1,inner=XY2").canonical(declared), ""); }

TEST(Options, BadOnesAreNamed) {
  EXPECT_THAT(refusal("level=2"), HasSubstr("option of DEMO 'level'; did you mean levels?"));
  EXPECT_THAT(refusal("fast=1"), HasSubstr("takes no value"));
  EXPECT_THAT(refusal("levels"), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels="), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels=100000001"), HasSubstr("a whole number from 0 to 100000000"));
  EXPECT_EQ(parse("levels=100000000").count("levels"), 100'000'000);
  EXPECT_THAT(refusal("levels=-1"), HasSubstr("'-1'"));
  EXPECT_THAT(refusal("levels=2x"), HasSubstr("'2x'"));
  EXPECT_THAT(refusal("levels=1.5"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("levels=99999999999999999999"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("fast,fast"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("fast,,levels=2"), HasSubstr("empty name"));
  EXPECT_THAT(refusal("inner=A[b"), HasSubstr("do not balance"));
  EXPECT_THROW((void)Options::parse("x", {}, "PLAIN"), InputError);
}

TEST(Options, ChoicesAndRangesAreThoseThatAreDeclared) {
  EXPECT_EQ(parse("shape=rows,size=3").canonical(declared), "shape=rows,size=3");
  EXPECT_EQ(parse("size=012").count("size"), 12);
  EXPECT_EQ(refusal("shape=row"), "option shape of DEMO is 'row'; it must be any, boxes or rows");
  for (const std::string size : {"2", "13", "x"})
    EXPECT_EQ(refusal("size=" + size), "option size of DEMO is '" + size + "'; it must be a whole number from 3 to 12");
}

TEST(Options, AskingForAnUndeclaredOneIsAProgrammersError) {
  EXPECT_THROW((void)parse("").flag("slow"), std::logic_error);
}

TEST(SplitBracketed, TakesNameAndOptionsApart) {
  EXPECT_EQ(split_bracketed("XY2").name, "XY2");
  EXPECT_EQ(split_bracketed("XY2").options, "");
  const BracketedName nested = split_bracketed("M[inner=XY2[enumerate],groups=3]");
  EXPECT_EQ(nested.name, "M");
  EXPECT_EQ(nested.options, "inner=XY2[enumerate],groups=3");
  EXPECT_THROW((void)split_bracketed("XY2[x"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2]"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2[x]y"), InputError);
}

TEST(SplitNames, LeavesBracketsWhole) {
  EXPECT_THAT(split_names(""), IsEmpty());
  EXPECT_THAT(split_names("XY2,M[outer=XY,inner=XY2],TILE"), ElementsAre("XY2", "M[outer=XY,inner=XY2]", "TILE"));
  EXPECT_THROW((void)split_names("XY2,"), InputError);
  EXPECT_THROW((void)split_names("XY2]["), InputError);
}

}  // namespace
}  // namespace apportion
