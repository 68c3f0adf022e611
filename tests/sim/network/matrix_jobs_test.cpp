// Matrix product and LU on process grids: work, messages and times that are known without simulation.
#include "sim/network/matrix_jobs.hpp"

#include <numeric>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

MatrixLayout two_by_three(std::int64_t size) { return {{{2, 3}}, {{2, 4}, {1, 2, 3}}, size, {1, 3, 2, 5, 4, 6}}; }

double updates_of(const Job& job, const std::vector<double>& speeds) {
  double updates = 0;
  for (std::size_t i = 0; i < job.programs.size(); ++i)
    for (const Step& step : job.programs[i]) updates += step.seconds * speeds[i];
  return updates;
}

double bytes_of(const Job& job) {
  return std::accumulate(job.messages.begin(), job.messages.end(), 0.0,
                         [](double sum, const Message& message) { return sum + message.bytes; });
}

// A network on which messages take no time.
Network endless_star(std::size_t processors) { return star(Bandwidths(processors, 1e300)); }

TEST(MatrixJobs, DoTheWorkOfTheAlgorithm) {
  for (const std::int64_t size : {1, 5, 6, 18, 20}) {
    SCOPED_TRACE(size);
    const MatrixLayout layout = two_by_three(size);
    const auto n = static_cast<double>(size);
    EXPECT_NEAR(updates_of(matrix_job(layout, MatrixWork::product), layout.speeds), n * n * n, 1e-9 * n * n * n);
    EXPECT_NEAR(updates_of(matrix_job(layout, MatrixWork::lu), layout.speeds), n * n * n / 3, 1e-9 * n * n * n);
  }
}

TEST(MatrixJobs, AProductSendsEachElementOnceToEachOtherProcessOfItsRowOrColumn) {
  const double n = 18;
  EXPECT_EQ(bytes_of(matrix_job(two_by_three(18), MatrixWork::product)), bytes_per_element * n * n * (3 - 1 + 2 - 1));
}

// With messages that take no time the product takes as long as the process with the most work for its speed: the
// papers' block time, for each index and block.
TEST(MatrixJobs, AProductWithoutCommunicationTakesTheBlockTime) {
  const MatrixLayout layout = two_by_three(18);
  const GridProblem problem{layout.grid, layout.speeds, {6, 6}};
  Mapping natural(6);
  std::iota(natural.begin(), natural.end(), 0);
  const double block = block_time(problem, natural, as_real(layout.lengths));
  EXPECT_NEAR(simulate(endless_star(6), matrix_job(layout, MatrixWork::product)).makespan(), 9 * 18 * block,
              1e-10 * block);
}

TEST(MatrixJobs, LuDependsOnTheOrderOfSlices) {
  MatrixLayout layout = two_by_three(18);
  const double given = simulate(endless_star(6), matrix_job(layout, MatrixWork::lu)).makespan();
  layout.lengths[1] = {3, 2, 1};
  layout.speeds = {4, 6, 2, 5, 1, 3};
  EXPECT_NE(simulate(endless_star(6), matrix_job(layout, MatrixWork::lu)).makespan(), given);
}

TEST(MatrixJobs, RunOnEveryNetwork) {
  const MatrixLayout layout = two_by_three(30);
  for (const std::string& name : network_names())
    for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium}) {
      const Network network = named_network(name, 6, {where, 1e-5});
      for (const Job& job : {matrix_job(layout, MatrixWork::product), matrix_job(layout, MatrixWork::lu)})
        EXPECT_GT(simulate(network, job).makespan(), simulate(endless_star(6), job).makespan()) << name;
    }
}

TEST(MatrixJobs, RefuseLayoutsThatAreNone) {
  const auto refused = [](const auto& change, const char* message) {
    MatrixLayout layout = two_by_three(6);
    change(layout);
    EXPECT_THAT([&] { static_cast<void>(matrix_job(layout, MatrixWork::product)); },
                ThrowsMessage<InputError>(HasSubstr(message)));
  };
  refused([](MatrixLayout& layout) { layout.grid.edges = {6}; }, "two dimensions");
  refused([](MatrixLayout& layout) { layout.size = 0; }, "size 0");
  refused([](MatrixLayout& layout) { layout.lengths[1] = {1, 2}; }, "dimension 1 needs 3 lengths");
  refused([](MatrixLayout& layout) { layout.lengths[0] = {0, 0}; }, "dimension 0 needs 2 lengths");
  refused([](MatrixLayout& layout) { layout.speeds[2] = 0; }, "positive, finite speed");
}

}  // namespace
}  // namespace apportion
