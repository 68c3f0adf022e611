// Parameters of descriptions: numbers for names, and what stays.
#include "sim/programs/program.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace apportion {
namespace {

Program with_parameters() {
  Program made{.name = "p", .rank = 2, .processors = 4};
  ArrayObject object{.name = "x", .axes = {}, .positions = {{2, {0, {{"n", 1}, {"I", 3}}}}}};
  object.axes.push_back({.dimension = 1, .extent = {-1, {{"n", 2}, {"m", 1}}}});
  made.objects.push_back(object);
  made.nodes.push_back({.name = "a", .loops = {{.index = "I", .from = 1, .to = {0, {{"n", 1}}}}}, .object = 0});
  made.edges.push_back(
      {.from = 0, .to = 0, .realignment = {.kind = RealignmentKind::shift, .by = {{0, {{"m", -1}}}, 0}}});
  return made;
}

TEST(Parameters, StandForNumbersInAllExpressions) {
  Program made = with_parameters();
  substitute(made, {{"n", 10}, {"m", 4}});
  EXPECT_EQ(made.objects[0].axes[0].extent, Affine(23));
  EXPECT_EQ(made.objects[0].positions[0].cell, (Affine(10, {{"I", 3}})));
  EXPECT_EQ(made.nodes[0].loops[0].to, Affine(10));
  EXPECT_EQ(made.edges[0].realignment.by[0], Affine(-4));
  EXPECT_NO_THROW(validate(made));
}

TEST(Parameters, WhatIsNoParameterStays) {
  Program made = with_parameters();
  substitute(made, {{"n", 10}});
  EXPECT_EQ(made.objects[0].axes[0].extent, (Affine(19, {{"m", 1}})));
  EXPECT_THROW(validate(made), InputError);
}

TEST(Parameters, ALoopNeedsAnIndexOfItsOwn) {
  Program made = with_parameters();
  EXPECT_THROW(substitute(made, {{"I", 3}}), InputError);
}

TEST(Parameters, RatesAreMultiplied) {
  Program made = with_parameters();
  made.rates = {0.5, 2, 3};
  multiply_rates(made, 4);
  EXPECT_EQ(made.rates.rho, 2);
  EXPECT_EQ(made.rates.sigma, 8);
  EXPECT_EQ(made.rates.nu, 12);
}

}  // namespace
}  // namespace apportion
