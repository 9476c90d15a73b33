step() { local name=$1; shift; echo "==> [$name] started"; local out rc; out=$("$@" 2>&1); rc=$?; [ -n "$out" ] && echo "$out" | sed 's/^/    /'; if [ $rc = 0 ]; then echo "<== [$name] finished in $(( ${#name} * 3 ))s"; else echo "<== [$name] exit code $rc"; fi; }
mkdir src; echo 'int main(void){return 0;}' > src/main.c; echo 'int helper(void){return undeclared_thing;}' > src/helper.c
echo "pipeline 8841 for commit 3f9c2ab on branch release/2.4"
step checkout git init -q repo
step toolchain gcc --version
step compile-main gcc -c src/main.c -o main.o
step compile-helper gcc -c src/helper.c -o helper.o
step link gcc main.o helper.o -o app
step unit-tests python3 -c 'print("Ran 48 tests, 48 ok")'
step integration-tests python3 -c 'import sys; print("Ran 12 tests, 10 ok, 2 broken: test_refund_partial, test_cart_merge"); sys.exit(1)'
step licence-scan sh -c 'echo "scanned 212 files"; echo "no forbidden licence found"'
step secrets-scan grep -rn PRIVATE src
step image docker --host tcp://127.0.0.1:9 build -t shop:2.4 .
step sign sh -c 'openssl dgst -sha256 -sign release.key main.o'
step checksum sh -c 'sha256sum main.o > SHA256SUMS && sha256sum -c SHA256SUMS'
step push-artifact curl -sS -m 2 -T main.o http://127.0.0.1:9/artifacts/main.o
step bundle tar -czf bundle.tgz src
step verify-bundle tar -tzf bundle.tgz
step smoke-test sh -c './app --version'
echo "==> [deploy-staging] not run: previous step failed"
echo "==> [deploy-production] manual, waiting for approval"
echo "==> [docs] skipped, no changes below docs/"
echo "artifacts kept: bundle.tgz (1 file), SHA256SUMS"
echo "pipeline 8841 finished: 8 steps ok, 8 steps not ok, 2 not run"
