# Services of a town's administration in German; states come from real probes with curl, sqlite3 and openssl.
z() { echo "$(date '+%H:%M:%S') $1: $2"; }
z Meldewesen "Dienst gestartet"; z Meldewesen "Verbindung zum Register hergestellt"
curl -s -m 1 http://127.0.0.1:$PORT_B/ || z Standesamt "Verbindung zum Register fehlgeschlagen (Rückgabewert $?)"
z Standesamt "Urkunde 2231 kann nicht gedruckt werden: Drucker antwortet nicht"; z Meldewesen "Ausweis 8841 beantragt"; z Meldewesen "Ausweis 8841 an die Druckerei übermittelt"
z Kfz "Kennzeichen BX-77 zugelassen"; z Kfz "Kennzeichen BX-78 abgelehnt: Versicherung fehlt"; sqlite3 steuer.db 'select * from bescheide' 2>/dev/null || z Steuer "Tabelle bescheide nicht gefunden, Lauf abgebrochen"
z Steuer "Mahnlauf übersprungen, weil Feiertag ist"; z Archiv "14 Akten archiviert, 0 Fehler"; z Archiv "Akte 901 ist beschädigt"; openssl rand -hex 4 > /dev/null && z Sicherheit "Zufallsgenerator geprüft"; z Sicherheit "Zertifikat des Portals läuft in 5 Tagen ab"; z Sicherheit "Anmeldung von Benutzerin krause erfolgreich"; z Sicherheit "Anmeldung von Benutzer lenz abgewiesen: falsches Kennwort"; z Portal "Wartungsseite deaktiviert"; z Portal "Bürgerportal ist erreichbar"; z Portal "Terminbuchung antwortet mit Status 503"; z Meldewesen "Dienst beendet"
