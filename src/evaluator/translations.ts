/**
 * Words with the same meaning, in English and German, that distinguish one thing from another: if one is missing, the
 * line is about something else.
 */
export const TRANSLATIONS = `
confirm confirmed confirmation acknowledge acknowledged acknowledgement ack bestätigt bestätigen bestätigung quittiert
deliver delivered delivery geliefert liefern lieferung ausgeliefert zustellen zugestellt zustellung
print printed printing drucken gedruckt druckt
printer drucker
label etikett etiketten aufkleber
checksum sha256sum md5sum cksum prüfsumme prüfsummen digest
licence license lizenz lizenzen
amount betrag
quantity qty menge
deviation abweichung abweichungen discrepancy discrepancies difference differences unterschied unterschiede
list liste listing
spring frühjahr frühling
summer sommer
autumn herbst fall
north nord norden
south süd süden
east osten
west westen
page seite seiten
picture bild bilder photo foto fotos
search suche suchen such gesucht
daily täglich tägliche täglichen
weekly wöchentlich wöchentliche
monthly monatlich monatliche
nightly nächtlich nächtliche
yearly annual jährlich jährliche
temporary temp tmp temporär temporäre
convert converted conversion umgewandelt konvertiert umwandlung
calculate calculated calculation compute computed computation recalculate recalculated recompute berechnen berechnet berechnung
round rounded rounding gerundet runden
mount mounted mounting einhängen eingehängt
unmount unmounted umount ausgehängt
resize resized resizing
transfer transferred transferring übertragen übertragung transmit transmitted transmission
redirect redirected redirection umleitung umgeleitet weiterleitung weitergeleitet
approve approved approval genehmigt genehmigung
release released releasing freigabe freigegeben
register registered registration registriert registrierung
reserve reserved reservation reserviert reservierung
refresh refreshed renew renewed renewal erneuert erneuerung
rotate rotated rotation
retry retried retries wiederholt wiederholung
wait waiting waited wartet warten gewartet
resolve resolved resolution resolving aufgelöst auflösung
adopt adopted übernommen übernehmen übernahme
currency währung
balancer lastverteiler loadbalancer
device gerät geräte
temperature temperatur
colour color farbe
language sprache
title titel
book buch bücher
reader leser
shelf regal
comment kommentar
form formular
field feld felder
image images abbild
character zeichen
average mean durchschnitt mittelwert
maximum max
minimum min
week woche wochen
month monat monate
year jahr jahre
hour stunde stunden
threshold schwelle schwellwert
capacity kapazität
usage utilization utilisation auslastung verbrauch
interface schnittstelle
fingerprint fingerabdruck
factor faktor
mfa 2fa
role rolle
group gruppe
policy richtlinie
rule regel regeln
contract vertrag
coupon voucher gutschein
receipt beleg quittung
category kategorie
warehouse lagerhaus
supplier lieferant
employee mitarbeiter staff
administrator admin
guest gast
document dokument
attachment anhang
class klasse
parameter param argument
default standard vorgabe vorgabewert
node knoten
instance instanz
record datensatz datensätze
batch stapel
alert alarm alarme
incident vorfall
team mannschaft
shop geschäft
till register kasse
source quelle
area fläche
circle kreis
perimeter umfang circumference
rectangle rechteck
unclear ungeklärt unclarified
integrity integrität
scan scanned scanning
sector sektor sektoren
notice hinweis
manual manuell
automatic automatisch automatische automatically
partial teilweise
ssh sshd
http httpd
smart smartd
cron crond
phone telefon telefonnummer
block blocked blocking ban banned geblockt blockiert
drive laufwerk
channel kanal
reset zurücksetzen zurückgesetzt
attack angriff
merchant händler
fee gebühr
driver treiber
appointment termin termine
reminder mahnung erinnerung
deadline frist
department abteilung
salary gehalt lohn
space room platz raum
free frei freier freies freie freien
full voll
repair repaired fix fixed reparieren repariert behoben
collect collected gather gathered gesammelt
compare compared comparison vergleich verglichen
count counted zählen gezählt zählung
assign assigned assignment zugewiesen zuweisung
attach attached angehängt
submit submitted eingereicht
shrink shrunk shrinks verkleinert
replace replaced replacement ersetzt ersetzen ausgetauscht
throughput durchsatz
weight gewicht
height höhe
width breite
sample stichprobe
measure measured measurement messung gemessen
review reviewed begutachtet
draft entwurf
offer angebot
complaint reklamation beschwerde
return returned retoure rücksendung
bill billed billing abgerechnet abrechnung
owner besitzer eigentümer
visitor besucher
member mitglied
course kurs
letter brief
accounting buchhaltung bookkeeping
`;
