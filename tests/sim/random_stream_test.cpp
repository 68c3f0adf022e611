// Random streams: known answers of the generator, and independence of names, seeds and draws.
#include "sim/random_stream.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace apportion {
namespace {

std::vector<std::uint64_t> draws(std::uint64_t seed, std::string_view name, std::size_t count) {
  RandomStream stream(seed, name);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream());
  return values;
}

// The vectors that Random123 distributes for philox4x32 with 10 rounds (kat_vectors).
TEST(RandomStream, GeneratorGivesTheKnownAnswers) {
  using Philox = r123::Philox4x32;
  const auto expect = [](Philox::ctr_type counter, Philox::key_type key, std::array<std::uint32_t, 4> answer) {
    const Philox::ctr_type bits = Philox{}(counter, key);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(bits[i], answer[i]) << i;
  };
  expect({{0, 0, 0, 0}}, {{0, 0}}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  expect({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, {{0xffffffff, 0xffffffff}},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  expect({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

// Counter = (64-bit FNV-1a of the name, index of the block), key = seed; FNV-1a of "a" is a published test value.
TEST(RandomStream, DrawsAreThoseOfTheDocumentedCounter) {
  const std::uint64_t seed = 0x0123456789abcdef;
  const std::vector<std::uint64_t> values = draws(seed, "a", 6);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto bits = r123::Philox4x32{}({{0x8601ec8c, 0xaf63dc4c, block, 0}}, {{0x89abcdef, 0x01234567}});
    EXPECT_EQ(values[std::size_t{2} * block], (std::uint64_t{bits[1]} << 32U) | bits[0]);
    EXPECT_EQ(values[std::size_t{2} * block + 1], (std::uint64_t{bits[3]} << 32U) | bits[2]);
  }
}

TEST(RandomStream, AShortRunIsAPrefixOfALongOne) {
  const std::vector<std::uint64_t> longer = draws(1, "some name", 101);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 100U}) {
    const std::vector<std::uint64_t> shorter = draws(1, "some name", count);
    EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin())) << count;
  }
}

TEST(RandomStream, CopiesGoOnIndependently) {
  RandomStream original(3, "x");
  original();
  RandomStream copy = original;
  const std::uint64_t next = original();
  original();
  EXPECT_EQ(copy(), next);
}

TEST(RandomStream, ANameMadeOfPiecesIsTheSameName) {
  for (const std::string name : {"", "a", "kaddoura/grid|rows=1000|17"})
    for (std::size_t cut = 0; cut <= name.size(); ++cut)
      EXPECT_EQ(StreamName(name.substr(0, cut)).then(name.substr(cut)).hash(), StreamName(name).hash())
          << name << ' ' << cut;
  EXPECT_EQ(StreamName("").hash(), 0xcbf29ce484222325U);
  EXPECT_EQ(StreamName("foobar").hash(), 0x85944171f73967e8U);  // of FNV's published test vectors
}

TEST(RandomStream, NamesAndSeedsGiveDifferentStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (int name = 0; name < 50; ++name)
      for (const std::uint64_t value : draws(seed, "stream " + std::to_string(name), 4)) seen.insert(value);
  EXPECT_EQ(seen.size(), 20U * 50 * 4);
}

// 64 sums of 4096 fair bits: beyond 6 standard deviations (32 each) something is broken.
TEST(RandomStream, BitsAreFairAndStreamsUncorrelated) {
  const std::vector<std::uint64_t> a = draws(1, "left", 4096);
  const std::vector<std::uint64_t> b = draws(1, "right", 4096);
  int agreeing = 0;
  std::array<int, 64> ones{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    agreeing += std::popcount(~(a[i] ^ b[i]));
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>((a[i] >> bit) & 1U);
  }
  for (const int count : ones) EXPECT_NEAR(count, 2048, 6 * 32);
  EXPECT_NEAR(agreeing, 32 * 4096, 6 * 256);
}

TEST(RandomStream, RenamedIsTheStreamOfThatNameWhateverWasDrawn) {
  RandomStream drawn(5, "one");
  (void)drawn();
  RandomStream renamed = drawn.renamed("other");
  RandomStream other(5, "other");
  for (int draw = 0; draw < 5; ++draw) EXPECT_EQ(renamed(), other()) << draw;
}

}  // namespace
}  // namespace apportion
