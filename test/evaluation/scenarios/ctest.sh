# CMake configures and builds a project, ctest runs it.
cat > CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.18)
project(store C)
enable_testing()
add_executable(probe probe.c)
add_test(NAME index_lookup COMMAND probe 0)
add_test(NAME page_split COMMAND probe 0)
add_test(NAME crash_recovery COMMAND probe 1)
add_test(NAME write_ahead_log_replay COMMAND probe 3)
add_test(NAME encryption_at_rest COMMAND probe 77)
set_tests_properties(encryption_at_rest PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME vacuum COMMAND probe 9)
set_tests_properties(vacuum PROPERTIES TIMEOUT 1)
add_test(NAME replication_lag COMMAND probe 0)
set_tests_properties(replication_lag PROPERTIES DISABLED TRUE)
T
cat > probe.c <<'T'
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int code = argc > 1 ? atoi(argv[1]) : 0;
  if (code == 9) sleep(3);
  if (code == 3) abort();
  printf("probe ends with %d\n", code);
  return code;
}
T
cmake -S . -B build && cmake --build build && cd build && ctest
