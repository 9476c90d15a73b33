# A worker that charges orders over HTTP and books them in SQLite, logging with pino; the gateway declines, stalls and recovers.
cat > gateway.mjs <<'T'
import http from 'node:http';
const seen = new Map();
http.createServer((req, res) => {
  let body = '';
  req.on('data', (c) => (body += c)).on('end', () => {
    const { order, amount } = JSON.parse(body || '{}');
    const n = (seen.get(order) ?? 0) + 1; seen.set(order, n);
    const reply = (code, value) => { res.writeHead(code, { 'content-type': 'application/json' }); res.end(JSON.stringify(value)); };
    if (order === 5013) return reply(402, { error: 'card_declined' });
    if (order === 5021) return;
    if (order === 5034 && n < 4) return reply(503, { error: 'try later' });
    if (order === 5047) return reply(200, { id: 'ch_' + order, amount: amount + 1 });
    reply(200, { id: 'ch_' + order, amount });
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
T
cat > worker.mjs <<'T'
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { writeFileSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const pino = createRequire(process.env.SOURCE_ROOT + '/package.json')('pino');
const log = pino({ name: 'orders-worker', base: { pid: 4127, hostname: 'orders-7d9f', name: 'orders-worker' } });
const [port, deadPort] = process.argv.slice(2);
const db = new DatabaseSync('orders.db');
log.info({ version: '3.8.2', node: process.version }, 'worker starting');
db.exec('create table ledger(order_id integer primary key, charge text not null, amount integer check(amount < 90000))');
log.info({ table: 'ledger' }, 'schema ready');
mkdirSync('invoices');
try { await fetch(`http://127.0.0.1:${deadPort}/exchange-rates`); } catch (err) { log.warn({ code: err.cause?.code, service: 'fx-rates' }, 'exchange rates unavailable, using rates of yesterday'); }
log.info({ flag: 'loyalty-points', enabled: false }, 'feature flag read');
log.info({ flag: 'partial-refunds', enabled: true }, 'feature flag read');
const stats = { charged: 0, declined: 0, timedOut: 0, retried: 0, skipped: 0 };
async function charge(order, amount) {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    try {
      const res = await fetch(`http://127.0.0.1:${port}/charges`, { method: 'POST', body: JSON.stringify({ order, amount }), signal: AbortSignal.timeout(250) });
      const body = await res.json();
      if (res.status === 503) { stats.retried += 1; log.warn({ order, attempt, status: 503 }, 'gateway busy, will retry'); await sleep(20); continue; }
      if (res.status === 402) { stats.declined += 1; log.error({ order, reason: body.error }, 'charge declined'); return; }
      if (body.amount !== amount) { log.error({ order, asked: amount, charged: body.amount }, 'amount mismatch, order parked for review'); return; }
      return body.id;
    } catch (err) { stats.timedOut += 1; log.error({ order, attempt, err: err.name }, 'gateway did not answer within 250 ms'); return; }
  }
}
for (let order = 5001; order <= 5060; order += 1) {
  const amount = order === 5055 ? 95000 : 1000 + ((order * 37) % 800);
  log.info({ order, amount }, 'order received');
  if (order === 5008) { stats.skipped += 1; log.info({ order, customer: 'qa-robot' }, 'test order, charge skipped'); continue; }
  const id = await charge(order, amount);
  if (id === undefined) continue;
  try { db.prepare('insert into ledger values (?, ?, ?)').run(order, id, amount); } catch (err) { log.error({ order, err: err.message }, 'booking in ledger failed, charge will be refunded'); log.info({ order, charge: id }, 'refund requested'); continue; }
  stats.charged += 1;
  log.info({ order, charge: id, amount }, 'order charged');
  const file = order === 5029 ? `invoices/2026/03/inv-${order}.txt` : `invoices/inv-${order}.txt`;
  try { writeFileSync(file, `order ${order}: ${amount}\n`); log.info({ order, file }, 'invoice written'); } catch (err) { log.error({ order, code: err.code, file }, 'invoice could not be written'); }
  if (order % 6 === 0) { log.debug({ order }, 'tick'); log.info({ queue: 'orders', lag: 60 - (order - 5000), rss: process.memoryUsage().rss > 0 ? 'ok' : 'high' }, 'heartbeat'); }
}
const sum = db.prepare('select count(*) n, sum(amount) s from ledger').get();
log.info({ booked: sum.n, total: sum.s }, 'ledger balanced with gateway report');
log.info(stats, 'batch complete');
log.info({ job: 'loyalty-points' }, 'loyalty points not credited: feature is switched off');
try { await fetch(`http://127.0.0.1:${deadPort}/hooks/erp`, { method: 'POST', body: '{}' }); } catch (err) { log.error({ target: 'erp', code: err.cause?.code }, 'webhook delivery failed, giving up'); }
try { const res = await fetch(`http://127.0.0.1:${port}/hooks/warehouse`, { method: 'POST', body: '{}' }); log.info({ target: 'warehouse', status: res.status }, 'webhook delivered'); } catch (err) { log.error({ target: 'warehouse', code: err.cause?.code }, 'webhook delivery failed'); }
process.on('SIGTERM', () => { log.info({ signal: 'SIGTERM' }, 'shutting down'); db.close(); log.info('database closed'); log.info({ inFlight: 0 }, 'worker stopped'); process.exit(0); });
process.kill(process.pid, 'SIGTERM');
await sleep(1000);
T
node gateway.mjs $PORT_A & g=$!
sleep 0.6; node --no-warnings worker.mjs $PORT_A $PORT_B; kill $g
