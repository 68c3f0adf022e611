# Writes a file for CTest with one test for each suite of a test program, since starting a process takes longer than most
# tests do. Of suites with parameters each test is one, with all parameters, and each topic of the sessions.
#   cmake -D PROGRAM=... -D LEFT_OUT=FILTER -D TIMEOUT=SECONDS -D OUTPUT=FILE -P groups.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests --gtest_filter=-${LEFT_OUT} OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " *#[^\n]*" "" listed "${listed}")  # types and values of parameters
string(REGEX MATCHALL "[^\n]+" lines "${listed}")
set(filters "")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^  (.*)$")
    string(REGEX REPLACE "\\.$" "" suite "${line}")
  elseif(suite STREQUAL "Of/SessionTest" AND line MATCHES "^  (.*/[^_]*_)")
    list(APPEND filters "${suite}.${CMAKE_MATCH_1}*")
  elseif(line MATCHES "^  (.*/)")
    list(APPEND filters "${suite}.${CMAKE_MATCH_1}*")
  else()
    list(APPEND filters "${suite}.*")
  endif()
endforeach()
list(REMOVE_DUPLICATES filters)
# Those that take longest start first, so that none is left when all others have ended.
set(dear "^(DocumentationTest|SeveralMaps|PowerCutTest|CrashTest|OwnCheckTest|OwnAlgorithmsTest|RunTest|ReportTest)\\."
         "|^(TrustTest|TimelineTest|Best|StatementsTest)\\."
         "|/(CellsRebalancing|Paper|Show|Layers|Pairwise)_")
list(JOIN dear "" dear)
# Large samples of what smaller tests look at as well: scripts/test leaves them out. They take longest, too.
set(long "^(Cells/Portfolios/0|SmallSpaces|LoadAlgorithms|Seas|TogetherSearchTest|ReplayTest|Rebalancing|CellsOnANetwork)\\."
         "|^(CellsRebalancingTest|Multilevel|CellsInSpace|SearchOnCells|Nodes)\\.")
list(JOIN long "" long)
set(text "")
foreach(filter IN LISTS filters)
  set(properties "")
  if(filter MATCHES "${long}")
    set(properties "COST 20 LABELS long")
  elseif(filter MATCHES "${dear}")
    set(properties "COST 20")
  endif()
  string(APPEND text "add_test([=[${filter}]=] \"${PROGRAM}\" \"--gtest_filter=${filter}-${LEFT_OUT}\" --gtest_brief=1)\n"
                     "set_tests_properties([=[${filter}]=] PROPERTIES TIMEOUT ${TIMEOUT} ${properties})\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
