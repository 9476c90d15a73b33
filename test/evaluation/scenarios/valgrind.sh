# A C program under valgrind: one leak, one invalid read, a clean run; and gdb's view of a crash.
cat > leak.c <<'T'
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
char *load_config(void) { char *p = malloc(64); strcpy(p, "x"); return p; }
int parse_header(int n) { int *a = malloc(4 * sizeof(int)); int v = a[n]; free(a); return v; }
int main(int c, char **v) { load_config(); int r = c > 1 ? parse_header(6) : 0; printf("parsed header: %d\n", r != 0); return 0; }
T
cat > clean.c <<'T'
#include <stdio.h>
int main(void) { puts("nothing allocated"); return 0; }
T
cat > crash.c <<'T'
int main(void) { int *p = 0; *p = 1; return 0; }
T
gcc -g -O0 -o leak leak.c 2>/dev/null; gcc -g -o clean clean.c; gcc -g -o crash crash.c
valgrind --leak-check=full ./leak x; valgrind --leak-check=full ./clean; ./crash; echo "crash: exit code $?"
gdb -batch -nx -ex run -ex bt ./crash; gdb -batch -nx ./nosuchprogram
