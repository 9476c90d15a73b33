import type { LogRecord } from '../../../src/base/record.ts';
import { DAY_MS } from '../../../src/spec/units.ts';
import { logRecord } from '../log-records.ts';
import { seededRandom } from '../seeded-random.ts';
import type { SeededRandom } from '../seeded-random.ts';

/**
 * Events of a web shop over one day: twenty services on two hundred hosts, a third of a kilobyte each as
 * JSON, every one with a trace of its own. The same seed makes the same events.
 */
export function* logCorpus(events: number, seed: number, endMs: number): Generator<LogRecord> {
  const random = seededRandom(seed);
  for (let i = 0; i < events; i++) {
    const timestamp = endMs - DAY_MS + Math.floor(((i + 0.5) / events) * DAY_MS);
    const [source, services] = random.pick(SOURCES);
    const service = random.pick(services);
    const level = random.pick(LEVELS);
    const latency = Math.floor(2 + 40 / (random.integer(1, 1000) / 1000) ** 0.7);
    const status = level === 'error' ? random.pick(FAILURES) : random.pick(SUCCESSES);
    const trace = hex(random, 32);
    const user = `u${String(random.integer(0, random.integer(1, 50_000))).padStart(5, '0')}`;
    const facts: Facts = { random, service, latency, status, trace, user };
    yield logRecord({
      timestamp,
      receivedAt: endMs,
      level,
      source,
      body: (level === 'error' ? random.pick(ERROR_TEXTS) : random.pick(TEXTS))(facts),
      attributes: [
        ['service', service],
        ['host', `${service}-${random.integer(1, 10)}.dc${random.integer(1, 3)}`],
        ...(random.chance(0.7) ? [['user_id', user] as const] : []),
        ['trace_id', trace],
        ...(random.chance(0.6) ? [['status', status] as const] : []),
        ...(random.chance(0.7) ? [['latency_ms', String(latency)] as const] : []),
      ],
    });
  }
}

interface Facts {
  readonly random: SeededRandom;
  readonly service: string;
  readonly latency: number;
  readonly status: string;
  readonly trace: string;
  readonly user: string;
}

const SOURCES: readonly [Source, ...Source[]] = [
  ['web', ['storefront', 'gateway', 'images', 'sitemap']],
  ['shop', ['basket', 'orders', 'prices', 'stock', 'coupons', 'reviews', 'wishlist']],
  ['back', ['ledger', 'parcels', 'returns', 'mailer', 'reports']],
  ['base', ['login', 'sessions', 'queue', 'cron']],
];

type Source = readonly [source: string, services: readonly [string, ...string[]]];
const LEVELS = [
  'info',
  'info',
  'info',
  'info',
  'info',
  'info',
  'debug',
  'debug',
  'warn',
  'error',
] as const;
const SUCCESSES = ['200', '200', '200', '201', '204', '304', '404'] as const;
const FAILURES = ['500', '502', '503', '504'] as const;
const BROWSERS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'python-requests/2.32',
  'okhttp/4.12.0',
] as const;

const address = (r: SeededRandom): string =>
  `${r.integer(11, 200)}.${r.integer(0, 255)}.${r.integer(0, 255)}.${r.integer(1, 254)}`;
const order = (r: SeededRandom): number => r.integer(100_000, 999_999);

const TEXTS = [
  ({ random: r, status, latency }) =>
    `${address(r)} - - "GET /api/items/${r.integer(1, 9_000)}?page=${r.integer(1, 200)} HTTP/1.1" ${status} ${r.integer(0, 60_000)} "https://shop.example/" "${r.pick(BROWSERS)}" rt=${latency / 1000}`,
  ({ random: r, status, latency }) =>
    `${address(r)} - - "POST /api/orders/${order(r)}/lines HTTP/1.1" ${status} ${r.integer(0, 9_000)} "https://shop.example/basket" "${r.pick(BROWSERS)}" rt=${latency / 1000}`,
  ({ random: r, status, latency, trace }) =>
    `{"msg":"request handled","route":"/api/orders/:id","order":${order(r)},"status":${status},"ms":${latency},"trace":"${trace}"}`,
  ({ random: r, latency }) =>
    `payment authorised for order ${order(r)} amount=${r.integer(100, 90_000) / 100} currency=EUR took ${latency}ms`,
  ({ random: r, user }) =>
    `user ${user} put product ${r.integer(1_000, 9_999)} into the basket quantity=${r.integer(1, 5)}`,
  ({ random: r, trace }) =>
    `cache hit key=product:${r.integer(1_000, 9_999)} ttl=${r.integer(0, 3_600)}s trace_id=${trace}`,
  ({ random: r, latency }) =>
    `SELECT id, sku, price FROM products WHERE category = ${r.integer(1, 500)} ORDER BY rank LIMIT 50 -- ${latency}ms`,
  ({ random: r, service, latency }) =>
    `[worker-${r.integer(1, 64)}] ${service}.Consumer - committed offset ${r.integer(1_000_000, 9_999_999)} of partition ${r.integer(0, 23)} in ${latency} ms`,
] as const satisfies readonly ((facts: Facts) => string)[];

const ERROR_TEXTS = [
  ({ random: r }) =>
    `connect() failed (111: Connection refused) while connecting to upstream, client: ${address(r)}, request: "GET /api/items/${r.integer(1, 9_000)} HTTP/1.1", upstream: "http://${address(r)}:8080"`,
  ({ random: r, status, trace }) =>
    `failed to charge card for order ${order(r)}: provider returned ${status}, retry ${r.integer(1, 3)} of 3, trace_id=${trace}`,
  ({ random: r, service }) =>
    `unexpected failure in ${service}\njava.lang.IllegalStateException: order ${order(r)} is closed\n\tat shop.${service}.Handler.handle(Handler.java:${r.integer(1, 800)})\n\tat java.base/java.lang.Thread.run(Thread.java:1583)`,
] as const satisfies readonly ((facts: Facts) => string)[];

function hex(random: SeededRandom, length: number): string {
  let text = '';
  while (text.length < length) text += random.integer(0, 0xffff).toString(16).padStart(4, '0');
  return text;
}
