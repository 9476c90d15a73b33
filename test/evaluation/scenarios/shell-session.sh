# A shell session as a terminal shows it: each command, then what it said.
r() { echo "\$ $*"; "$@" 2>&1; }
r mkdir reports; r mkdir reports; r cp notes.md reports/; echo hello > notes.md; r cp -v notes.md reports/
r mv -v notes.md archive/notes.md; r ln -sv notes.md latest.md; r chmod -v 600 notes.md; r rm -v reports/summary.md; r rmdir -v reports
echo '{"port": 8080, "tls": }' > app.json; echo '{"port": 8080}' > good.json
r jq .port good.json; r jq .port app.json; r python3 -m json.tool app.json
r wget -nv http://127.0.0.1:$PORT_B/feed.xml; r unzip -q pictures.zip; r diff notes.md latest.md && echo "files are identical"
r perl -c -e 'print "ok\n"'; r perl -c -e 'my $x = ;'; r bash -n -c 'for i in; do'; r bash -n -c 'echo fine'
r kill -0 999999; r timeout 0.2 sleep 3; echo "timeout: exit status $?"; r umount /mnt/usb; r id nosuchuser; r getent passwd nosuchuser; r nosuchcommand --version
r test -f good.json && echo "good.json exists"; r find . -name '*.tmp' -delete -print; r dd if=/dev/zero of=disk.img bs=1k count=4 status=noxfer; r mkfs.ext9 disk.img
r tar -cf site.tar public; r sort --check good.json && echo "sorted"; r split -n 3 good.json --verbose
