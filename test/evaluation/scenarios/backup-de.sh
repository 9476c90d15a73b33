# A nightly backup job in German, with real sqlite3, gzip and cp underneath.
log() { echo "$(date '+%d.%m.%Y %H:%M:%S') sicherung[$$]: $1"; }
sqlite3 kunden.db 'create table k(id); insert into k values (1),(2)'; sqlite3 lager.db 'create table l(id)'; echo kaputt > rechnungen.db
log "Sicherungslauf gestartet"
for db in kunden lager rechnungen; do
  if out=$(sqlite3 $db.db "pragma integrity_check" 2>&1); then log "Datenbank $db: Prüfung bestanden"; sqlite3 $db.db ".backup $db.bak" && log "Datenbank $db gesichert ($(stat -c %s $db.bak) Bytes)"; else log "Datenbank $db: Prüfung fehlgeschlagen: $out"; fi
done
gzip -k kunden.bak && log "kunden.bak komprimiert"; gzip -t kunden.bak.gz && log "kunden.bak.gz ist lesbar"
cp kunden.bak.gz /proc/fern/ 2> fehler || log "Übertragung von kunden.bak.gz auf den Zweitstandort fehlgeschlagen: $(cat fehler)"
log "Protokolle werden nicht gesichert: in der Konfiguration abgeschaltet"
log "Bandlaufwerk übersprungen, kein Medium eingelegt"
log "Aufräumen: 0 alte Sicherungen gelöscht"
log "Schlüssel für die Verschlüsselung abgelaufen, Sicherung bleibt unverschlüsselt"
log "Nachricht an betrieb@example.org verschickt"
log "Sicherungslauf mit 2 Fehlern beendet"
