// The files that the page has put into the module.
#pragma once

#include <string>

namespace apportion::web {

/// From now on read_input() finds this content under the name.
void put_file(const std::string& name, std::string content);

}  // namespace apportion::web
