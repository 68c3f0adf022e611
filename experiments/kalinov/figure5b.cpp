// Figure 5 (b): the proposed over the natural decomposition on three-dimensional grids.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::CatalogueExhibit figure5b() {
  return figure_table({.name = "kalinov/figure5b",
                       .experiment = "kalinov/figure5",
                       .title =
                           "Time of the proposed decomposition over the natural one's, mean over networks (Kalinov "
                           "& Klimov, Figure 5 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "natural",
                       .note = sampling_note,
                       .axis_title = "proposed / natural"});
}

const engine::ExhibitRegistration registration{figure5b};

}  // namespace
}  // namespace apportion::kalinov
