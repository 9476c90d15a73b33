# A CI job of shell steps with the marks of a hosted runner: clone, syntax, manifests, compile, tests, packing, checks of the tree.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
mkdir -p origin/{bin,conf,lib,tests}
( cd origin; printf '#!/bin/sh\necho hi\n' > bin/hello.sh; printf '#!/bin/sh\nif true; then echo x\n' > bin/broken.sh; echo '{"a":1}' > conf/prod.json; echo '{"a":1,}' > conf/stage.json; printf 'def add(a, b):\n    return a + b\ndef half(a):\n    return a // 2\n' > lib/calc.py; printf 'import sys; sys.path.insert(0, "lib")\nimport unittest, calc\nclass Calc(unittest.TestCase):\n    def test_add(self): self.assertEqual(calc.add(2, 3), 5)\n    def test_half(self): self.assertEqual(calc.half(3), 1.5)\n    @unittest.skip("needs a GPU")\n    def test_matrix(self): pass\nunittest.main(verbosity=2)\n' > tests/calc_test.py; head -c 3000000 /dev/zero > lib/blob.bin; echo 'Apache License 2.0' > LICENSE; git init -q -b main; git add .; git -c user.name=ci -c user.email=ci@example.org commit -q -m 'Import'; git tag v1.9.0 )
failures=0
step() { local name=$1; shift; echo "##[group]$name"; echo "\$ $1"; if bash -c "$1"; then echo "##[endgroup] $name: success"; else local rc=$?; failures=$((failures + 1)); echo "##[error]$name: process completed with exit code $rc."; fi; }
skip() { echo "##[section]$1: skipped ($2)"; }
echo "##[section]Starting: build-and-verify on runner-17"
step 'Checkout' 'git clone -q origin src && git -C src describe --tags'
step 'Restore cache' 'test -d cache || echo "Cache not found for input keys: deps-linux-41"'
step 'Shell syntax hello.sh' 'bash -n src/bin/hello.sh'
step 'Shell syntax broken.sh' 'bash -n src/bin/broken.sh'
step 'Validate prod.json' 'jq -e . src/conf/prod.json > /dev/null'
step 'Validate stage.json' 'jq -e . src/conf/stage.json > /dev/null'
step 'Byte-compile' 'python3 -m compileall -q src/lib && echo "compiled 1 module"'
step 'Unit tests' 'cd src && python3 tests/calc_test.py'
step 'Large files' 'find src -path src/.git -prune -o -size +2M -print | { ! grep . ; }'
step 'Licence file present' 'grep -q Apache src/LICENSE && echo "LICENSE: Apache-2.0"'
step 'No merge markers' '! grep -rn "^<<<<<<<" src --include=*.py --include=*.sh && echo "0 merge markers in tree"'
step 'Package' 'tar -C src -czf tool-1.9.0.tar.gz bin conf && tar -tzf tool-1.9.0.tar.gz | wc -l'
step 'Checksum' 'sha256sum tool-1.9.0.tar.gz > SHA256SUMS && sha256sum -c SHA256SUMS'
step 'Signature' 'test -e tool-1.9.0.tar.gz.asc || { echo "tool-1.9.0.tar.gz.asc: no such signature"; exit 3; }'
step 'Reproducible build' 'for i in 1 2; do tar -C src --sort=name --mtime=@0 -cf r$i.tar bin; done; cmp r1.tar r2.tar && echo "builds are identical"'
skip 'Container scan' 'no container engine on runner-17'
skip 'Publish' 'only on protected tags'
step 'Upload artifact' 'mkdir -p store && cp tool-1.9.0.tar.gz store/ && echo "uploaded tool-1.9.0.tar.gz to store"'
step 'Save cache' 'mkdir -p cache && echo "Cache saved with key: deps-linux-42"'
echo "##[section]Finishing: build-and-verify, $failures steps failed"
