// Files that the page puts into the module.
#pragma once

#include <string>

namespace apportion::web {

/// From now on read_input() returns this content for the name.
void put_file(const std::string& name, std::string content);

}  // namespace apportion::web
