# A deployment as a shell script reports it, in German. The steps are real: tar, cp, curl, node.
log() { echo "$(date -u +%FT%TZ) [$1] $2"; }
step() { local name=$1; shift; log INFO "Schritt $name beginnt"; if "$@" > step.out 2>&1; then log INFO "Schritt $name erfolgreich abgeschlossen"; else log FEHLER "Schritt $name fehlgeschlagen (Rückgabewert $?): $(head -1 step.out)"; fi; }
mkdir -p paket ziel; echo 'console.log("hallo")' > paket/app.js; echo '{"port": }' > paket/einstellungen.json
log INFO "Ausrollen der Version 2.4.1 auf web-03 gestartet"
step "Paket packen" tar -czf paket.tgz paket
step "Prüfsumme bilden" sha256sum paket.tgz
step "Paket entpacken" tar -xzf paket.tgz -C ziel
step "Konfiguration prüfen" node -e 'JSON.parse(require("fs").readFileSync("ziel/paket/einstellungen.json"))'
log WARNUNG "Konfiguration ungültig, Vorgabewerte werden verwendet"
step "Anwendung starten" node ziel/paket/app.js
step "Datenbank sichern" sqlite3 shop.db '.backup sicherung.db'
step "Index neu aufbauen" sqlite3 shop.db 'reindex kunden'
log INFO "Schritt Rauchtest übersprungen: keine Testumgebung angegeben"
step "Zwischenspeicher leeren" rm -rf cache
step "Lastverteiler anmelden" curl -sS -m 2 http://127.0.0.1:$PORT_B/anmelden
log WARNUNG "Lastverteiler nicht erreichbar, neuer Versuch in 1 s"; sleep 1
step "Lastverteiler anmelden" curl -sS -m 2 http://127.0.0.1:$PORT_B/anmelden
step "Alte Version entfernen" rm -r alte-version
log INFO "Benachrichtigung an das Team gesendet"
log FEHLER "Ausrollen der Version 2.4.1 auf web-03 mit 4 Fehlern beendet"
