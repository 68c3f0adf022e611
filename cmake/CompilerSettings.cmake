# Settings of every target of the project.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Five programs are linked from the same objects. gold comes with binutils and takes a third of the default linker's time.
find_program(GOLD_PROGRAM ld.gold)
if(GOLD_PROGRAM AND PROJECT_IS_TOP_LEVEL)
  add_link_options(-fuse-ld=gold)
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(apportion_settings INTERFACE)
target_compile_features(apportion_settings INTERFACE cxx_std_20)
target_include_directories(apportion_settings INTERFACE ${PROJECT_SOURCE_DIR})
# Results must not depend on the machine: no fused multiply-add, no -march.
target_compile_options(apportion_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC collects garbage less often: a tenth less time for a quarter more memory (1.2 to 1.6 GB for a batch).
  target_compile_options(apportion_settings INTERFACE "SHELL:--param ggc-min-heapsize=3000000"
                                                      "SHELL:--param ggc-min-expand=400")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC reports a false overlap in "text" + std::string (GCC bug 105651).
  target_compile_options(apportion_settings INTERFACE -Wno-restrict)
endif()
if(APPORTION_WERROR)
  target_compile_options(apportion_settings INTERFACE -Werror)
endif()
if(APPORTION_SANITIZE)
  target_compile_options(apportion_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_link_options(apportion_settings INTERFACE -fsanitize=address,undefined)
endif()
if(APPORTION_COVERAGE)
  target_compile_options(apportion_settings INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(apportion_settings INTERFACE --coverage)
endif()
if(APPORTION_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "APPORTION_FUZZ needs clang, whose libFuzzer it links: cmake --preset fuzz")
  endif()
  # The checks for undefined behaviour, except those that the address sanitizer does as well: it finds bad pointers.
  set(FUZZ_SANITIZERS address,bool,bounds,builtin,enum,float-cast-overflow,integer-divide-by-zero,return,shift
                      signed-integer-overflow,unreachable)
  list(JOIN FUZZ_SANITIZERS "," FUZZ_SANITIZERS)
  target_compile_options(apportion_settings INTERFACE -fsanitize=fuzzer-no-link,${FUZZ_SANITIZERS}
                         -fno-sanitize-recover=all)
  target_link_options(apportion_settings INTERFACE -fsanitize=${FUZZ_SANITIZERS})
endif()
