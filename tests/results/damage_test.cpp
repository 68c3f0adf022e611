// Damaged databases: verify refuses them, or what they hold is what was written; every other command answers or
// refuses.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <random>

#include "base/error.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/verification.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

using Table = std::vector<std::vector<Value>>;

constexpr std::size_t page_bytes = 4096;

// Deterministic everywhere, as the distributions of the standard library are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(generator_() % end); }

 private:
  std::mt19937_64 generator_;
};

struct Damage {
  const char* name;
  void (*to)(std::string& bytes, Dice& dice);
};

std::size_t page_at(const std::string& bytes, Dice& dice) { return page_bytes * dice.below(bytes.size() / page_bytes); }

void change_a_byte(std::string& bytes, Dice& dice) {
  char& byte = bytes[dice.below(bytes.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1 + dice.below(255)));
}

void change_a_bit(std::string& bytes, Dice& dice) {
  char& byte = bytes[dice.below(bytes.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << dice.below(8)));
}

void overwrite_a_range(std::string& bytes, Dice& dice, bool zeros) {
  const std::size_t start = dice.below(bytes.size());
  const std::size_t length = std::min(1 + dice.below(std::size_t{1} << (1 + dice.below(12))), bytes.size() - start);
  for (std::size_t i = start; i < start + length; ++i) bytes[i] = zeros ? '\0' : static_cast<char>(dice.below(256));
}

void swap_pages(std::string& bytes, Dice& dice) {
  const std::size_t a = page_at(bytes, dice);
  const std::size_t b = page_at(bytes, dice);
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a),
                   bytes.begin() + static_cast<std::ptrdiff_t>(a + page_bytes),
                   bytes.begin() + static_cast<std::ptrdiff_t>(b));
}

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all{
      {"a byte changed", change_a_byte},
      {"a bit changed", change_a_bit},
      {"a range of zeros", [](std::string& bytes, Dice& dice) { overwrite_a_range(bytes, dice, true); }},
      {"a range of noise", [](std::string& bytes, Dice& dice) { overwrite_a_range(bytes, dice, false); }},
      {"two pages swapped", swap_pages},
      {"a page doubled",
       [](std::string& bytes, Dice& dice) {
         const std::string page = bytes.substr(page_at(bytes, dice), page_bytes);
         bytes.replace(page_at(bytes, dice), page_bytes, page);
       }},
      {"cut off", [](std::string& bytes, Dice& dice) { bytes.resize(dice.below(bytes.size())); }},
      {"pages cut off", [](std::string& bytes, Dice& dice) { bytes.resize(page_at(bytes, dice)); }}};
  return all;
}

class DamageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    {
      Store store(sound_);
      SmallStudy small(store);
      static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 2}));
      for (const int processors : {4, 5}) {
        small.point = store.point(small.study, place(1000, processors));
        std::vector<UnitResult> units;
        for (std::int64_t chunk = 0; chunk < 40; ++chunk) {
          for (const Id column : {small.xy2, small.bisection}) {
            units.push_back(small.unit(column, chunk, static_cast<double>(10 + chunk) + 0.1));
            keep_samples(units.back(), small);
          }
        }
        units.back() = {small.point, small.bisection, 39, 3, {}, {}, Failure{2, "too much"}};
        store.write(units, {small.point});
      }
      store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
      store.finish_run("finished");
    }
    table_ = table(sound_);
  }

  // Those whose moments SmallStudy has.
  static void keep_samples(UnitResult& unit, const SmallStudy& small) {
    const double mean = static_cast<double>(10 + unit.chunk) + 0.1;
    for (std::int64_t i = 0; i < 3; ++i)
      for (const auto& [metric, value] : {std::pair{small.total, i == 0   ? mean - 1
                                                                 : i == 1 ? mean
                                                                          : mean + 4},
                                          {small.edges, i == 0 ? 4.0 : 5.0}})
        unit.values.push_back({20 * unit.chunk + i, metric, value});
  }

  // What `show` asks.
  [[nodiscard]] static Table table(const std::filesystem::path& file) {
    const Reader reader(file);
    Table all;
    for (const char* sql : {"SELECT * FROM toy_grid ORDER BY processors, algorithm",
                            "SELECT * FROM toy_grid_chunks ORDER BY processors, algorithm, chunk",
                            "SELECT * FROM toy_grid_samples ORDER BY processors, algorithm, sample"})
      std::ranges::move(reader.query(sql).rows, std::back_inserter(all));
    return all;
  }

  // Each of what the commands do, which ends by an answer or by one line that names the file.
  void expect_answer_or_line(const std::string& what) const {
    const std::filesystem::path out = folder_ / "out.sqlite";
    for (const auto& ask : std::vector<std::function<void()>>{
             [&] { static_cast<void>(Reader(damaged_).digest()); }, [&] { static_cast<void>(table(damaged_)); },
             [&] { const Store store(damaged_); }, [&] { static_cast<void>(merge(out, {damaged_})); }}) {
      restore();
      std::filesystem::remove(out);
      try {
        ask();
      } catch (const UserError& error) {
        EXPECT_THAT(error.what(), HasSubstr(damaged_.string())) << what;
        EXPECT_EQ(std::ranges::count(std::string(error.what()), '\n'), 0) << what;
      }
    }
  }

  void restore() const {
    write_bytes(damaged_, content_);
    for (const char* ending : {"-wal", "-shm"}) std::filesystem::remove(damaged_.string() + ending);
  }

  TemporaryFolder folder_;
  std::filesystem::path sound_ = folder_ / "sound.sqlite";
  std::filesystem::path damaged_ = folder_ / "damaged.sqlite";
  std::string content_;
  Table table_;
};

TEST_F(DamageTest, RandomDamageIsFoundOrHarmless) {
  const char* oracles = std::getenv("APPORTION_ORACLES");
  const std::string wanted = oracles == nullptr ? "" : oracles;
  const int rounds = wanted == "every" ? 250 : wanted == "full" ? 30 : 4;
  const std::string bytes = bytes_of(sound_);
  int found = 0;
  int harmless = 0;
  for (const Damage& damage : damages()) {
    for (int round = 0; round < rounds; ++round) {
      const std::string what = fmt::format("{}, round {}", damage.name, round);
      Dice dice(static_cast<std::uint64_t>(round));
      content_ = bytes;
      damage.to(content_, dice);
      if (content_.empty()) continue;  // as good as no file: a run makes everything anew
      restore();
      try {
        static_cast<void>(verify(damaged_));
        EXPECT_TRUE(table(damaged_) == table_) << what;
        ++harmless;
      } catch (const UserError&) {
        ++found;
      }
      if (round % 4 == 0) expect_answer_or_line(what);
    }
  }
  std::cout << found << " found, " << harmless << " harmless\n";
  EXPECT_GT(found, harmless / 10);
}

TEST_F(DamageTest, EveryTwoPagesSwappedAreRefused) {
  const std::string bytes = bytes_of(sound_);
  const std::size_t pages = bytes.size() / page_bytes;
  for (std::size_t page = 1; page < pages; ++page) {
    content_ = bytes;
    content_.replace((page - 1) * page_bytes, page_bytes, bytes.substr(page * page_bytes, page_bytes));
    content_.replace(page * page_bytes, page_bytes, bytes.substr((page - 1) * page_bytes, page_bytes));
    if (content_ == bytes) continue;  // two empty pages
    write_bytes(damaged_, content_);
    EXPECT_THROW(static_cast<void>(verify(damaged_)), UserError) << "pages " << page << " and " << page + 1;
  }
}

}  // namespace
}  // namespace apportion::results
