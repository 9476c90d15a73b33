cat > dienst.mjs <<'JS'
import net from 'node:net'; import fs from 'node:fs/promises'; import crypto from 'node:crypto';
let t = 0; const z = () => `2026-02-11 09:${String(Math.floor(t / 60)).padStart(2, '0')}:${String(t++ % 60).padStart(2, '0')}`;
const log = (s, m) => console.log(`${z()} ${s.padEnd(7)} ${m}`);
log('INFO', 'Bestelldienst 5.2 wird gestartet');
log('INFO', 'Konfiguration aus bestell.toml gelesen, 14 Werte');
try { await fs.readFile('rabatte.toml'); } catch (e) { log('FEHLER', `rabatte.toml nicht lesbar: ${e.code}`); }
log('INFO', 'Datenbankverbindung zu lager-db steht nach 35 ms');
await new Promise((ok) => { const s = net.connect(9, '127.0.0.1'); s.on('error', (e) => { log('FEHLER', `Verbindung zu kunden-db abgewiesen: ${e.code}`); ok(); }); s.on('connect', ok); });
for (const [nr, menge, lager] of [['B-501', 2, 10], ['B-502', 40, 8], ['B-503', 1, 8], ['B-504', 0, 8], ['B-505', 3, 7]]) {
  log('INFO', `Bestellung ${nr} eingegangen (Menge ${menge})`);
  if (menge === 0) log('WARNUNG', `Bestellung ${nr} verworfen: Menge ist null`);
  else if (menge > lager) log('FEHLER', `Bestellung ${nr}: Bestand reicht nicht aus (${lager} von ${menge})`);
  else log('INFO', `Bestellung ${nr} bestätigt, Rest im Lager ${lager - menge}`);
}
log('INFO', 'Rechnung R-2201 für Bestellung B-501 als PDF erzeugt');
try { await fs.writeFile('/proc/R-2203.pdf', 'x'); } catch (e) { log('FEHLER', `Rechnung R-2203 konnte nicht abgelegt werden: ${e.code}`); }
log('INFO', 'Versandetikett für B-501 gedruckt');
log('WARNUNG', 'Drucker etikett-2 antwortet nicht, Etikett für B-503 wartet');
log('INFO', 'Newsletter: Versand heute ausgesetzt');
log('INFO', 'Abgleich mit Filiale Nord: 118 Artikel, 0 Abweichungen');
log('WARNUNG', 'Abgleich mit Filiale Süd: 96 Artikel, 7 Abweichungen');
try { crypto.createPrivateKey('kein Schlüssel'); } catch (e) { log('FEHLER', `Signaturschlüssel unbrauchbar: ${e.code}`); }
try { JSON.parse('{"preis": }'); log('INFO', 'Preisliste Frühjahr übernommen'); } catch (e) { log('FEHLER', `Preisliste Frühjahr verworfen: ${e.message}`); }
log('INFO', `Preisliste Sommer übernommen (${JSON.parse('[1,2,3]').length} Einträge)`);
log('INFO', 'Altdaten-Archivierung übersprungen, Frist läuft noch');
log('INFO', 'Zahlungsabgleich beendet: 41 Zahlungen, davon 2 ungeklärt');
log('INFO', 'Kasse 3 meldet Tagesabschluss 1.204,50 EUR');
log('FEHLER', 'Kasse 4 meldet sich nicht, Tagesabschluss fehlt');
log('INFO', 'Bestelldienst fährt herunter');
JS
node dienst.mjs
