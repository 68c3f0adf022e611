# Installs ZSH_COMPLETION where zsh looks for it: Debian leaves site-functions below /usr alone, and has another folder for
# packages. Only when something is installed is it known where.
set(folder site-functions)
if(CMAKE_INSTALL_PREFIX MATCHES "/usr$")
  set(folder vendor-completions)
endif()
file(INSTALL ${ZSH_COMPLETION} DESTINATION ${CMAKE_INSTALL_PREFIX}/share/zsh/${folder} TYPE FILE)
