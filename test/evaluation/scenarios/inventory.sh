# A stock service in Node: validation, SQLite, an upstream that is down; logs as key=value.
cat > inv.mjs <<'T'
import { DatabaseSync } from 'node:sqlite';
import http from 'node:http';
const log = (level, msg, f = {}) => console.log(`ts=${new Date().toISOString()} level=${level} component=inventory msg="${msg}"${Object.entries(f).map(([k, v]) => ` ${k}=${JSON.stringify(v)}`).join('')}`);
const db = new DatabaseSync('inv.db'); db.exec('create table item(sku text primary key, n int check (n >= 0))');
log('info', 'schema created'); db.exec("insert into item values ('A-100', 5), ('B-200', 0)"); log('info', 'seed data inserted', { rows: 2 });
const reserve = (sku, n) => { try { const r = db.prepare('update item set n = n - ? where sku = ?').run(n, sku); if (r.changes === 0) log('warn', 'reservation refused, sku unknown', { sku }); else log('info', 'reservation confirmed', { sku, n }); } catch (e) { log('error', 'reservation failed', { sku, n, error: e.message }); } };
reserve('A-100', 2); reserve('B-200', 1); reserve('C-300', 1); reserve('A-100', 9);
log('info', 'cache warm-up completed', { entries: 2, errors: 0 });
await fetch(`http://127.0.0.1:${process.argv[2]}/prices`).catch((e) => log('error', 'price feed unreachable', { cause: e.cause?.code }));
log('warn', 'falling back to yesterday prices'); log('info', 'stocktake postponed', { reason: 'outside of business hours' }); log('info', 'supplier sync skipped', { supplier: 'Initech', reason: 'no changes' }); log('info', 'supplier sync done', { supplier: 'Acme', changed: 14 });
try { db.exec('drop table reservations'); } catch (e) { log('error', 'migration 7 aborted', { error: e.message }); }
log('info', 'migration 6 applied'); try { JSON.parse('{"rules":'); } catch (e) { log('error', 'discount rules could not be parsed', { file: 'rules.json', error: e.message }); }
const s = http.createServer((q, r) => r.end()); await new Promise((d) => s.listen(0, '127.0.0.1', d)); log('info', 'api listening'); s.close(() => log('info', 'api closed'));
setTimeout(() => log('error', 'webhook delivery timed out', { target: 'erp', after: '50ms' }), 50); log('debug', 'metrics flushed', { points: 120 }); log('info', 'label printer offline, 3 labels queued'); log('info', 'audit trail written', { entries: 6 });
T
node --no-warnings inv.mjs $PORT_B
