# A product import in Node with worker threads; JSON lines with level, message and timestamp as winston writes them.
cat > make.mjs <<'T'
import { writeFileSync } from 'node:fs';
const shop = (name, n, bad) => writeFileSync(`${name}.csv`, ['sku,price,stock', ...Array.from({ length: n }, (_, i) => bad(i) ?? `${name.toUpperCase()}-${1000 + i},${(i * 7) % 90 + 1}.50,${i % 13}`)].join('\n'));
shop('garden', 240, (i) => (i === 57 ? 'GARDEN-1057,free,3' : i === 111 ? 'GARDEN-1111,12.50' : undefined));
shop('kitchen', 180, () => undefined);
shop('toys', 60, (i) => (i % 2 ? `TOYS-${1000 + i},-4.00,1` : undefined));
writeFileSync('music.csv', Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x00]));
writeFileSync('pets.csv', 'sku,price,stock\n');
T
node make.mjs
cat > worker.mjs <<'T'
import { parentPort, workerData } from 'node:worker_threads';
import { readFileSync } from 'node:fs';
const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(`${workerData}.csv`));
const [head, ...lines] = text.split('\n').filter(Boolean);
let good = 0; let bad = 0;
lines.forEach((line, at) => {
  const cells = line.split(','); const price = Number(cells[1]);
  if (cells.length !== head.split(',').length) { bad += 1; parentPort.postMessage(['warn', 'row rejected: wrong number of columns', { file: `${workerData}.csv`, line: at + 2, sku: cells[0] }]); }
  else if (!(price > 0)) { bad += 1; parentPort.postMessage(['warn', Number.isNaN(price) ? 'row rejected: price is not a number' : 'row rejected: price is negative', { file: `${workerData}.csv`, line: at + 2, sku: cells[0] }]); }
  else { good += 1; parentPort.postMessage(['debug', 'product upserted', { sku: cells[0] }]); }
});
parentPort.postMessage(['done', '', { good, bad }]);
T
cat > import.mjs <<'T'
import { Worker } from 'node:worker_threads';
import { existsSync, renameSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
const log = (level, message, meta = {}) => console.log(JSON.stringify({ level, message, ...meta, service: 'catalog-import', timestamp: new Date().toISOString() }));
log('info', 'import run started', { run: 'imp-20931', tenant: 'north' });
mkdirSync('done'); let total = 0;
for (const shop of ['garden', 'kitchen', 'toys', 'music', 'pets', 'books', 'sports']) {
  const file = `${shop}.csv`;
  if (shop === 'sports') { log('info', 'file skipped by configuration', { file }); continue; }
  if (!existsSync(file)) { log('error', 'source file not found', { file }); continue; }
  if (statSync(file).size < 20) { if (shop === 'pets') { log('info', 'file has no rows, nothing to import, skipped', { file }); continue; } }
  const result = await new Promise((done) => {
    const worker = new Worker('./worker.mjs', { workerData: shop });
    worker.on('message', ([level, message, meta]) => (level === 'done' ? done(meta) : log(level, message, meta)));
    worker.on('error', (error) => { log('error', 'worker crashed', { file, error: error.message }); done(undefined); });
  });
  if (result === undefined) continue;
  const share = result.bad / (result.good + result.bad);
  if (share > 0.2) { log('error', 'import rolled back: too many rejected rows', { file, rejected: result.bad, limit: '20%' }); continue; }
  total += result.good; renameSync(file, `done/${file}`);
  log('info', 'file imported', { file, imported: result.good, rejected: result.bad });
}
log('info', 'search index refreshed', { documents: total });
const manifest = createHash('sha256').update(String(total)).digest('hex').slice(0, 12);
writeFileSync('manifest.txt', manifest); log('info', 'manifest written', { manifest });
try { writeFileSync('/proc/export/feed.xml', ''); } catch (error) { log('error', 'price feed export failed', { code: error.code, target: 'feed.xml' }); }
for (let attempt = 1; attempt <= 5; attempt += 1) {
  try { await fetch(`http://127.0.0.1:${process.argv[2]}/purge`); } catch (error) { log('warn', 'CDN purge attempt failed', { attempt, code: error.cause?.code }); }
}
log('error', 'CDN purge abandoned after 5 attempts');
log('info', 'image thumbnails not generated, disabled for tenant north');
log('info', 'import run finished', { run: 'imp-20931', files_ok: 2, files_failed: 3, files_skipped: 2 });
T
node --no-warnings import.mjs $PORT_B
