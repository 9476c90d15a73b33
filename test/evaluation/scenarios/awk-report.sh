# A nightly report made with sort, awk, join and sqlite3; each step says how it went.
say() { printf '%s report[%d] %s\n' "$(date -u +%FT%TZ)" 88 "$*"; }
printf 'id,amount\n1,10\n2,x\n3,7\n' > sales.csv; printf '1,north\n3,south\n' > regions.csv
say "read sales.csv: $(wc -l < sales.csv) lines"; awk -F, 'NR>1 && $2 !~ /^[0-9]+$/ {bad=1; print "line " NR ": amount " $2 " is not a number"} END {exit bad}' sales.csv && say "validation of sales.csv passed" || say "validation of sales.csv failed"
sort -t, -k1 sales.csv > sorted.csv && say "sales sorted by id"; join -t, regions.csv sorted.csv > joined.csv; say "join with regions: $(wc -l < joined.csv) rows matched, 1 unmatched"
sqlite3 r.db 'create table t(a,b,c)' '.mode csv' '.import joined.csv t' && say "import into table t complete"; sqlite3 r.db 'insert into totals select 1' || say "totals could not be computed"
join regions-2025.csv sorted.csv || say "comparison with 2025 not possible"; say "chart rendering disabled on this host"; gnuplot-nope chart.gp || say "chart not rendered, exit code $?"
cp joined.csv report-final.csv && say "report-final.csv written"; say "upload of report-final.csv retried"; curl -sS -m 1 -T report-final.csv http://127.0.0.1:$PORT_B/ || say "upload of report-final.csv failed"; say "mail to controlling@example.org queued"; say "old reports: nothing to delete"; say "finished with 4 problems"
