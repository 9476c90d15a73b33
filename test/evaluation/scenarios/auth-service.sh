# A sign-in service in Node that logs JSON; a client talks to it over HTTP.
cat > auth.mjs <<'T'
import http from 'node:http';
import { scryptSync, randomBytes } from 'node:crypto';
let pid = 4711;
const log = (level, msg, fields = {}) => console.log(JSON.stringify({ level, time: new Date().toISOString(), service: 'auth', pid, msg, ...fields }));
const salt = 'fixed'; const hash = (p) => scryptSync(p, salt, 16).toString('hex');
const users = { alice: { hash: hash('wonder'), tries: 0 }, bob: { hash: hash('builder'), tries: 0 }, carol: { hash: hash('song'), tries: 0, disabled: true } };
const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://x'); const user = url.searchParams.get('user'); const ip = url.searchParams.get('ip');
  const end = (status) => { log('info', 'request finished', { method: req.method, path: url.pathname, statusCode: status }); res.writeHead(status).end(); };
  if (url.pathname === '/login') {
    const u = users[user];
    if (u === undefined) { log('warn', 'login rejected: unknown user', { user, ip }); return end(401); }
    if (u.disabled) { log('warn', 'login denied, account is disabled', { user, ip }); return end(403); }
    if (u.tries >= 3) { log('error', 'account locked after too many failed logins', { user, ip }); return end(423); }
    if (hash(url.searchParams.get('pw')) !== u.hash) { u.tries += 1; log('warn', 'login failed: wrong password', { user, ip, attempt: u.tries }); return end(401); }
    u.tries = 0; log('info', 'login succeeded', { user, ip, session: randomBytes(4).toString('hex') }); return end(200);
  }
  if (url.pathname === '/token') { log('info', 'token refreshed', { user }); return end(200); }
  if (url.pathname === '/reset') { log('error', 'password reset mail could not be sent', { user, error: 'connect ECONNREFUSED 127.0.0.1:25' }); return end(502); }
  if (url.pathname === '/mfa') { log('info', 'second factor skipped for trusted device', { user }); return end(204); }
  end(404);
});
server.listen(Number(process.argv[2]), '127.0.0.1', async () => {
  log('info', 'service started', { port: Number(process.argv[2]), errors: 0 });
  log('info', 'user directory loaded', { users: 3 });
  const get = (p) => fetch(`http://127.0.0.1:${process.argv[2]}${p}`).then((r) => r.status);
  await get('/login?user=alice&pw=bad&ip=10.1.0.5'); await get('/login?user=alice&pw=wonder&ip=10.1.0.5'); await get('/token?user=alice');
  for (let i = 0; i < 4; i += 1) await get(`/login?user=bob&pw=x${i}&ip=203.0.113.9`);
  await get('/login?user=carol&pw=song&ip=10.1.0.8'); await get('/login?user=mallory&pw=a&ip=203.0.113.9'); await get('/reset?user=bob'); await get('/mfa?user=alice'); await get('/nowhere');
  log('warn', 'certificate expires soon', { days: 6 });
  server.close(() => log('info', 'service stopped', { openSessions: 1 }));
  server.closeAllConnections();
});
T
node auth.mjs $PORT_A
