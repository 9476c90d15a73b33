# An incremental backup with tar: full and incremental runs, verification, a file that changes, a refused target, retention; logfmt lines.
l() { [ "$1" = error ] && echo e >> errors; printf 'ts=%s level=%s job=%s msg="%s"\n' "$(date -u +%FT%TZ)" "$1" "$2" "$3"; }
mkdir -p vol/{www,mail,db} keep off; for i in $(seq 1 30); do head -c 2000 /dev/urandom > vol/www/page$i.html; done; for i in $(seq 1 12); do echo "mail $i" > vol/mail/$i.eml; done; sqlite3 vol/db/app.db 'create table t(a); insert into t values(1),(2)'; ln -s /nowhere/else vol/www/dangling; mkfifo vol/mail/pipe
for d in 01 02 03 04 05 06; do echo old > keep/full-2026-10-$d.tar.gz; done
l info full 'run 4471 started for volume vol'
for d in www mail db; do tar -cz --listed-incremental=$d.snar -f keep/$d-full.tar.gz vol/$d 2> tar.err && l info full "archive $d-full.tar.gz written, $(tar -tzf keep/$d-full.tar.gz | wc -l) entries"; done
for i in 3 9; do echo changed >> vol/www/page$i.html; done; rm vol/mail/5.eml
for d in www mail db; do tar -cz --listed-incremental=$d.snar -f keep/$d-inc1.tar.gz vol/$d 2>> tar.err; c=$(tar -tzf keep/$d-inc1.tar.gz | grep -vc '/$'); if [ "$c" = 0 ]; then l info incremental "$d: nothing changed since full, 0 files"; else l info incremental "$d: $c files changed"; fi; done
tar -czf keep/home-full.tar.gz vol/home 2> tar.err || l error full "home: $(head -n 1 tar.err)"
( cd keep; sha256sum *-full.tar.gz *-inc1.tar.gz > MANIFEST ) 2> /dev/null; l info manifest "MANIFEST written with $(wc -l < keep/MANIFEST) sums"
dd if=/dev/zero of=keep/mail-inc1.tar.gz bs=1 seek=40 count=12 conv=notrunc status=none
while read -r f r; do [ "$r" = OK ] && l info verify "${f%:} checksum OK" || l error verify "${f%:} checksum FAILED"; done < <(cd keep; sha256sum -c MANIFEST 2> /dev/null)
mkdir back; tar -xzf keep/www-full.tar.gz -C back && l info restore-test "www extracted, $(find back/vol/www -type f | wc -l) files"
cmp -s back/vol/www/page1.html vol/www/page1.html && l info restore-test 'page1.html identical to the original'
cmp back/vol/www/page3.html vol/www/page3.html > c.txt 2>&1 || l warn restore-test 'page3.html differs from the original, modified after the full run'
tar -xzf keep/mail-inc1.tar.gz -C back 2> tar.err || l error restore-test "mail-inc1.tar.gz cannot be extracted: $(grep -m 1 gzip tar.err | sed 's/^gzip: //')"
sqlite3 vol/db/app.db ".backup keep/app.db" && l info database "hot copy of app.db: integrity $(sqlite3 keep/app.db 'pragma integrity_check'), $(sqlite3 keep/app.db 'select count(*) from t') rows"
echo demo-phrase > phrase; openssl enc -aes-256-cbc -pbkdf2 -in keep/db-full.tar.gz -out off/db-full.tar.gz.enc -pass file:phrase && l info encrypt 'db-full.tar.gz encrypted with aes-256-cbc'
echo other > phrase2; openssl enc -d -aes-256-cbc -pbkdf2 -in off/db-full.tar.gz.enc -out /dev/null -pass file:phrase2 2> o.err || l info encrypt 'decryption with a wrong passphrase rejected'
cp keep/www-full.tar.gz /proc/offsite 2> cp.err || l error offsite "www-full.tar.gz not copied: $(sed 's/.*: //' cp.err)"
cp off/db-full.tar.gz.enc off/copy && l info offsite 'db-full.tar.gz.enc copied to vault north'
l info tape 'tape export skipped: no drive attached'
l info snapshot 'LVM snapshot not taken, volume is not on LVM'
ls keep/full-2026-10-*.tar.gz | head -n 4 | while read -r f; do rm "$f"; l info retention "deleted $(basename "$f")"; done; l info retention "$(ls keep/full-2026-10-*.tar.gz | wc -l) old archives kept"
l info quota "usage $(( $(du -sk keep | cut -f1) / 1024 )) MiB of 500 MiB"
curl -s -m 2 "http://127.0.0.1:$PORT_C/ping/4471" || l warn report "monitoring could not be informed: curl exit code $?"
l error summary 'run 4471 completed with '"$(wc -l < errors) errors"
