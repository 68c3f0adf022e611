// Figure 5 (a): the proposed decomposition over the ideal time on three-dimensional grids.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::CatalogueExhibit figure5a() {
  return figure_table({.name = "kalinov/figure5a",
                       .experiment = "kalinov/figure5",
                       .title = "Time of the proposed decomposition over the ideal time, mean over networks (Kalinov & "
                                "Klimov, Figure 5 (a))",
                       .metric = "over_ideal",
                       .algorithm = "proposed",
                       .rival = "",
                       .note = sampling_note,
                       .axis_title = "proposed / ideal"});
}

const engine::ExhibitRegistration registration{figure5a};

}  // namespace
}  // namespace apportion::kalinov
