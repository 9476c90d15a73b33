# A restore drill with sqlite3: snapshots, checksums, integrity, counts, foreign keys, a damaged page and a missing snapshot.
say() { printf '[%s] %-5s restore-drill: %s\n' "$(date '+%F %T')" "$1" "$2"; }
mkdir snap live
for d in accounts ledger tickets audit; do sqlite3 src-$d.db "create table owner(id integer primary key, name text); create table item(id integer primary key, owner_id int references owner(id), v text); with recursive n(i) as (select 1 union all select i+1 from n where i<40) insert into owner select i,'o'||i from n; with recursive n(i) as (select 1 union all select i+1 from n where i<1200) insert into item select i, 1+i%40, hex(randomblob(12)) from n; create index item_owner on item(owner_id);"; done
sqlite3 src-tickets.db "delete from owner where id=7"
for d in accounts ledger tickets; do sqlite3 src-$d.db .dump | gzip > snap/$d.sql.gz; done
cp src-audit.db snap/audit.db; dd if=/dev/urandom of=snap/audit.db bs=4096 seek=3 count=4 conv=notrunc status=none
( cd snap; sha256sum *.gz audit.db > SUMS; ); printf x >> snap/ledger.sql.gz
say INFO 'drill RD-58 begins, target host standby-2'
while read -r line; do case $line in *OK) say INFO "checksum ${line}";; *) say ERROR "checksum ${line}";; esac; done < <(cd snap; sha256sum -c SUMS 2> /dev/null)
for d in accounts ledger tickets; do
  if gzip -dc snap/$d.sql.gz 2> err.txt | sqlite3 live/$d.db; then :; fi
  if [ -s err.txt ]; then say WARN "$d: $(grep -m 1 gzip err.txt | sed 's/^ *gzip: //')"; fi
  n=$(sqlite3 live/$d.db 'select count(*) from item'); say INFO "$d: $n rows in item, expected 1200"
  say INFO "$d: integrity_check $(sqlite3 live/$d.db 'pragma integrity_check')"
  bad=$(sqlite3 live/$d.db 'pragma foreign_key_check' | wc -l)
  if [ "$bad" = 0 ]; then say INFO "$d: foreign keys consistent"; else say ERROR "$d: $bad rows violate a foreign key"; fi
done
cp snap/audit.db live/audit.db; say ERROR "audit: $(sqlite3 live/audit.db 'select count(*), max(v) from item' 2>&1 | head -n 1)"
say INFO "audit: trying .recover"; sqlite3 live/audit.db .recover 2> /dev/null | sqlite3 live/audit2.db > /dev/null 2>&1; n=$(sqlite3 live/audit2.db 'select count(*) from item' 2> /dev/null); if [ "${n:-0}" -gt 0 ]; then say WARN "audit: $n of 1200 rows salvaged into audit2.db"; else say ERROR 'audit: recovery was not possible'; fi
[ -e snap/sessions.sql.gz ] || say ERROR 'sessions: snapshot snap/sessions.sql.gz does not exist'
say INFO 'analytics: excluded from the drill by policy, not restored'
say INFO 'search index: rebuild skipped, runs on the primary only'
chmod 600 live/*.db; [ "$(stat -c %a live/accounts.db)" = 600 ] && say INFO 'file modes of live/*.db set to 600'
sqlite3 live/accounts.db 'pragma journal_mode=wal' > mode.txt; say INFO "accounts: journal mode $(cat mode.txt)"
sqlite3 -readonly live/accounts.db "insert into owner values (999,'x')" 2> ro.txt || say INFO "accounts: write over the read-only connection refused: $(sed 's/.*: //' ro.txt | head -n 1)"
sqlite3 live/accounts.db "create view if not exists owner_items as select owner_id, count(*) n from item group by 1; reindex item_owner; analyze"; say INFO 'accounts: view owner_items created, index item_owner rebuilt'
q=$(sqlite3 live/accounts.db 'select n from owner_items where owner_id = 3'); say INFO "accounts: sample query returned $q items for owner 3"
a=$(sqlite3 src-accounts.db 'select group_concat(v) from item' | sha256sum); b=$(sqlite3 live/accounts.db 'select group_concat(v) from item' | sha256sum); [ "$a" = "$b" ] && say INFO 'accounts: content equals the source'
say INFO "recovery time $SECONDS s, objective 900 s: met"
cp live/accounts.db /proc/standby-2 2> cp.txt || say ERROR "shipping accounts.db to standby-2 failed: $(sed 's/.*: //' cp.txt)"
say INFO 'temporary files removed'; rm -f err.txt mode.txt
say ERROR 'drill RD-58 ended with findings'
