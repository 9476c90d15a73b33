# Two rollouts of a Fastify service by a small deployer, both logging JSON with pino: probes, smoke requests, a rollback, a drain.
cat > catalog.mjs <<'T'
import { createRequire } from 'node:module';
const need = createRequire(`${process.env.SOURCE_ROOT}/package.json`);
const fastify = need('fastify');
const { VERSION, INSTANCE, PORT, SEARCH_URL } = process.env;
const app = fastify({ logger: { base: { app: 'catalog', version: VERSION, instance: INSTANCE }, timestamp: () => `,"time":"${new Date().toISOString()}"`, formatters: { level: (level) => ({ level }) } } });
if (SEARCH_URL === undefined) { app.log.fatal({ setting: 'SEARCH_URL' }, 'required setting is missing, giving up'); process.exit(1); }
const products = new Map([[1, 'lamp'], [2, 'desk'], [3, 'chair']]);
app.get('/ready', () => ({ ready: true }));
app.get('/products', () => [...products.values()]);
app.get('/products/:id', (request, reply) => { const name = products.get(Number(request.params.id)); return name === undefined ? reply.code(404).send({ error: 'no such product' }) : { name }; });
app.post('/products', (request, reply) => { if (request.headers.authorization !== 'Bearer demo') { request.log.warn('write without a valid token refused'); return reply.code(401).send({ error: 'sign in first' }); } products.set(products.size + 1, request.body.name); request.log.info({ product: request.body.name }, 'product stored'); return reply.code(201).send({}); });
app.get('/price/:id', (request) => { const prices = VERSION === '2.8.0' ? undefined : { 1: 1900 }; return { cents: prices[request.params.id] }; });
app.get('/suggest', (request, reply) => { if (VERSION === '2.8.1') request.log.warn({ upstream: 'search' }, 'upstream answered slowly, serving cached suggestions'); return reply.send([]); });
process.on('SIGTERM', async () => { app.log.info('SIGTERM received, draining'); await app.close(); app.log.info({ open: 0 }, 'drained, all connections closed'); });
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
T
cat > deploy.mjs <<'T'
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
const pino = createRequire(`${process.env.SOURCE_ROOT}/package.json`)('pino');
const log = pino({ base: { app: 'deployer' }, timestamp: () => `,"time":"${new Date().toISOString()}"`, formatters: { level: (level) => ({ level }) } });
const { PORT_A, PORT_B, PORT_C } = process.env;
const start = (version, instance, port, more) => spawn(process.execPath, ['catalog.mjs'], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, VERSION: version, INSTANCE: instance, PORT: port, ...more } });
async function probe(instance, port) { for (let attempt = 1; attempt <= 25; attempt++) { try { const { status } = await fetch(`http://127.0.0.1:${port}/ready`); log.info({ instance, status }, 'readiness probe succeeded'); return true; } catch { await pause(200); } } log.error({ instance }, 'readiness probe gave up'); return false; }
async function smoke(port, name, path, want, init) { const { status } = await fetch(`http://127.0.0.1:${port}${path}`, init); if (status === want) log.info({ smoke: name, status }, 'smoke request as expected'); else log.error({ smoke: name, status, want }, 'smoke request unexpected'); return status === want; }
log.info({ deployment: 'dpl-310', version: '2.8.0', environment: 'production' }, 'deployment started');
const blue = start('2.8.0', 'catalog-blue', PORT_A, { SEARCH_URL: 'http://search.internal' });
const green = start('2.8.0', 'catalog-green', PORT_B, {});
const [code] = await once(green, 'exit'); log.error({ instance: 'catalog-green', code }, 'instance exited before it was ready');
await probe('catalog-blue', PORT_A);
await smoke(PORT_A, 'list products', '/products', 200);
await smoke(PORT_A, 'price of product 1', '/price/1', 200);
log.error({ deployment: 'dpl-310', reason: 'smoke requests and instances not healthy' }, 'deployment aborted');
log.warn({ deployment: 'dpl-310', to: '2.7.3' }, 'rolled back to previous version');
blue.kill('SIGTERM'); await once(blue, 'exit');
log.info({ deployment: 'dpl-311', version: '2.8.1', environment: 'production' }, 'deployment started');
const set = { SEARCH_URL: 'http://search.internal' };
const a = start('2.8.1', 'catalog-blue', PORT_A, set); await probe('catalog-blue', PORT_A);
const b = start('2.8.1', 'catalog-green', PORT_B, set); await probe('catalog-green', PORT_B);
const json = { 'content-type': 'application/json' };
await smoke(PORT_A, 'price of product 1', '/price/1', 200);
await smoke(PORT_A, 'unknown product', '/products/77', 404);
await smoke(PORT_A, 'create without token', '/products', 401, { method: 'POST', headers: json, body: '{"name":"sofa"}' });
await smoke(PORT_A, 'create with token', '/products', 201, { method: 'POST', headers: { ...json, authorization: 'Bearer demo' }, body: '{"name":"shelf"}' });
await smoke(PORT_B, 'malformed body', '/products', 400, { method: 'POST', headers: json, body: '{"name":' });
await smoke(PORT_B, 'suggestions', '/suggest', 200);
for (const percent of [5, 25, 100]) log.info({ deployment: 'dpl-311', percent }, 'traffic shifted');
log.info({ flag: 'new-basket', share: 10 }, 'feature flag switched on');
log.info({ step: 'cdn purge' }, 'step skipped, no CDN in this environment');
log.info({ step: 'canary analysis' }, 'step not executed: disabled for hotfixes');
try { await fetch(`http://127.0.0.1:${PORT_C}/hooks/chat`, { method: 'POST' }); } catch (error) { log.error({ target: 'chat', cause: error.cause.code }, 'release announcement was not delivered'); }
log.info({ deployment: 'dpl-311', version: '2.8.1', instances: 2 }, 'deployment finished');
a.kill('SIGTERM'); b.kill('SIGTERM'); await Promise.all([once(a, 'exit'), once(b, 'exit')]);
log.info({ sessions: 0 }, 'deployer done');
T
node deploy.mjs
