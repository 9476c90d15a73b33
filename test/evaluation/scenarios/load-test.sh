# A load test in Node against a small HTTP service: scenarios, thresholds with measured figures, a soak phase of repeated lines.
cat > svc.mjs <<'T'
import http from 'node:http';
let n = 0;
http.createServer((req, res) => {
  n += 1; const path = new URL(req.url, 'http://x').pathname;
  if (path === '/quote') return void setTimeout(() => res.end('1.2'), 3);
  if (path === '/convert') { if (n % 5 === 0) { res.statusCode = 500; return void res.end('boom'); } return void res.end('ok'); }
  if (path === '/history') return void setTimeout(() => res.end('[]'), 220);
  if (path === '/limits') { if (n % 2) { res.statusCode = 429; res.setHeader('retry-after', '1'); } return void res.end('x'); }
  if (path === '/export') return;
  res.end('hi');
}).listen(Number(process.argv[2]), '127.0.0.1');
T
cat > load.mjs <<'T'
const base = `http://127.0.0.1:${process.argv[2]}`; const out = (s) => console.log(s); const t = () => new Date().toISOString().slice(11, 23);
out(`loadrun 0.9 plan=fx-api.yaml target=${base} virtual-users=8`);
let breached = 0; let met = 0;
async function scenario(name, path, count) {
  const times = []; const codes = {}; let timeouts = 0; let left = count;
  await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) { const b = performance.now(); try { const r = await fetch(base + path, { signal: AbortSignal.timeout(600) }); await r.text(); codes[r.status] = (codes[r.status] ?? 0) + 1; } catch { timeouts += 1; } times.push(performance.now() - b); } }));
  times.sort((a, b) => a - b); const p95 = times[Math.floor(times.length * 0.95)]; const bad = Object.entries(codes).filter(([c]) => c >= 500).reduce((s, [, x]) => s + x, 0);
  out(`${t()} scenario ${name}: ${count} requests, p95=${p95.toFixed(1)}ms, errors=${bad}, timeouts=${timeouts}, codes=${JSON.stringify(codes)}`);
  return { p95, errorRate: bad / count, timeouts, codes };
}
const threshold = (name, ok, shown) => { if (ok) met += 1; else breached += 1; out(`${t()} ${ok ? 'threshold met     ' : 'threshold BREACHED'} ${name} (${shown})`); };
const home = await scenario('home', '/', 400); const quote = await scenario('quote', '/quote', 300); const convert = await scenario('convert', '/convert', 200); const history = await scenario('history', '/history', 48); const limits = await scenario('limits', '/limits', 60); const exp = await scenario('export', '/export', 8);
out(`${t()} scenario websocket: skipped, plan disables it`); out(`${t()} scenario upload: skipped (tag nightly not selected)`);
threshold('home p95 < 200 ms', home.p95 < 200, `${home.p95.toFixed(1)} ms`); threshold('quote p95 < 200 ms', quote.p95 < 200, `${quote.p95.toFixed(1)} ms`); threshold('history p95 < 200 ms', history.p95 < 200, `${history.p95.toFixed(1)} ms`);
threshold('convert error rate < 1 %', convert.errorRate < 0.01, `${(convert.errorRate * 100).toFixed(1)} %`); threshold('home error rate < 1 %', home.errorRate < 0.01, `${(home.errorRate * 100).toFixed(1)} %`);
threshold('export has no timeouts', exp.timeouts === 0, `${exp.timeouts} timeouts`); threshold('quote has no timeouts', quote.timeouts === 0, `${quote.timeouts} timeouts`); threshold('limits answers 429 when throttled', (limits.codes[429] ?? 0) > 0, `${limits.codes[429] ?? 0} answers`);
for (let i = 1; i <= 300; i += 1) { const r = await fetch(base + '/'); await r.text(); out(`${t()} soak ${i}/300 status=${r.status} heap=stable`); if (i === 144) out(`${t()} soak warning: connection reset once, reconnected`); }
out(`${t()} soak finished: 300 requests, 0 errors`);
out(`${t()} baseline comparison with run 51: quote p95 within 10 %`);
try { await fetch(`http://127.0.0.1:${process.argv[3]}/metrics`, { method: 'POST' }); } catch { out(`${t()} error: results not pushed to metrics server, connection refused`); }
out(`${t()} html report saved as out/fx-api-52.html`);
out(`run 52 ${breached ? 'FAILED' : 'passed'}: ${met} thresholds met, ${breached} breached`);
process.exit(breached ? 99 : 0);
T
node svc.mjs $PORT_A & s=$!; sleep 0.6; node load.mjs $PORT_A $PORT_B; echo "exit code $?"; kill $s
