# Die nächtlichen Cronjobs eines Vereinsservers in der Bash, auf Deutsch: Aufräumen, Abgleich, Statistik, Versand, Prüfungen mit echten Programmen.
m() { case $3 in FEHLER*) echo f >> fehler;; esac; printf '%s vereinssrv CRON[%s]: (%s) %s\n' "$(date '+%d.%m.%Y %H:%M:%S')" 88"$1" "$2" "$3"; }
mkdir -p tmp web fotos mitglieder; for i in $(seq 1 40); do echo x > tmp/sess_$i; done; touch -d '3 days ago' tmp/sess_{1..25}; for i in $(seq 1 6); do head -c 4000 /dev/urandom > fotos/bild$i.jpg; done; : > fotos/bild7.jpg
m 01 aufraeumen 'Job gestartet'; n=$(find tmp -name 'sess_*' -mtime +1 -print -delete | wc -l); m 01 aufraeumen "$n alte Sitzungen gelöscht, $(ls tmp | wc -l) verbleiben"
m 02 mitglieder 'Abgleich der Mitgliederliste beginnt'
sqlite3 m.db "create table mitglied(nr integer primary key, name text not null, iban text unique); insert into mitglied values(1001,'Ahrens','DE01'),(1002,'Brandt','DE02'),(1003,'Cordes','DE03')"
for z in "1004,'Dietz','DE04'" "1005,'Ebert','DE02'" "1006,null,'DE06'" "1007,'Funke','DE07'"; do nr=${z%%,*}; if sqlite3 m.db "insert into mitglied values($z)" 2> f.txt; then m 02 mitglieder "Mitglied $nr übernommen"; else m 02 mitglieder "Mitglied $nr abgelehnt: $(sed 's/.*failed: /Verletzung von /' f.txt | head -n 1)"; fi; done
m 02 mitglieder "Abgleich beendet, $(sqlite3 m.db 'select count(*) from mitglied') Mitglieder in der Datenbank"
for f in fotos/*.jpg; do if [ -s "$f" ]; then gzip -kf "$f" && m 03 fotos "Vorschau für $(basename "$f") erzeugt"; else m 03 fotos "Vorschau für $(basename "$f") nicht möglich: Datei ist leer"; fi; done
( cd web && exec python3 -m http.server "$PORT_A" --bind 127.0.0.1 > /dev/null 2>&1 ) & s=$!; echo hallo > web/index.html; echo wartung > web/kalender.html; sleep 1
for p in index.html kalender.html spenden.html; do c=$(curl -s -o /dev/null -m 3 -w '%{http_code}' "http://127.0.0.1:$PORT_A/$p"); [ "$c" = 200 ] && m 04 webpruefung "Seite /$p erreichbar, Status $c" || m 04 webpruefung "FEHLER: Seite /$p liefert Status $c"; done; kill $s; wait $s 2> /dev/null
curl -s -m 2 "http://127.0.0.1:$PORT_B/newsletter" || m 05 newsletter 'FEHLER: Versand des Newsletters abgebrochen, Mailserver nimmt keine Verbindung an'
m 06 statistik 'Monatsstatistik übersprungen, heute ist nicht der Monatserste'
m 07 updates 'Sicherheitsaktualisierung entfällt: Wartungssperre gesetzt'
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k.pem -out c.pem -subj '/CN=verein.example' -days 20 2> /dev/null; openssl x509 -checkend $((30 * 86400)) -noout -in c.pem > /dev/null && m 08 zertifikat 'Zertifikat länger als 30 Tage gültig' || m 08 zertifikat 'WARNUNG: Zertifikat von verein.example läuft in weniger als 30 Tagen ab'
sqlite3 m.db .dump | gzip > mitglieder/dump.gz && gzip -t mitglieder/dump.gz && m 09 sicherung 'Sicherung mitglieder/dump.gz geschrieben und geprüft'
cp mitglieder/dump.gz /proc/nas 2> f.txt || m 09 sicherung 'FEHLER: Kopie auf das NAS fehlgeschlagen, Ziel nicht vorhanden'
echo geheim > p; echo falsch > p2; openssl enc -aes-256-cbc -pbkdf2 -in mitglieder/dump.gz -out d.enc -pass file:p; openssl enc -d -aes-256-cbc -pbkdf2 -in d.enc -out /dev/null -pass file:p2 2> /dev/null || m 09 sicherung 'Entschlüsselung mit falschem Kennwort wurde zurückgewiesen'
( exec 9> sperre; flock -n 9; flock -n sperre true || m 10 buchhaltung 'zweiter Lauf beendet sich, Sperre ist bereits vergeben' )
s=$(awk 'BEGIN { for (i = 1; i <= 48; i++) t += 12.5; printf "%.2f", t }'); m 10 buchhaltung "Beitragssumme 48 Buchungen: $s EUR"
timeout 1 sleep 5 || m 11 suche 'Neuaufbau des Suchindex nach 1 s wegen Zeitüberschreitung abgebrochen'
k=$(du -sk . | cut -f1); [ "$k" -lt 5000 ] && m 12 platte "Belegung $k KiB, Grenzwert 5000 KiB eingehalten"; [ -z "$(find . -xtype l)" ] && m 12 platte 'keine verwaisten Verknüpfungen gefunden'
m 99 ende "Nachtlauf beendet, $(wc -l < fehler) Fehler"
