/** Words with the same meaning in logs and in criteria, in English and German. */

/** Each line: words of one meaning, the concept first. Words too common to be taken for a name. */
export const SYNONYMS = `
login logon signin authenticate authentication authenticated anmeldung anmelden angemeldet einloggen eingeloggt meldet authentifizierung
logout signout abmeldung abmelden abgemeldet
start startup starting launch launched boot booted begin begins began begun starten startet gestartet beginnt begonnen hochgefahren anlaufen initialize initialise initialized initializing initialization init
stop stopped shutdown shut terminate terminated terminating exit exited exiting quit halt beenden beendet stoppen gestoppt heruntergefahren herunterfahren
restart restarted restarting reboot rebooted neustart neugestartet
connect connection connected connecting conn connections verbindung verbunden verbinden verbindet
disconnect disconnected getrennt trennung
config configuration configure configured settings conf cfg konfiguration konfiguriert einstellungen einstellung
database db databases datenbank datenbanksystem
directory dir folder verzeichnis ordner
file datei
delete deleted deletion remove removed removal drop dropped unlink erase purge löschen gelöscht löscht entfernen entfernt
create created creation creating produce produced generate generated generating generation erstellen erstellt erzeugen erzeugt angelegt anlegen erzeugung erstellung
user account username benutzer nutzer konto benutzerkonto anwender
password passwd pwd passphrase passwort kennwort
message nachricht meldung msg
request req anfrage aufruf
response resp reply answer respond responded antwort antwortet antworten beantwortet
certificate cert crt zertifikat
key schlüssel
repository repo
environment env umgebung
application anwendung
service svc dienst daemon
server
address addr adresse
memory mem ram oom speicher arbeitsspeicher
disk storage volume festplatte platte datenträger
replica replication follower standby replicated replikat replikation
migration migrate migrated migrations
deploy deployment deployed rollout ausrollen ausgerollt bereitstellung bereitgestellt
rebuild rebuilt reindex aufbau aufbauen aufgebaut
understand understood understands versteht verstanden
keep keeps kept behält behalten
pack packed packing packen gepackt
docs documentation doc dokumentation
render rendered rendering
sync synchronise synchronize synchronised synchronized synchronisation synchronization abgleich abgeglichen
encode encoded encoding
build compile compilation compiled compiling built übersetzen übersetzt übersetzung kompiliert gebaut kompilierung
test tests testcase
verify verification verified validate validation validated prüfung geprüft prüfen verifiziert überprüft validiert
fetch download downloaded fetched retrieve retrieved herunterladen heruntergeladen abruf abgerufen abrufen
upload uploaded hochladen hochgeladen
send sent sending gesendet senden sendet verschickt verschicken
receive received empfangen erhalten erhält empfängt
archive tarball archiv archived archiving archivierung archiviert
compress compression compressed komprimiert komprimierung
extract extracted unpack unpacked extraction entpackt entpacken ausgepackt
sign signature signed signing signatur signiert unterschrift unterschrieben
install installation installed installing installiert
save saved persist persisted saving gespeichert speichern abgelegt
write written writing wrote schreiben geschrieben schreibt
read reading gelesen lesen eingelesen einlesen liest
load loaded loading geladen laden lädt
open opened opening geöffnet öffnen
close closed closing geschlossen schließen
dump backup backed snapshot sicherung sichern gesichert sicherungskopie datensicherung
restore restored recover recovered recovery wiederherstellung wiederhergestellt
import imported importing importiert
export exported exporting exportiert
update updated upgrade upgraded aktualisieren aktualisiert aktualisierung
change changed modify modified modification änderung geändert ändern
payment pay paid charge charged zahlung bezahlung bezahlt
order bestellung auftrag
customer kunde kunden
invoice rechnung
cart basket warenkorb
checkout kasse bestellabschluss
email mail e-mail mails
cache cached caching zwischenspeicher
queue warteschlange
table tabelle
index
column spalte
query statement abfrage
transaction txn transaktion
commit committed commits
rollback rolledback zurückgerollt
merge merged merging zusammengeführt zusammenführen zusammenführung
branch zweig
checkpoint
listen listening listens lauscht lauschen horcht
port
socket
host hostname rechner
network netz netzwerk
timeout timedout zeitüberschreitung
permission permissions berechtigung rechte zugriff access privilege privileges
token
session sitzung
job task aufgabe
step schritt stage phase
package packages paket pakete
dependency dependencies abhängigkeit abhängigkeiten
version
size größe länge length
empty emptied leer leeren geleert drained drain flush flushed
number numbers zahl zahlen
negative negativ
positive positiv
division divide divides divided dividing teilen geteilt
zero null
sum add adds added adding addition total summe addiert addieren hinzugefügt hinzufügen
subtract subtraction subtrahiert
multiply multiplication multiplied multipliziert
parse parsed parser parsing parses
sort sorted sorting sorts sortiert sortieren
duplicate duplicates duplicated doppelt doppelte dublette unique uniqueness
unknown unbekannt unbekannte unbekannten
new neu neue neuen neues neuer
old alt alte alten altes alter
first erste ersten erster
last letzte letzten letzter
second zweite zweiten zweiter
script skript
local lokal lokale lokalen
remote entfernte entfernten
main haupt
primary primär
connectivity
library bibliothek
linker link linking linked linken gelinkt gebunden ld
warning warn warnung warnings
health healthcheck gesundheit
worker arbeiter
request-id
balance saldo kontostand
limit grenze
rate
lock locked locking sperre gesperrt
unlock entsperrt
encrypt encrypted encryption verschlüsselt verschlüsselung
decrypt decrypted decryption entschlüsselt entschlüsselung
public öffentlich öffentlicher öffentlichen
private privat privater privaten
random zufällig
date datum
time zeit
day tag
name namen
stock inventory bestand lagerbestand lager
product products artikel produkt article
price preis
discount rabatt
tax steuer vat mehrwertsteuer
refund rückerstattung erstattung
shipping shipment ship shipped ships versand versendung versendet
report bericht
clean cleanup cleaned cleaning aufräumen aufgeräumt bereinigt
notification notify notified inform informed informs informiert benachrichtigung benachrichtigt
webhook
schedule scheduled scheduler geplant
cancel cancelled canceled storniert stornierung abgebrochen
duration dauer
subscribe subscription subscribed subscriber abonniert abonnement
publish published publisher publishing veröffentlicht
pool
thread
signal
process prozess
run ran running execute executed execution läuft laufen ausgeführt ausführen ausführung lief
check checked
copy copied kopiert kopieren kopie kopien
move moved verschoben
rename renamed umbenannt
clone cloned klonen geklont
push pushed
pull pulled
tag
`;
