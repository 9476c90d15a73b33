# Der Nachtlauf einer Behörde, auf Deutsch: Datenbankabzug, Verschlüsselung, Prüfsummen, Aufräumen; die Uhr wird in die Nacht gestellt.
now=$(( $(date -u +%s) % 86400 )); shift_s=$(( 2*3600+25*60 - now )); [ $shift_s -lt -43200 ] && shift_s=$((shift_s+86400)); a=${shift_s#-}; [ $shift_s -lt 0 ] && sign=+ || sign=-
export TZ=$(printf 'NACHT%s%02d:%02d:%02d' $sign $((a/3600)) $((a/60%60)) $((a%60)))
l() { echo "$(date '+%d.%m.%Y %H:%M:%S') nachtlauf [$1] $2"; }
export GNUPGHOME=$PWD/g; mkdir -m 700 g ablage alt
l INFO "Nachtlauf 4471 gestartet auf srv-akten-02"
sqlite3 akten.db "create table akte(id integer primary key, titel text); with recursive n(i) as (select 1 union all select i+1 from n where i<1200) insert into akte select i, 'Akte ' || i from n;"
sqlite3 fristen.db 'create table frist(id, tag); insert into frist values (1, date()), (2, date())'
head -c 3000 /dev/urandom > personal.db
for d in akten fristen personal; do if out=$(sqlite3 $d.db .dump 2>&1 > $d.sql) && [ -z "$out" ] && ! grep -q 'ROLLBACK' $d.sql; then l INFO "Abzug von $d erstellt ($(grep -c INSERT $d.sql) Datensätze)"; else l FEHLER "Abzug von $d nicht möglich: Datei ist keine gültige Datenbank"; fi; done
for i in $(seq 1 160); do echo "Inhalt $i" > alt/scan-$i.pdf; l INFO "Scan $i geprüft, Seitenzahl 1, kein Befund"; [ $((i % 53)) = 0 ] && l WARNUNG "Scan $i enthält leere Rückseite"; done
cp -r alt ablage/ && l INFO "160 Scans in die Ablage übernommen"
cp akten.sql /proc/band0 2> /dev/null || l FEHLER "Kopie auf Bandlaufwerk band0 fehlgeschlagen: Gerät nicht vorhanden"
gzip -k akten.sql fristen.sql && l INFO "Abzüge komprimiert"
gpg --batch -q --passphrase '' --quick-gen-key archiv@amt.example default default never 2> /dev/null && l INFO "Schlüssel archiv@amt.example erzeugt"
gpg --batch -q --trust-model always -r archiv@amt.example -e akten.sql.gz 2> /dev/null && l INFO "akten.sql.gz für archiv@amt.example verschlüsselt"
gpg --batch -q --trust-model always -r revision@amt.example -e fristen.sql.gz 2> /dev/null || l FEHLER "fristen.sql.gz nicht verschlüsselt: kein Schlüssel für revision@amt.example"
sha256sum akten.sql.gz fristen.sql.gz > summen; echo x >> fristen.sql.gz; sha256sum -c summen 2> /dev/null | while read f s; do [ "$s" = OK ] && l INFO "Prüfsumme von ${f%:} stimmt" || l FEHLER "Prüfsumme von ${f%:} weicht ab"; done
curl -s -m 2 http://127.0.0.1:$PORT_B/ || l FEHLER "Übertragung an das Rechenzentrum Süd abgebrochen: keine Verbindung (Rückgabewert $?)"
(cd ablage && exec python3 -m http.server $PORT_A --bind 127.0.0.1 > /dev/null 2>&1) & h=$!; for i in 1 2 3 4 5 6 7 8; do sleep 0.4; if curl -s -o /dev/null -m 2 http://127.0.0.1:$PORT_A/; then l INFO "Übertragung an das Rechenzentrum Nord abgeschlossen"; break; else l WARNUNG "Rechenzentrum Nord antwortet nicht, Versuch $i"; fi; done; kill $h 2> /dev/null
l INFO "Wochenbericht übersprungen: nur sonntags"
l INFO "Löschung alter Protokolle ausgelassen, Aufbewahrungsfrist läuft noch"
sqlite3 akten.db 'vacuum; pragma integrity_check' | grep -q '^ok$' && l INFO "Integritätsprüfung von akten bestanden"
sqlite3 akten.db 'insert into akte values (7, "doppelt")' 2> /dev/null || l FEHLER "Nachtrag zu Akte 7 abgelehnt: Schlüssel bereits vergeben"
df -P . | awk 'NR==2 {exit !($4 > 1000)}' && l INFO "Freier Speicherplatz ausreichend"
l INFO "Sicherung beendet, Größe $(stat -c %s akten.sql.gz.gpg > /dev/null && echo über 5) kB"
l WARNUNG "Nachtlauf 4471 beendet mit Fehlern: 6"
