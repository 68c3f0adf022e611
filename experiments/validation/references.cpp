// This folder's heading in reports, and its reference grids.
#include "experiments/engine/catalogue.hpp"

namespace apportion::validation {
namespace {

const engine::PaperRegistration paper_registration{
    {"validation", "Does a lower cost make a program faster? The papers' costs against simulated networks"}};

}  // namespace
}  // namespace apportion::validation
