# A build with make and gcc: warnings, one error, a missing library, a skip.
cat > good.c <<'T'
#include <stdio.h>
int main(void) { int unused = 1; printf("%d\n", 2); return 0; }
T
cat > bad.c <<'T'
int add(int a, int b) { return a + c; }
T
cat > main.c <<'T'
extern int helper(void);
int main(void) { return helper(); }
T
cat > Makefile <<'T'
all: good bad.o app docs libssl-check
good: good.c
	gcc -Wall -o good good.c
bad.o: bad.c
	gcc -Wall -c bad.c
app: main.c
	gcc -o app main.c
libssl-check:
	gcc -o tls good.c -lnosuchlibrary
docs:
	@echo "docs: doxygen is not installed, skipping documentation"
strip: good
	strip good && echo "stripped good"
clean:
	rm -f good *.o && echo "clean done"
T
make -k all; make good; make strip; make install; make clean
