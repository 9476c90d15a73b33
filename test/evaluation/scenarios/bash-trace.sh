# A release script under bash -x: commands are traced with +, answers follow.
cat > release.sh <<'T'
set +e
mkdir -p stage/bin
printf '#!/bin/sh\necho hi\n' > stage/bin/hello
chmod 755 stage/bin/hello
stage/bin/hello
tar -czf hello-1.4.tgz -C stage .
sha256sum -b missing.tgz
gzip -t hello-1.4.tgz && echo "hello-1.4.tgz verified"
test -d /srv/nowhere || echo "target /srv/nowhere missing, deployment aborted"
[ -n "$NOTIFY_URL" ] || echo "notification skipped: NOTIFY_URL is not set"
cp hello-1.4.tgz /proc/self/nope/
diff stage/bin/hello stage/bin/hello && echo "hello unchanged"
rm -r stage && echo "stage removed"
ls stage
false || echo "smoke test failed with status $?"
true && echo "rollback test passed"
grep -q token config.ini
echo "grep for token ended with status $?"
T
bash -x release.sh
