/** Twelve incidents in the shop of the demo. Each begins with an event that is its cause; what always goes wrong goes on beside it. */
import type { DemoEvent } from '../../../tools/demo/demo-event.ts';
import { createRandom, type Random } from '../../../tools/demo/random.ts';

export interface ShopIncident {
  readonly name: string;
  /** What somebody has noticed, as a query. */
  readonly symptom: string;
  /** The events that prove the cause, and no others. */
  readonly cause: RegExp;
  /** A field whose value is the cause, where no line says it. */
  readonly field?: string;
  /** The events of a second that begins so long after the incident. */
  readonly events: (random: Random, second: number, at: number) => readonly DemoEvent[];
}

type Parts = Partial<DemoEvent> & Pick<DemoEvent, 'index' | 'source' | 'event'>;

function at(timestamp: number, parts: Parts): DemoEvent {
  return { level: 'error', timestamp, attributes: {}, ...parts };
}

/** Once, in the second when it begins. */
function once(second: number, make: () => DemoEvent): readonly DemoEvent[] {
  return second === 0 ? [make()] : [];
}

function failedRequest(random: Random, time: number, method: string, path: string, status: number) {
  const ip = `10.${random.integer(0, 3)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
  return at(time + 500, {
    index: 'web',
    source: 'gateway',
    event: `${ip} "${method} ${path} HTTP/2" ${status} 512 ${random.integer(20, 900)}ms "okhttp/5.1"`,
    attributes: { method, path, status, client_ip: ip },
  });
}

function worker(time: number, job: string, event: string, host = 'wrk-1'): DemoEvent {
  return at(time + 300, {
    index: 'app',
    source: 'worker',
    event,
    attributes: { service: 'worker', job, host },
  });
}

function inventory(time: number, event: string, level: DemoEvent['level'] = 'error'): DemoEvent {
  return at(time + 200, {
    index: 'app',
    source: 'inventory',
    level,
    event,
    attributes: { service: 'inventory', host: 'inv-2' },
  });
}

/** The release of payments is the story of the demo itself: its traffic tells it. */
export const RELEASE: ShopIncident = {
  name: 'a release leaks connections',
  symptom: 'index=web path=/checkout status=502',
  cause: /deployment of payments 2\.14\.0 started/,
  events: () => [],
};

const INJECTED: readonly ShopIncident[] = [
  {
    name: 'a certificate expires',
    symptom: 'index=web path=/products status=503',
    cause: /x509: certificate has expired/,
    events: (random, second, time) => [
      at(time, {
        index: 'infra',
        source: 'kubernetes',
        event: `mesh: x509: certificate has expired: subject inventory.shop.svc, serial ${random.hex(8)}`,
        attributes: { namespace: 'shop', reason: 'TLSHandshake' },
      }),
      ...(second % 2 === 0 ? [failedRequest(random, time, 'GET', '/products', 503)] : []),
    ],
  },
  {
    name: 'a disk is full',
    symptom: 'index=web path=/account status=500',
    cause: /No space left on device/,
    events: (random, _second, time) => [
      at(time, {
        index: 'infra',
        source: 'postgres',
        level: 'fatal',
        event: `ERROR:  could not extend file "base/16384/${random.integer(10_000, 99_999)}": No space left on device`,
        attributes: { host: 'db-1', database: 'accounts' },
      }),
      failedRequest(random, time, 'GET', '/account', 500),
    ],
  },
  {
    name: 'a pod runs out of memory',
    symptom: 'index=web path=/search status=502',
    cause: /OOMKilled/,
    events: (random, second, time) => [
      ...(second % 60 === 0
        ? [
            at(time, {
              index: 'infra',
              source: 'kubernetes',
              level: 'warn',
              event: `Container inventory in pod inventory-${random.hex(9)} terminated: OOMKilled, limit 512Mi`,
              attributes: { namespace: 'shop', kind: 'Pod', reason: 'OOMKilled' },
            }),
          ]
        : []),
      inventory(time, `upstream search connect error: connection refused, attempt ${second % 5}`),
      failedRequest(random, time, 'GET', '/search', 502),
    ],
  },
  {
    name: 'a flag makes searches slow',
    symptom: 'index=app source=inventory "ranking took"',
    cause: /flag semantic-ranking set to on/,
    events: (random, second, time) => [
      ...once(second, () =>
        at(time, {
          index: 'deploy',
          source: 'flags',
          level: 'info',
          event: 'flag semantic-ranking set to on for 100% by mara',
          attributes: { service: 'inventory', environment: 'production' },
        }),
      ),
      inventory(time, `op=search ranking took=${random.integer(4_000, 9_000)}ms slow=true`, 'warn'),
    ],
  },
  {
    name: 'names are not resolved',
    symptom: 'index=web path=/cart status=500',
    cause: /coredns: configuration reloaded/,
    events: (random, second, time) => [
      ...once(second, () =>
        at(time, {
          index: 'infra',
          source: 'kubernetes',
          level: 'info',
          event: 'coredns: configuration reloaded, zone shop.internal removed',
          attributes: { namespace: 'kube-system', reason: 'Reload' },
        }),
      ),
      inventory(time, 'getaddrinfo ENOTFOUND stock.shop.internal'),
      failedRequest(random, time, 'POST', '/cart', 500),
    ],
  },
  {
    name: 'one address guesses passwords',
    symptom: 'index=security "account locked"',
    cause: /from 198\.51\.100\.77 /,
    field: 'src_ip',
    events: (random, second, time) => [
      ...Array.from({ length: 4 }, (_, place) =>
        at(time + place, {
          index: 'security',
          source: 'sshd',
          level: 'warn',
          event: `Failed password for invalid user admin from 198.51.100.77 port ${random.integer(30_000, 60_000)} ssh2`,
          attributes: { host: 'bastion-1', user: 'admin', src_ip: '198.51.100.77' },
        }),
      ),
      ...(second % 12 === 0
        ? [
            at(time + 500, {
              index: 'security',
              source: 'sshd',
              event: 'account locked: admin after 20 failures',
              attributes: { host: 'bastion-1', user: 'admin' },
            }),
          ]
        : []),
    ],
  },
  {
    name: 'the acquirer limits requests',
    symptom: 'index=web path=/checkout status=503',
    cause: /acquirer answered 429/,
    events: (random, _second, time) => [
      at(time, {
        index: 'app',
        source: 'payments',
        level: 'warn',
        event: `acquirer answered 429 too many requests, quota 600 per minute, order=ord-${random.integer(400_000, 499_999)}`,
        attributes: { service: 'payments', host: 'pay-2' },
      }),
      failedRequest(random, time, 'POST', '/checkout', 503),
    ],
  },
  {
    name: 'the clock of one host is wrong',
    symptom: 'index=app source=worker "token not yet valid"',
    cause: /ntp: no server reachable, offset/,
    events: (random, second, time) => [
      ...(second % 30 === 0
        ? [
            at(time, {
              index: 'infra',
              source: 'chronyd',
              level: 'warn',
              event: `ntp: no server reachable, offset ${random.integer(300, 400)}.${random.integer(0, 9)} s`,
              attributes: { host: 'wrk-2' },
            }),
          ]
        : []),
      worker(time, 'price-import', 'job price-import failed: token not yet valid', 'wrk-2'),
    ],
  },
  {
    name: 'a migration locks a table',
    symptom: 'index=web path=/checkout status=504',
    cause: /ALTER TABLE orders/,
    events: (random, second, time) => [
      ...once(second, () =>
        at(time, {
          index: 'infra',
          source: 'postgres',
          level: 'info',
          event:
            'LOG:  statement: ALTER TABLE orders ADD COLUMN coupon text NOT NULL, user migrations',
          attributes: { host: 'db-1', database: 'shop' },
        }),
      ),
      at(time + 100, {
        index: 'infra',
        source: 'postgres',
        level: 'warn',
        event: `LOG:  process ${random.integer(2_000, 9_000)} still waiting for RowExclusiveLock on relation orders after 5000 ms`,
        attributes: { host: 'db-1', database: 'shop' },
      }),
      failedRequest(random, time, 'POST', '/checkout', 504),
    ],
  },
  {
    name: 'a crawler takes the capacity',
    symptom: 'index=web path=/search status=429',
    cause: /^192\.0\.2\.15 /,
    field: 'client_ip',
    events: (random, _second, time) =>
      Array.from({ length: 5 }, (_, place) =>
        at(time + place * 100, {
          index: 'web',
          source: 'gateway',
          level: 'warn',
          event: `192.0.2.15 "GET /search HTTP/2" 429 90 ${random.integer(1, 9)}ms "python-requests/2.32"`,
          attributes: { method: 'GET', path: '/search', status: 429, client_ip: '192.0.2.15' },
        }),
      ),
  },
  {
    name: 'a rotated secret is not taken over',
    symptom: 'index=app job=invoice-mails level=error "535"',
    cause: /secret smtp-relay rotated/,
    events: (_random, second, time) => [
      ...once(second, () =>
        at(time, {
          index: 'deploy',
          source: 'vault',
          level: 'info',
          event: 'secret smtp-relay rotated by pipeline, version 12 is current',
          attributes: { environment: 'production' },
        }),
      ),
      ...(second % 3 === 0
        ? [worker(time, 'invoice-mails', 'job invoice-mails failed: 535 authentication failed')]
        : []),
    ],
  },
];

export const SHOP_INCIDENTS: readonly ShopIncident[] = [...INJECTED, RELEASE];

export function incidentEvents(incident: ShopIncident, began: number, time: number): DemoEvent[] {
  const second = Math.floor((time - began) / 1_000);
  return [...incident.events(createRandom(second + 1), second, time)];
}
