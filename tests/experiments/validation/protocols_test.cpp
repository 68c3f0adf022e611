// Words of variations, and what the exhibit of surviving conclusions makes of a run.
#include "experiments/validation/protocols.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace apportion::validation {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Variations, AreReadWordByWord) {
  EXPECT_EQ(parse_variation("base").progress, Progress::free);
  const Variation variation = parse_variation("noise-10+overlap+eager-65536+longest-first");
  EXPECT_EQ(variation.noise, 0.1);
  EXPECT_EQ(variation.progress, Progress::overlap);
  EXPECT_EQ(variation.eager_bytes, 65536);
  EXPECT_EQ(variation.order, SendOrder::longest_first);
  EXPECT_EQ(parse_variation("fat-tree-4+links-0.25").oversubscription, 4);
  EXPECT_TRUE(parse_variation("receiver+allreduce+gap").has_gap);
}

TEST(Variations, ThatAreNoneAreRefused) {
  const auto refused = [](const char* text, const char* message) {
    EXPECT_THAT([&] { static_cast<void>(parse_variation(text)); }, ThrowsMessage<InputError>(HasSubstr(message)))
        << text;
  };
  refused("noisy", "unknown variation 'noisy'");
  refused("noise-60", "PERCENT must be a plain number from 0 to 50");
  refused("eager-1e3", "BYTES must be a plain number");
  refused("noise-5+noise-10", "names one thing twice");
  refused("", "unknown variation ''");
}

}  // namespace
}  // namespace apportion::validation
