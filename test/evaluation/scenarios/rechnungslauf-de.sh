# Der Abrechnungslauf eines Versorgers in Python, auf Deutsch: Rechnungen, Lastschriften, Mahnungen, Versand.
cat > lauf.py <<'T'
import sqlite3, logging, sys, csv, io, os, zipfile, hashlib, re, urllib.request
from decimal import Decimal
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(asctime)s %(levelname)-7s abrechnung.%(name)s - %(message)s', datefmt='%Y-%m-%d %H:%M:%S')
logging.addLevelName(20, 'INFO'); logging.addLevelName(30, 'WARNUNG'); logging.addLevelName(40, 'FEHLER')
L = logging.getLogger; db = sqlite3.connect(':memory:')
L('start').info('Abrechnungslauf 2026-03 gestartet, Mandant Stadtwerke Ost')
db.execute('create table zaehler(nr integer primary key, kunde text, alt int, neu int)')
db.executemany('insert into zaehler values (?,?,?,?)', [(7000 + i, f'K{200 + i}', i * 10, i * 10 + (i * 17) % 90 if i != 44 else 12) for i in range(150)])
L('import').info('150 Zählerstände eingelesen')
betrag = {}
for nr, kunde, alt, neu in db.execute('select * from zaehler').fetchall():
    if neu < alt: L('pruefung').error('Zähler %d: Stand kleiner als im Vorjahr, Rechnung für %s nicht erstellt', nr, kunde); continue
    if neu == alt: L('pruefung').info('Zähler %d: kein Verbrauch, Rechnung ausgelassen', nr); continue
    betrag[kunde] = Decimal(neu - alt) * Decimal('0.31'); L('rechnung').info('Rechnung R-%d für %s erstellt: %s EUR', nr, kunde, betrag[kunde])
L('rechnung').info('%d Rechnungen erstellt, 1 Fehler', len(betrag))
iban = {'K201': 'DE89370400440532013000', 'K202': 'DE00370400440532013000', 'K203': 'DE89370400440532013000'}
for k, v in iban.items():
    d = v[4:] + '1314' + v[2:4]
    (L('lastschrift').info('Lastschrift für %s vorgemerkt', k) if int(d) % 97 == 1 else L('lastschrift').error('Lastschrift für %s abgewiesen: IBAN ungültig', k))
try: db.execute('insert into zaehler values (7003, "x", 1, 2)')
except sqlite3.IntegrityError as e: L('import').warning('Nachlieferung Zähler 7003 verworfen: bereits vorhanden')
try: urllib.request.urlopen(f'http://127.0.0.1:{sys.argv[1]}/', timeout=1)
except OSError: L('bank').error('Übergabe der Datei SEPA-0331.xml an die Bank gescheitert: Verbindung abgelehnt')
for v in (1, 2, 3):
    L('druck').warning('Druckzentrum nicht bereit, Versuch %d von 3', v)
L('druck').info('Druckauftrag D-88 nach 3 Versuchen angenommen')
with zipfile.ZipFile('archiv.zip', 'w') as z:
    for k, v in betrag.items(): z.writestr(f'{k}.txt', str(v))
L('archiv').info('Archiv archiv.zip geschrieben (%d Dateien)', len(zipfile.ZipFile('archiv.zip').namelist()))
open('kaputt.zip', 'wb').write(open('archiv.zip', 'rb').read()[:500])
try: zipfile.ZipFile('kaputt.zip')
except zipfile.BadZipFile: L('archiv').error('Zweitkopie kaputt.zip ist nicht lesbar')
for m in ('anna.k@example.org', 'kein-at-zeichen', 'otto@example.org'):
    (L('mail').info('E-Mail an %s übergeben', m) if re.fullmatch(r'[^@\s]+@[^@\s]+\.\w+', m) else L('mail').error('E-Mail an %s nicht versendet: Adresse ungültig', m))
L('mahnung').info('Mahnlauf entfällt, Stichtag nicht erreicht')
L('portal').info('Kundenportal: %d Dokumente bereitgestellt', len(betrag))
L('meldung').info('Meldung an die Netzagentur übersprungen (nur im Januar)')
try: os.rename('/nirgends/log', 'x')
except OSError: L('ende').error('Protokoll konnte nicht verschoben werden')
L('ende').warning('Abrechnungslauf 2026-03 mit Fehlern beendet')
sys.exit(2)
T
python3 lauf.py $PORT_B; echo "lauf.py Rückgabewert $?"
