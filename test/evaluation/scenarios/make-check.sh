# make check with a driver in the manner of automake: PASS, FAIL, SKIP, XFAIL and ERROR per test, a log per failure and a summary; the programs under test are real.
mkdir t; cat > csvtool <<'T'
#!/usr/bin/env python3
import csv, sys
cmd, path = sys.argv[1:3]
rows = list(csv.reader(open(path, newline='')))
if cmd == 'count': print(len(rows) - 1)
elif cmd == 'sum': print(sum(int(r[1]) for r in rows[1:]))
elif cmd == 'head': print(','.join(rows[0]))
elif cmd == 'sort': print('\n'.join(','.join(r) for r in sorted(rows[1:])))
elif cmd == 'uniq': print(len({tuple(r) for r in rows}))
else: sys.exit('csvtool: unknown command ' + cmd)
T
chmod +x csvtool; printf 'name,qty\nb,2\na,10\n"x, y",3\n' > d.csv; printf 'name,qty\na,ten\n' > bad.csv; : > empty.csv
w() { printf '#!/bin/sh\n%s\n' "$2" > "t/$1.test"; chmod +x "t/$1.test"; }
w count-rows 'test "$(./csvtool count d.csv)" = 3'
w sum-column 'test "$(./csvtool sum d.csv)" = 15'
w sum-rejects-words '! ./csvtool sum bad.csv'
w head-line 'test "$(./csvtool head d.csv)" = name,qty'
w head-empty-file 'test "$(./csvtool head empty.csv)" = ""'
w quoted-comma './csvtool sort d.csv | grep -qx "x, y,3"'
w sort-numeric 'test "$(./csvtool sort d.csv | cut -d, -f2 | head -n 1)" = 2'
w uniq-ignores-header 'test "$(./csvtool uniq d.csv)" = 3'
w unknown-command './csvtool explode d.csv 2>&1 | grep -q "unknown command"'
w missing-file '! ./csvtool count nowhere.csv'
w utf16-input 'command -v recode > /dev/null || { echo "recode not installed"; exit 77; }'
w big-file '[ "$RUN_EXPENSIVE" = 1 ] || { echo "expensive test, set RUN_EXPENSIVE=1"; exit 77; }'
w stream-stdin './csvtool count - < d.csv'
w locale-setup 'echo "locale de_DE.ISO-8859-1 unavailable"; exit 99'
cat > driver <<'T'
#!/bin/sh
name=$(basename "$1" .test); "./$1" > "t/$name.log" 2>&1; rc=$?
case $rc:$name in 0:*) r=PASS;; 77:*) r=SKIP;; 99:*) r=ERROR;; *:stream-stdin) r=XFAIL;; *) r=FAIL;; esac
echo "$r: t/$name.test"; echo "$r" >> results
case $r in FAIL|ERROR) echo "  exit status: $rc"; sed 's/^/  | /' "t/$name.log" | tail -n 2;; SKIP) sed 's/^/  reason: /' "t/$name.log";; esac
T
chmod +x driver; cat > Makefile <<'T'
TESTS = $(sort $(wildcard t/*.test))
.PHONY: all check lint docs install dist
all: ; @python3 -m py_compile csvtool && echo "  PYC      csvtool"
check: all ; @rm -f results; for t in $(TESTS); do ./driver $$t; done; echo "# TOTAL: $$(wc -l < results)"; for r in PASS SKIP XFAIL FAIL ERROR; do echo "# $$r:  $$(grep -cx $$r results)"; done; ! grep -qE 'FAIL$$|ERROR' results
lint: ; @python3 -c "import ast; ast.parse(open('csvtool').read()); print('  LINT     csvtool: no findings')"
docs: csvtool.1 ; @echo "  MAN      $<"
install: all ; install -m 755 csvtool /proc/bin/csvtool
dist: ; @tar -czf csvtool-0.7.tar.gz csvtool Makefile t && echo "  DIST     csvtool-0.7.tar.gz is ready for distribution"
T
for target in lint check docs install dist; do make --no-print-directory $target; echo "make $target: exit $?"; done
