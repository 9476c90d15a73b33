/** One visit to the shop, as its services log it: each in its own way, all with the same trace. */
import type { DemoEvent } from './demo-event.ts';
import type { Shop } from './incident.ts';
import type { Random } from './random.ts';

const PATHS = ['/', '/products', '/search', '/cart', '/checkout', '/account'] as const;
const AGENTS = [
  'Mozilla/5.0 Firefox/142',
  'Mozilla/5.0 Chrome/151',
  'okhttp/5.1',
  'curl/8.14',
] as const;
const REGIONS = ['eu-central-1', 'eu-west-1', 'eu-north-1'] as const;

interface Visit {
  readonly at: number;
  readonly random: Random;
  readonly trace: string;
  readonly user: string;
  readonly order: string;
  readonly shop: Shop;
}

export function visitEvents(random: Random, shop: Shop, at: number): DemoEvent[] {
  const visit = {
    at,
    random,
    shop,
    trace: random.hex(32),
    user: `u-${random.integer(1_000, 1_420)}`,
    order: `ord-${random.integer(400_000, 499_999)}`,
  };
  const path = random.pick(PATHS);
  if (path === '/checkout') return checkout(visit);
  const latency = random.latency(28);
  const isMissing = random.chance(0.012);
  const events = [gateway(visit, 'GET', path, isMissing ? 404 : 200, latency)];
  if (path === '/search' || path === '/products') events.unshift(catalogue(visit, path, latency));
  return events;
}

function gateway(
  { at, random, trace, user }: Visit,
  method: string,
  path: string,
  status: number,
  latency: number,
): DemoEvent {
  const ip = `10.${random.integer(0, 3)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
  const bytes = random.integer(300, 24_000);
  return {
    timestamp: at + latency,
    index: 'web',
    level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
    source: 'gateway',
    event: `${ip} "${method} ${path} HTTP/2" ${status} ${bytes} ${latency}ms "${random.pick(AGENTS)}"`,
    attributes: {
      method,
      path,
      status,
      bytes,
      duration_ms: latency,
      client_ip: ip,
      trace_id: trace,
      user_id: user,
      region: random.pick(REGIONS),
    },
  };
}

/** Logs in key=value form. */
function catalogue({ at, random, trace }: Visit, path: string, latency: number): DemoEvent {
  const hits = random.integer(0, 240);
  const isSlow = latency > 70;
  const operation = path === '/search' ? 'search' : 'list';
  return {
    timestamp: at + 2,
    index: 'app',
    level: isSlow ? 'warn' : 'debug',
    source: 'inventory',
    event: `op=${operation} hits=${hits} cache=${random.chance(0.7) ? 'hit' : 'miss'} took=${latency - 1}ms${isSlow ? ' slow=true' : ''}`,
    attributes: {
      service: 'inventory',
      trace_id: trace,
      hits,
      host: `inv-${random.integer(1, 3)}`,
    },
  };
}

function checkout(visit: Visit): DemoEvent[] {
  const { at, random, shop, order } = visit;
  const amount = random.integer(900, 42_000);
  const isLost = random.chance(shop.poolLost * 0.92);
  const isDeclined = !isLost && random.chance(0.04);
  const latency = isLost ? 5_000 + random.latency(20) : random.latency(140);
  const began = checkoutEvent(visit, at + 3, 'info', 'checkout started', {
    order_id: order,
    amount,
  });
  const paid = isLost ? lostPayment(visit, latency) : payment(visit, amount, isDeclined, latency);
  const end = isLost
    ? checkoutEvent(visit, at + latency, 'error', 'payment call timed out after 5000 ms', {
        order_id: order,
        error_code: 'PAYMENT_TIMEOUT',
      })
    : checkoutEvent(
        visit,
        at + latency,
        isDeclined ? 'warn' : 'info',
        isDeclined ? 'payment declined' : 'order placed',
        {
          order_id: order,
          amount,
        },
      );
  const status = isLost ? 502 : isDeclined ? 402 : 201;
  return [began, ...paid, end, gateway(visit, 'POST', '/checkout', status, latency + 4)];
}

/** Logs JSON, and the platform keeps its fields. */
function checkoutEvent(
  { trace, user, random }: Visit,
  timestamp: number,
  level: DemoEvent['level'],
  message: string,
  fields: Readonly<Record<string, string | number>>,
): DemoEvent {
  return {
    timestamp,
    index: 'app',
    level,
    source: 'checkout',
    event: JSON.stringify({ msg: message, trace_id: trace, user_id: user, ...fields }),
    attributes: {
      service: 'checkout',
      trace_id: trace,
      user_id: user,
      host: `chk-${random.integer(1, 4)}`,
      ...fields,
    },
  };
}

function payment(visit: Visit, amount: number, isDeclined: boolean, latency: number): DemoEvent[] {
  const text = isDeclined
    ? `authorization declined code=51 order=${visit.order} card=****${visit.random.integer(1_000, 9_999)}`
    : `captured ${(amount / 100).toFixed(2)} EUR order=${visit.order} in ${latency - 12} ms`;
  return [paymentsEvent(visit, visit.at + latency - 6, isDeclined ? 'warn' : 'info', text)];
}

function lostPayment(visit: Visit, latency: number): DemoEvent[] {
  const { random, at, order } = visit;
  const waiting = random.integer(40, 220);
  const exhausted = `connection pool exhausted: 0 of 40 free, ${waiting} waiting, order=${order}`;
  const trace =
    `java.sql.SQLTransientConnectionException: payments-pool - Connection is not available, request timed out after 5000ms\n` +
    `\tat com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)\n` +
    `\tat shop.payments.Ledger.reserve(Ledger.java:118)\n` +
    `\tat shop.payments.CaptureService.capture(CaptureService.java:57)`;
  return [
    paymentsEvent(visit, at + 40, 'warn', exhausted),
    paymentsEvent(visit, at + latency - 8, 'error', trace),
  ];
}

/** Logs plain lines, and stack traces over several of them. */
function paymentsEvent(
  { trace, shop, random }: Visit,
  timestamp: number,
  level: DemoEvent['level'],
  text: string,
): DemoEvent {
  return {
    timestamp,
    index: 'app',
    level,
    source: 'payments',
    event: text,
    attributes: {
      service: 'payments',
      version: shop.paymentsVersion,
      trace_id: trace,
      host: `pay-${random.integer(1, 4)}`,
      thread: `exec-${random.integer(1, 40)}`,
    },
  };
}
