/**
 * The words the offline evaluator knows, in English and German. A line of a table names words that mean the
 * same in a log; the first of them is the concept. What a word says about an outcome is in the second part.
 */

/** Words without content, in either language. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an of to in on at for by with from into onto via per as is are was were be been being am has have had ' +
    'having that this these those it its itself they them their there here and or nor but if when while then than ' +
    'which who whom whose what where how why each all any some every both one must should shall may might can could ' +
    'will would does do did so also too very only just still yet again once after before during until because ' +
    'about against between through over under upon off out up down own same such other another more most less least ' +
    'log logs line lines row rows entry entries we our you your i he she his her us me my etc eg ie via using used use find finds contain contains contained include includes enthält enthalten shown show shows displayed ' +
    'correctly properly cleanly fully actually whether make sure ensure expected expect expects look looking evidence ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie wo was wer ist sind war ' +
    'waren wird werden wurde wurden worden sein hat haben hatte hatten muss soll sollte kann konnte darf im in am an auf ' +
    'aus bei bis durch für gegen mit nach ohne seit über um unter von vom vor zu zum zur zwischen es er sie ihr sich ' +
    'auch nur noch schon sehr alle alles jede jeder jedes diese dieser dieses man dass ob dabei davon damit beim ' +
    'protokoll zeile zeilen eintrag einträge korrekt richtig ordnungsgemäß'
  ).split(' '),
);

/** Words that turn the meaning of what follows. */
export const NEGATORS: ReadonlySet<string> = new Set(
  'no not never without none neither nor cannot cant didnt doesnt isnt wasnt wont couldnt dont kein keine keinen keinem keiner keines nicht nie niemals ohne weder'.split(
    ' ',
  ),
);

/** Each line: words of one meaning, the concept first. */
const SYNONYMS = `
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
create created creation creating generate generated generating generation erstellen erstellt erzeugen erzeugt angelegt anlegen erzeugung erstellung
user account username benutzer nutzer konto benutzerkonto anwender
password passwd pwd passphrase passwort kennwort
message nachricht meldung
request req anfrage aufruf
response resp reply answer antwort antwortet
certificate cert crt zertifikat
key schlüssel
repository repo
environment env umgebung
application anwendung
service svc dienst
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
send sent sending gesendet senden verschickt versand
receive received empfangen erhalten
archive tarball archiv
compress compression compressed komprimiert komprimierung
extract extracted unpack unpacked extraction entpackt entpacken ausgepackt
sign signature signed signing signatur signiert unterschrift unterschrieben
install installation installed installing installiert
save saved persist persisted saving gespeichert speichern abgelegt
write written writing wrote schreiben geschrieben schreibt
read reading gelesen lesen
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
step schritt
package packages paket pakete
dependency dependencies abhängigkeit abhängigkeiten
version
size größe länge length
empty leer leeren geleert drained drain
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
old alt alte alten altes
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
linker link linking linked linken gelinkt gebunden
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
product products artikel produkt
price preis
discount rabatt
tax steuer vat mehrwertsteuer
refund rückerstattung erstattung
shipping shipment versendung lieferung
report bericht
clean cleanup cleaned cleaning aufräumen aufgeräumt bereinigt
notification notify notified benachrichtigung benachrichtigt
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
copy copied kopiert kopieren
move moved verschoben
rename renamed umbenannt
clone cloned klonen geklont
push pushed
pull pulled
tag
`;

/** What says that something went well. Marked words (`*`) are results as such and describe nothing. */
const SUCCESS = `
*success *succeed *succeeds *succeeded *successful *successfully *erfolgreich *erfolg *gelingt *gelungen *geglückt
*pass *passed *passes *passing *bestanden *besteht
*ok *okay *okey
*complete *completed *completes *completing *completion *abgeschlossen *vollständig *fertig *fertiggestellt
*finish *finished *finishes *beendigt
*done *erledigt
*hold *holds *held *fine *intact *intakt
*work *works *worked *working *funktioniert
ready bereit
accept accepted accepts akzeptiert angenommen
establish established hergestellt
healthy gesund
valid gültig
allow allowed grant granted erlaubt gewährt erteilt
active aktiv
exist exists existiert existieren vorhanden
found gefunden
match matches matched matching stimmt übereinstimmt
usable nutzbar brauchbar
good gut gute
reachable erreichbar
readable lesbar
online
available verfügbar
*apply *applied *angewendet *angewandt
acquire acquired
`;

const FAILURE = `
*fail *failed *fails *failing *failure *failures *fehlgeschlagen *fehlschlag *scheitert *gescheitert *misslungen *schlägt *schlug
*error *errors *err *fehler *fehlerhaft *problem *problems *probleme
*fatal *critical *severe *emerg *panic *panicked
*exception *traceback
*unsuccessful *unsuccessfully *erfolglos
*abort *aborted *aborting *abgestürzt *crash *crashed *absturz *segfault *coredump
refuse refused refuses
deny denied verweigert
reject rejected rejects rejecting rejection abgelehnt abgewiesen ablehnung zurückgewiesen
forbidden unauthorized untersagt verboten
invalid ungültig malformed illegal
missing fehlend fehlt
expired abgelaufen expire expires
timeout timedout zeitüberschreitung
unreachable unerreichbar
offline
unavailable unverfügbar
unable impossible unmöglich
killed
corrupt corrupted corruption beschädigt
mismatch mismatched
conflict konflikt konflikte
undefined undeclared
unhealthy
exceed exceeded exceeds überschritten
violate violates violated violation verletzt verletzung
broken kaputt
lost verloren
overflow überlauf
deadlock
unexpected
unrecognized unsupported
bad
wrong incorrect falsch
cannot
`;

const SKIP = `
*skip *skipped *skips *skipping *skipt *übersprungen *überspringen *ausgelassen *ausgesetzt
ignored ignoriert ignoring
*todo
disabled deaktiviert abgeschaltet
pending ausstehend
postponed deferred vertagt
bypass bypassed suppressed unterdrückt
deselected
*xfail *xfailed
`;

/** Words that only say that something stands in the log. */
export const OCCURRENCE_WORDS: ReadonlySet<string> = new Set(
  (
    'logged logs recorded reported appears appear appeared occurs occurred occur detected detection detect detects ' +
    'fired fires fire raised raises triggered triggers emitted warns warned observed seen printed announced ' +
    'protokolliert gemeldet erscheint auftritt aufgetreten tritt erkannt ausgelöst ausgegeben'
  ).split(' '),
);

/** Words so common in descriptions that a line need not hold them. Those of the first line say nothing at all. */
const WEAK = `
case step operation attempt value thing way kind part behaviour behavior action result whole correct right overall reason because end endet enden complete vorgang ablauf ergebnis teil
test check process system application service server run job task program tool command function method project suite request user event client data status state code
instance component module feature call item object second first last new target
programm befehl funktion projekt ereignis daten zustand
`;

/** Outcome words and what says the contrary; each line counts in both directions. */
const OPPOSITES = `
accept reject refuse deny forbidden
allow deny forbidden reject refuse
valid invalid expired bad wrong corrupt malformed
exist missing
found missing
match mismatch
available unavailable unreachable
good bad wrong invalid
usable unusable invalid
readable corrupt missing invalid
ready unavailable
reachable unreachable missing
online offline
`;

/** What is done to things. A failure that names the thing need not name the deed. */
const ACTIONS = `
install uninstall download upload copy move rename delete create build compile load open close read write save import export
parse send receive fetch start stop restart connect run execute update change verify sign encrypt decrypt extract pack compress
restore dump mount unmount umount deliver render print deploy push pull merge clone commit publish convert resolve select query
list format grant rebuild synchronize register activate process
`;

export type Outcome = 'success' | 'failure' | 'skip';

export interface Cue {
  readonly outcome: Outcome;
  /** A result as such: it says nothing about what is being talked of. */
  readonly isGeneric: boolean;
}

export interface Lexicon {
  readonly concepts: ReadonlyMap<string, string>;
  readonly cues: ReadonlyMap<string, Cue>;
  readonly weak: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  /** The weak words that say nothing. */
  readonly empty: ReadonlySet<string>;
  readonly opposites: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Builds the tables; `stem` is applied to every word, as it is to the words of a text. */
export function buildLexicon(stem: (word: string) => string): Lexicon {
  const concepts = new Map<string, string>();
  const cues = new Map<string, Cue>();
  for (const line of linesOf(SYNONYMS)) {
    const [first = ''] = line;
    for (const word of line) setOnce(concepts, stem(word), stem(first));
  }
  for (const [table, outcome] of [
    [SUCCESS, 'success'],
    [FAILURE, 'failure'],
    [SKIP, 'skip'],
  ] as const) {
    for (const line of linesOf(table)) {
      const isGeneric = (line[0] ?? '').startsWith('*');
      const words = line.map((word) => word.replace('*', ''));
      const concept = concepts.get(stem(words[0] ?? '')) ?? stem(words[0] ?? '');
      for (const word of words) setOnce(concepts, stem(word), concept);
      cues.set(concept, { outcome, isGeneric });
    }
  }
  const meaning = (word: string): string => concepts.get(stem(word)) ?? stem(word);
  const opposites = new Map<string, Set<string>>();
  for (const [first = '', ...others] of linesOf(OPPOSITES)) {
    for (const other of others) {
      pair(opposites, meaning(first), meaning(other));
      pair(opposites, meaning(other), meaning(first));
    }
  }
  const weak = new Set(linesOf(WEAK).flat().map(meaning));
  const empty = new Set((linesOf(WEAK)[0] ?? []).map(meaning));
  const actions = new Set(linesOf(ACTIONS).flat().map(meaning));
  return { concepts, cues, weak, actions, empty, opposites };
}

function linesOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

function setOnce(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

function pair(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
