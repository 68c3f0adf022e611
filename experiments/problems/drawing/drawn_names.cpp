// Names by characters.
#include "experiments/problems/drawing/drawn_names.hpp"

namespace apportion::problems {

// A byte that begins with the bits 10 goes on with a character that began before.
std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (goes_on && !characters.empty())
      characters.back() += c;
    else
      characters.emplace_back(1, c);
  }
  return characters;
}

// Names that begin alike often end differently.
std::string shortened(const std::string& name, std::size_t most) {
  const std::vector<std::string> characters = characters_of(name);
  if (characters.size() <= most) return name;
  const std::size_t end = (most - 1) / 2;
  std::string text;
  for (std::size_t i = 0; i < most - 1 - end; ++i) text += characters[i];
  text += "…";
  for (std::size_t i = characters.size() - end; i < characters.size(); ++i) text += characters[i];
  return text;
}

}  // namespace apportion::problems
