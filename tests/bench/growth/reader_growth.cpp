// Every reader of what a user writes, on texts of n entries. All are documented by the one sentence that reading takes
// time in proportion to the text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <string_view>

#include "algorithms/distributions/notation.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/options.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/comparing/baseline.hpp"
#include "results/database/published.hpp"
#include "tests/bench/growth/growth.hpp"

namespace apportion::growth {
namespace {

// What entry(k) gives for k = 0 .. n - 1, one after the other.
template <class Entry>
std::string repeated(std::size_t n, std::string_view separator, const Entry& entry) {
  std::string text;
  for (std::size_t k = 0; k < n; ++k) {
    if (k > 0) text += separator;
    text += entry(k);
  }
  return text;
}

std::string numbers(std::size_t n) {
  return repeated(n, ",", [](std::size_t k) { return std::to_string(1 + k % 9); });
}

// `text` makes a text with n entries, `read` reads it.
template <class Text, class Read>
Subject reader(const std::string& name, std::size_t smallest, const Text& text, const Read& read) {
  return {.name = "read/" + name,
          .documented = {"n", 1},
          .prepare = [text, read](std::size_t n) -> std::function<void()> {
            return [read, content = text(n)] { static_cast<void>(read(content)); };
          },
          .smallest = smallest,
          .largest = std::size_t{1} << 20U};
}

std::string program_of(std::size_t n) {
  const std::string nodes =
      repeated(n, ",", [](std::size_t k) { return fmt::format(R"({{"name":"n{}","object":"A","time":1}})", k); });
  const std::string edges = repeated(
      n - 1, ",", [](std::size_t k) { return fmt::format(R"({{"from":"n{}","to":"n{}","object":"A"}})", k, k + 1); });
  return fmt::format(
      R"({{"rank":1,"processors":4,"objects":{{"A":{{"axes":[{{"extent":16}}]}}}},"nodes":[{}],"edges":[{}]}})", nodes,
      edges);
}

std::string graph_of(std::size_t n) {
  return fmt::format(
      R"({{"candidates":["a","b"],"nodes":[{}],"edges":[{}]}})",
      repeated(n, ",", [](std::size_t k) { return fmt::format(R"({{"name":"n{}","cost":[{},2]}})", k, k % 7); }),
      repeated(n - 1, ",", [](std::size_t k) { return fmt::format("[{},{},1]", k, k + 1); }));
}

std::size_t networked(std::size_t n) { return static_cast<std::size_t>(std::sqrt(static_cast<double>(n))); }

// n links, and a route for each pair of about sqrt(n) processors.
std::string network_of(std::size_t n) {
  const std::size_t processors = networked(n);
  std::vector<std::string> routes;
  for (std::size_t from = 0; from < processors; ++from)
    for (std::size_t to = 0; to < processors; ++to)
      if (from != to)
        routes.push_back(fmt::format(R"({{"from":{},"to":{},"links":["l{}"]}})", from, to, from * processors + to));
  return fmt::format(
      R"({{"schema":1,"links":[{}],"routes":[{}]}})",
      repeated(n, ",", [](std::size_t k) { return fmt::format(R"({{"name":"l{}","bandwidth":1e8}})", k); }),
      fmt::join(routes, ","));
}

std::string baseline_of(std::size_t n) {
  return fmt::format(
      "# Accepted numbers of kaddoura/figure16, seed 1, revision 1, chunks of 1 (rewritten by `apportion check "
      "--update`)\nrows,columns,sample,algorithm,revision,rival,rival_revision,acost\n{}# {} rows\n",
      repeated(n, "", [](std::size_t k) { return fmt::format("1000,3000,{},XY2,1,,,{}\n", k, k % 97); }), n);
}

std::string verdicts_of(std::size_t n) {
  std::vector<results::Verdict> verdicts;
  for (std::size_t k = 0; k < n; ++k) verdicts.push_back({"kaddoura/table7", fmt::format("row={:09}", k), "exact"});
  return results::to_text(verdicts);
}

std::string sweep_of(std::size_t n) {
  return "family = rectangles\nalgorithms = XY2\nprocessors = 4\nratio = 4\nmetrics = total\nsamples = 2\n" +
         repeated(n, "",
                  [](std::size_t k) { return fmt::format("[exhibit.e{}]\ntitle = t\nsql = SELECT 1 AS a\n", k); });
}

void add_families(std::vector<Subject>& subjects) {
  using namespace problems;
  subjects.push_back(reader(
      "rectangles JSON", 16,
      [](std::size_t n) { return fmt::format(R"({{"rows":9,"columns":9,"weights":[{}]}})", numbers(n)); },
      &parse_rectangle_question));
  subjects.push_back(reader(
      "rectangles JSON, machines", 16,
      [](std::size_t n) {
        return fmt::format(R"({{"rows":9,"columns":9,"weights":[{}],"algorithm":"MULTILEVEL"}})",
                           repeated(n, ",", [](std::size_t k) { return fmt::format("[{},1]", 1 + k % 9); }));
      },
      &parse_rectangle_question));
  subjects.push_back(reader(
      "cells JSON", 16,
      [](std::size_t n) { return fmt::format(R"({{"rows":99,"columns":99,"weights":[{}]}})", numbers(n)); },
      &parse_cell_question));
  subjects.push_back(reader(
      "grids JSON", 16,
      [](std::size_t n) {
        return fmt::format(R"({{"edges":[1,{}],"performances":[{}],"block":[1000,1000]}})", n, numbers(n));
      },
      &parse_grid_question));
  subjects.push_back(reader("graphs JSON", 16, &graph_of, &parse_graph_question));
  subjects.push_back(
      reader("programs JSON", 16, &program_of, [](const std::string& text) { return parse_program_question(text); }));
  subjects.push_back(reader(
      "timeline JSON", 16,
      [](std::size_t n) {
        return fmt::format(R"({{"problem":{{"rows":99,"columns":99,"weights":[{}]}},"network":{}}})",
                           numbers(networked(n)), network_of(n));
      },
      &parse_run_question));
  subjects.push_back(reader(
      "distributions JSON", 1,
      [](std::size_t n) {
        const std::string terms = repeated(n, "", [](std::size_t) { return " o wrap(4,4)"; });
        return fmt::format(R"x({{"o":10,"distribution":"wrap(4,4){} x wrap(4,4)"}})x", terms);
      },
      &parse_distribution_question));
}

void add_batches(std::vector<Subject>& subjects) {
  for (const problems::ProblemFamily& family : problems::families()) {
    if (family.name != "rectangles") continue;
    subjects.push_back(reader(
        "batch of JSON lines, solved", 16,
        [](std::size_t n) {
          return repeated(n, "", [](std::size_t k) {
            return fmt::format(R"({{"rows":9,"columns":{},"weights":[3,2,1],"algorithm":"HUFFMAN"}})", 9 + k % 5) +
                   "\n";
          });
        },
        [&family](const std::string& text) {
          std::size_t bytes = 0;
          for (const std::string& line : split(text, '\n'))
            if (!line.empty()) bytes += solve_line(family, line).size();
          return bytes;
        }));
  }
}

void add_files(std::vector<Subject>& subjects) {
  subjects.push_back({.name = "read/network file",
                      .documented = {"n", 1},
                      .prepare = [](std::size_t n) -> std::function<void()> {
                        return [text = network_of(n), processors = networked(n)] {
                          static_cast<void>(problems::parse_network(text, processors));
                        };
                      },
                      .smallest = 16});
  subjects.push_back(reader(
      "cluster file", 16,
      [](std::size_t n) {
        return "name,speed\n" + repeated(n, "", [](std::size_t k) { return fmt::format("p{},{}\n", k, 1 + k % 9); });
      },
      [](const std::string& text) { return problems::parse_cluster(text); }));
  subjects.push_back(reader(
      "cluster file with sizes", 16,
      [](std::size_t n) {
        return "name,size,seconds\n" + repeated(n, "", [](std::size_t k) {
                 return fmt::format("p{},{},{}\n", k / 4, 100 * (1 + k % 4), 1 + k % 4);
               });
      },
      [](const std::string& text) { return problems::parse_cluster(text); }));
  subjects.push_back(reader(
      "loads, PGM", 256,
      [](std::size_t n) {
        return fmt::format("P2 {} 1 9\n{}\n", n, repeated(n, " ", [](std::size_t k) { return std::to_string(k % 9); }));
      },
      [](const std::string& text) { return problems::parse_netpbm(text); }));
  subjects.push_back(reader("baseline CSV", 16, &baseline_of,
                            [](const std::string& text) { return results::parse_baseline("file", text); }));
  subjects.push_back(reader("verdicts CSV", 16, &verdicts_of,
                            [](const std::string& text) { return results::parse_verdicts("file", text); }));
  subjects.push_back(reader(
      "published CSV", 16,
      [](std::size_t n) {
        return "exhibit,algorithm,quantity,coordinates,printed,rule\n" + repeated(n, "", [](std::size_t k) {
                 return fmt::format("chatterjee/sum,,largest_load,iteration={},4,exact\n", k);
               });
      },
      [](const std::string& text) { return results::parse_published("file", text); }));
}

void add_texts(std::vector<Subject>& subjects) {
  subjects.push_back(reader(
      "INI", 16,
      [](std::size_t n) { return repeated(n, "", [](std::size_t k) { return fmt::format("key{} = value\n", k); }); },
      [](const std::string& text) { return sweeps::ini_of("file.ini", text); }));
  subjects.push_back(reader("sweep with exhibits", 8, &sweep_of, [](const std::string& text) {
    return sweeps::read_stored_sweep({.file = "file.ini", .text = text});
  }));
  subjects.push_back(reader(
      "composition", 1,
      [](std::size_t n) { return "wrap(4,4)" + repeated(n, "", [](std::size_t) { return " o wrap(4,4)"; }); },
      [](const std::string& text) { return parse_distribution(text); }));
  subjects.push_back(reader(
      "product of distributions", 1,
      [](std::size_t n) { return "wrap(4,1)" + repeated(n, "", [](std::size_t) { return " x wrap(4,1)"; }); },
      [](const std::string& text) { return parse_cartesian(text); }));
  const engine::Axis axis{.name = "x", .kind = engine::AxisKind::whole, .least = 0, .most = 1e9};
  subjects.push_back(reader(
      "axis, values", 16,
      [](std::size_t n) { return repeated(n, ",", [](std::size_t k) { return std::to_string(k); }); },
      [axis](const std::string& text) { return engine::parse_axis_values(axis, text); }));
  subjects.push_back(reader(
      "axis, a range", 16, [](std::size_t n) { return fmt::format("1..{}", n); },
      [axis](const std::string& text) { return engine::parse_axis_values(axis, text); }));
  subjects.push_back(reader("list of numbers", 16, &numbers,
                            [](const std::string& text) { return problems::listed_numbers("weight", text); }));
}

}  // namespace

std::vector<Subject> reader_subjects() {
  std::vector<Subject> subjects;
  add_families(subjects);
  add_batches(subjects);
  add_files(subjects);
  add_texts(subjects);
  return subjects;
}

}  // namespace apportion::growth
