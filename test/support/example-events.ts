/**
 * A small world in which every example of the language finds something: a shop with a web front, jobs and an
 * audit trail. Small enough to check an answer by eye; nothing in it comes by chance.
 */
import type { LogRecord } from '../../src/base/record.ts';

/** The clock stands at this Saturday noon, UTC. */
export const EXAMPLE_NOW = Date.UTC(2026, 0, 31, 12);

export const EXAMPLE_INDEXES = ['main', 'web', 'jobs', 'audit', '_audit'] as const;

export const EXAMPLE_SAVED_SEARCHES: Readonly<Record<string, string>> = {
  'Failed payments': 'index=web path="/api/v1/orders" status>=500 | table user, status',
};

/** Names in the first line, then the rows. */
export const EXAMPLE_LOOKUPS: Readonly<Record<string, readonly string[]>> = {
  teams: [
    'service,team,contact',
    'checkout,payments,pay@example.com',
    'search,discovery,find@example.com',
    'auth,identity,id@example.com',
  ],
  hosts: [
    'host,region,rack',
    'prod-web-1,eu,r1',
    'prod-web-2,us,r7',
    'test-web,eu,r2',
    'batch-1,eu,r3',
    'batch-1,eu,r4',
    'db-1,eu,r1',
  ],
  services: ['service.name,tier', 'checkout,1', 'search,2', 'auth,1'],
};

type Line = readonly [
  secondsAgo: number,
  index: string,
  level: string,
  source: string,
  body: string,
  fields: string,
];

const WEB_1 = 'host=prod-web-1 region=eu service.name=checkout timeout=1000 user_agent=Firefox';
const WEB_2 = 'host=prod-web-2 region=us service.name=checkout timeout=1000 user_agent=Chrome';
const SEARCH = 'host=test-web service.name=search user_agent=curl';

/** Newest first. Fields are separated by blanks, which no value has. */
const LINES: readonly Line[] = [
  [
    60,
    'web',
    'info',
    'nginx',
    'user=alice took 120ms GET /api/v1/users/42',
    `${WEB_1} method=GET path=/api/v1/users/42 status=200 duration=120 bytes=1500 user=alice user_id=u1 session_id=s1 client_ip=10.0.0.5 http.method=GET http.status=200 trace_id=4bf92f35`,
  ],
  [
    120,
    'web',
    'error',
    'nginx',
    'user=bob took 2400ms POST /api/v1/orders timeout',
    `${WEB_2} method=POST path=/api/v1/orders status=503 duration=2400 bytes=80 user=bob user_id=u2 session_id=s2 client_ip=10.0.0.12 http.method=POST http.status=503 trace_id=9c1e77aa`,
  ],
  [
    180,
    'web',
    'info',
    'nginx',
    'user=alice took 90ms GET /api/v1/orders',
    `${WEB_1} method=GET path=/api/v1/orders status=200 duration=90 bytes=640 user=alice user_id=u1 session_id=s1 client_ip=10.0.0.5 http.method=GET http.status=200`,
  ],
  [
    240,
    'web',
    'warn',
    'nginx',
    'user=carol took 700ms GET /api/v1/users/7',
    `${WEB_2} method=GET path=/api/v1/users/7 status=404 duration=700 bytes=30 user=carol user_id=u3 session_id=s3 client_ip=10.0.0.9 http.method=GET http.status=404`,
  ],
  [
    400,
    'web',
    'info',
    'nginx',
    'took 3ms GET /health',
    `${SEARCH} method=GET path=/health status=200 duration=3 bytes=2`,
  ],
  [
    900,
    'web',
    'error',
    'nginx',
    'user=bob took 5200ms POST /api/v1/orders connection refused, trace 77aa0b1c',
    `${WEB_2} method=POST path=/api/v1/orders status=500 duration=5200 bytes=75 user=bob user_id=u2 session_id=s2 client_ip=10.0.0.12 http.method=POST http.status=500 trace_id=77aa0b1c`,
  ],
  [
    4_000,
    'web',
    'info',
    'nginx',
    'user=alice took 110ms GET /api/v1/users/42',
    `${WEB_1} method=GET path=/api/v1/users/42 status=200 duration=110 bytes=1500 user=alice user_id=u1 session_id=s4 client_ip=10.0.0.5 http.method=GET http.status=200`,
  ],
  [
    7_500,
    'web',
    'warn',
    'nginx',
    'user=carol took 950ms GET /api/v1/orders',
    `${WEB_2} method=GET path=/api/v1/orders status=410 duration=950 bytes=30 user=carol user_id=u3 session_id=s5 client_ip=10.0.0.9 http.method=GET http.status=410`,
  ],
  [
    200,
    'jobs',
    'info',
    'cron',
    'job finished',
    'host=batch-1 job=invoices job_id=j1 state=idle trace_id=9c1e77aa temperature=41',
  ],
  [
    320,
    'jobs',
    'info',
    'cron',
    'job started',
    'host=batch-1 job=invoices job_id=j1 state=running heap=512m',
  ],
  [
    500,
    'jobs',
    'error',
    'cron',
    'job failed: out of memory',
    'host=batch-1 job=reports job_id=j2 state=failed heap=2g temperature=77',
  ],
  [
    560,
    'jobs',
    'info',
    'cron',
    'job started',
    'host=batch-1 job=reports job_id=j2 state=running heap=1g',
  ],
  [3_700, 'jobs', 'info', 'cron', 'job started', 'host=batch-2 job=backup job_id=j3 state=running'],
  [
    150,
    'audit',
    'warn',
    'login',
    'login of bob failed',
    'action=login_failed client_ip=10.0.0.12 ip_address=10.0.0.12 user=bob',
  ],
  [
    700,
    'audit',
    'info',
    'login',
    'login of alice',
    'action=login client_ip=10.0.0.5 ip_address=10.0.0.5 user=alice',
  ],
  [
    30,
    'main',
    'fatal',
    'kernel',
    'out of space on /dev/sda1, see 77aa0b1c',
    'host=db-1 trace_id=77aa0b1c',
  ],
  [90, 'main', 'debug', 'app', 'connection refused by 10.0.0.99', 'host=db-1'],
  [
    100,
    'main',
    'info',
    'app',
    'profile saved',
    'payload={"user":{"name":"alice","roles":["admin","dev"]}} roles=admin,dev tags=blue,green user=alice role=admin',
  ],
  [
    110,
    'main',
    'info',
    'app',
    '{"items":[{"price":5},{"price":7}],"total":12}',
    'card=1234567890123456 user=alice role=dev',
  ],
  [
    130,
    'main',
    'error',
    'mailer',
    'mail to ann@example.com failed',
    'recipients=ann@example.com,bob@example.com host=mail-1 debug.queue=7',
  ],
  [
    140,
    'main',
    'error',
    'mailer',
    'mail to eve@example.com failed',
    'recipients=eve@example.com host=mail-1',
  ],
  [10_000, 'main', 'err', 'legacy', 'Error: errors=3 in db.error', 'host=old-1 service=cart'],
  [100_000, 'main', 'error', 'app', 'yesterday it failed, too', 'host=db-1'],
];

export function exampleEvents(): Partial<LogRecord>[] {
  return LINES.map(([secondsAgo, index, level, source, body, fields]) => ({
    timestamp: EXAMPLE_NOW - secondsAgo * 1_000,
    index,
    level,
    source,
    body,
    attributes: fields.split(' ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  }));
}
