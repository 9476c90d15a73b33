import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../test/support/limits.ts';
import { PLANS } from '../spec/plans.ts';
import { RATES, type RateName } from '../spec/rates.ts';
import { publicUrlFor } from './config.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './load-config.ts';
import { NODE_ROLES, VARIABLES } from './variables.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7.example' };

test('an empty environment gives the embedded engines and the numbers of the specification', () => {
  const config = loadConfig({}, place);

  assert.deepEqual(config.http, {
    host: '127.0.0.1',
    port: 4_000,
    otlpPort: 4_318,
    publicUrl: undefined,
    isCookieSecure: false,
    trustedProxies: [],
    webRoot: undefined,
  });
  assert.equal(config.data, '/srv/xplain/data');
  assert.equal(config.nodeId, 'node-7.example');
  assert.deepEqual(config.roles, NODE_ROLES);
  assert.deepEqual(config.store, { kind: 'embedded', directory: '/srv/xplain/data/store' });
  assert.deepEqual(config.queue, { kind: 'lmdb', directory: '/srv/xplain/data/queue' });
  assert.deepEqual(config.metadata, { kind: 'sqlite', file: '/srv/xplain/data/metadata.sqlite' });
  assert.deepEqual(config.counters, { kind: 'memory' });
  assert.equal(config.mail.kind, 'outbox');
  assert.deepEqual(config.secret, { kind: 'kept', file: '/srv/xplain/data/secret' });
  assert.deepEqual(config.breachCheck, { kind: 'list' });
  assert.deepEqual(config.limits, LIMITS);
  assert.deepEqual(config.plans, PLANS);
  assert.equal(config.aiVendor, 'vendor');
  assert.equal(config.admin, undefined);
  assert.deepEqual(config.warnings, []);
});

test('every row of the rate table has its variable, with the default of the specification', () => {
  const { rates } = loadConfig({}, place);
  for (const [name, { perMinute }] of Object.entries(RATES)) {
    assert.equal(rates[name as RateName], perMinute);
    assert.ok(Object.hasOwn(VARIABLES, `XPLAIN_RATE_${name.toUpperCase()}`), name);
  }
  assert.equal(loadConfig({ XPLAIN_RATE_INGEST: '0' }, place).rates.ingest, 0);
});

test('what organizations may call beside public addresses is networks and names, apart', () => {
  const text = '10.1.0.0/16, 192.168.1.7,fd00::/8, Hooks.Internal';

  assert.deepEqual(loadConfig({}, place).outbound, { networks: [], hosts: [] });
  assert.deepEqual(loadConfig({ XPLAIN_OUTBOUND_ALLOW: text }, place).outbound, {
    networks: ['10.1.0.0/16', '192.168.1.7', 'fd00::/8'],
    hosts: ['hooks.internal'],
  });
  const ends = '10.0.0.1/32,0.0.0.0/0,fd00::1/128,10.0.0.0/08';
  assert.deepEqual(loadConfig({ XPLAIN_OUTBOUND_ALLOW: ends }, place).outbound.networks, [
    '10.0.0.1/32',
    '0.0.0.0/0',
    'fd00::1/128',
    '10.0.0.0/08',
  ]);
  for (const wrong of [
    ',',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0',
    'https://hooks.internal',
    'hooks.internal:8080',
    '*.internal',
    'a b',
    'user@host',
  ]) {
    assert.throws(() => loadConfig({ XPLAIN_OUTBOUND_ALLOW: wrong }, place), ConfigError, wrong);
  }
});

test('an address of a service chooses the distributed engine', () => {
  const config = loadConfig(
    {
      XPLAIN_CLICKHOUSE_URL: 'https://xplain:pw@ch.example:8443',
      XPLAIN_CLICKHOUSE_CLUSTER: 'logs',
      XPLAIN_NATS_URL: 'nats://a.example:4222, tls://b.example:4222',
      XPLAIN_DATABASE_URL: 'postgres:///xplain?host=/var/run/postgresql',
      XPLAIN_REDIS_URL: 'rediss://:pw@redis.example:6380/2',
      XPLAIN_SMTP_URL: 'smtp://u:p@mail.example:587',
      XPLAIN_MAIL_FROM: 'Logs <logs@example.com>',
      XPLAIN_SECRET: 's'.repeat(32),
      XPLAIN_ROLES: 'scheduler, api',
    },
    place,
  );

  assert.deepEqual(config.store, {
    kind: 'clickhouse',
    url: 'https://xplain:pw@ch.example:8443',
    cluster: 'logs',
  });
  assert.deepEqual(config.queue, {
    kind: 'nats',
    servers: ['nats://a.example:4222', 'tls://b.example:4222'],
    replicas: 1,
  });
  assert.equal(config.metadata.kind, 'postgres');
  assert.deepEqual(config.counters, { kind: 'redis', url: 'rediss://:pw@redis.example:6380/2' });
  assert.deepEqual(config.mail, {
    kind: 'smtp',
    url: 'smtp://u:p@mail.example:587',
    from: 'Logs <logs@example.com>',
  });
  assert.deepEqual(config.secret, { kind: 'given', value: 's'.repeat(32) });
  assert.deepEqual(config.roles, ['api', 'scheduler']);
  assert.deepEqual(config.warnings, []);
});

test('the configuration cannot be changed, at any depth', () => {
  const config = loadConfig({ XPLAIN_LIMITS: '{"query":{"slotsPerNode":20}}' }, place);
  assert.equal(firstUnfrozen(config, 'config'), undefined);
});

function firstUnfrozen(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.isFrozen(value)) return path;
  const inner = Object.entries(value).map(([name, part]) => firstUnfrozen(part, `${path}.${name}`));
  return inner.find((found) => found !== undefined);
}

test('every problem is listed at once, with the name, what is wrong and what is expected', () => {
  const problems = problemsOf({
    XPLAIN_PORT: '12.5',
    XPLAIN_PROT: '4000',
    XPLAIN_ROLES: 'api,writr',
    XPLAIN_HOST: '300.1.1.1',
    XPLAIN_ZZZ: 'x',
    XPLAIN_REDIS_URL: 'http://:geheim@redis',
    XPLAIN_SECRET: 'zu-kurz',
    XPLAIN_TRUSTED_PROXIES: '10.0.0.0/33',
  });

  assert.deepEqual(problems, [
    'XPLAIN_PROT (environment): unknown variable. Did you mean XPLAIN_PORT?',
    'XPLAIN_ZZZ (environment): unknown variable',
    'XPLAIN_HOST (environment): "300.1.1.1" is invalid; expected an IP address or a host name, without a port',
    'XPLAIN_PORT (environment): "12.5" is invalid; expected an integer from 0 to 65535',
    'XPLAIN_TRUSTED_PROXIES (environment): "10.0.0.0/33" is invalid; expected IP addresses or networks such as 10.0.0.0/8, separated by commas',
    'XPLAIN_ROLES (environment): "api,writr" is invalid; expected one or more of api, writer, scheduler, separated by commas',
    'XPLAIN_REDIS_URL (environment): the value is invalid; expected a URL that starts with redis:// or rediss://',
    'XPLAIN_SECRET (environment): the value is invalid; expected at least 32 characters without leading or trailing spaces',
  ]);
});

test('an empty text counts as not set', () => {
  const config = loadConfig({ XPLAIN_PORT: '', XPLAIN_NATS_URL: '' }, place);
  assert.equal(config.http.port, 4_000);
  assert.equal(config.queue.kind, 'lmdb');
  assert.equal(config.origins.XPLAIN_PORT, 'default');
});

test('whole numbers are taken literally, and both ends of their range hold', () => {
  assert.equal(loadConfig({ XPLAIN_PORT: '65535' }, place).http.port, 65_535);
  assert.equal(loadConfig({ XPLAIN_PORT: '0' }, place).http.port, 0);
  for (const text of ['65536', '-1', '1e3', '0x10', ' 80', 'true', '80 ', '+80']) {
    assert.equal(problemsOf({ XPLAIN_PORT: text }).length, 1, text);
  }
});

test('variables that need each other are checked together', () => {
  assert.match(
    problemsOf({ XPLAIN_ADMIN_EMAIL: 'a@example.com' }).join(),
    /XPLAIN_ADMIN_PASSWORD: required/,
  );
  assert.match(
    problemsOf({ XPLAIN_GITHUB_CLIENT_SECRET: 'x' }).join(),
    /XPLAIN_GITHUB_CLIENT_ID: required/,
  );
  assert.match(
    problemsOf({ XPLAIN_CLICKHOUSE_CLUSTER: 'logs' }).join(),
    /XPLAIN_CLICKHOUSE_URL: required/,
  );
  assert.match(
    problemsOf({ XPLAIN_BREACH_CHECK: 'folder' }).join(),
    /XPLAIN_BREACH_FOLDER: required/,
  );
  const previous = 's'.repeat(32);
  assert.match(
    problemsOf({ XPLAIN_SECRET_PREVIOUS: previous }).join(),
    /XPLAIN_SECRET: required when XPLAIN_SECRET_PREVIOUS is set/,
  );
  assert.match(
    problemsOf({ XPLAIN_SECRET: previous, XPLAIN_SECRET_PREVIOUS: previous }).join(),
    /XPLAIN_SECRET_PREVIOUS: same value as XPLAIN_SECRET; remove it/,
  );
  assert.match(
    problemsOf({ XPLAIN_PORT: '4318' }).join(),
    /XPLAIN_OTLP_PORT: 4318 is already the value of XPLAIN_PORT/,
  );
  assert.deepEqual(problemsOf({ XPLAIN_PORT: '0', XPLAIN_OTLP_PORT: '0' }), []);
});

test('production wants https, except on the machine itself, and its cookies are secure', () => {
  const production = { XPLAIN_ENV: 'production' };
  const plain = { ...production, XPLAIN_PUBLIC_URL: 'http://logs.example.com' };
  const local = { ...production, XPLAIN_PUBLIC_URL: 'http://127.0.0.1:4000' };

  assert.match(problemsOf(plain).join(), /XPLAIN_PUBLIC_URL: expected https/);
  assert.equal(loadConfig(local, place).http.isCookieSecure, true);
  assert.equal(loadConfig(production, place).warnings.length, 1);
  assert.equal(
    loadConfig({ XPLAIN_PUBLIC_URL: 'https://logs.example.com' }, place).http.isCookieSecure,
    true,
  );
});

test('the public address is what was set, or what was bound', () => {
  const url = (environment: Record<string, string>) =>
    publicUrlFor(loadConfig(environment, place).http, 41_234);

  assert.equal(url({ XPLAIN_PUBLIC_URL: 'https://Logs.Example.com/' }), 'https://logs.example.com');
  assert.equal(url({}), 'http://127.0.0.1:41234');
  assert.equal(url({ XPLAIN_HOST: '0.0.0.0' }), 'http://localhost:41234');
  assert.equal(url({ XPLAIN_HOST: '::1' }), 'http://[::1]:41234');
  assert.equal(problemsOf({ XPLAIN_PUBLIC_URL: 'https://example.com/logs' }).length, 1);
});

test('single limits and plan values are replaced, the rest stays', () => {
  const config = loadConfig(
    {
      XPLAIN_LIMITS: '{"ingest":{"queueEventsMax":5000,"queueWarnRatio":0.5}}',
      XPLAIN_PLANS:
        '{"free":{"dailyBytes":null,"resources":{"indexes":3},"overage":"hold"},"pro":{"monthlyCredits":0}}',
    },
    place,
  );

  assert.deepEqual(config.limits, {
    ...LIMITS,
    ingest: { ...LIMITS.ingest, queueEventsMax: 5_000, queueWarnRatio: 0.5 },
  });
  assert.equal(config.plans.free.resources.indexes, 3);
  assert.equal(config.plans.free.resources.members, PLANS.free.resources.members);
  assert.equal(config.plans.free.dailyBytes, null);
  assert.equal(config.plans.free.overage, 'hold');
  assert.equal(config.plans.pro.monthlyCredits, 0);
  assert.equal(LIMITS.ingest.queueEventsMax, 100_000);
});

test('a wrong limit or plan value is named by its path', () => {
  const text = `{
    "ingest": { "queueEventMax": 1, "queueEventsMax": "5", "queueWarnRatio": 2, "batchEventsMax": 0 },
    "query": 7,
    "__proto__": { "x": 1 }
  }`;

  assert.deepEqual(problemsOf({ XPLAIN_LIMITS: text }), [
    'XPLAIN_LIMITS (environment): __proto__: unknown name',
    'XPLAIN_LIMITS (environment): ingest.queueEventMax: unknown name. Did you mean ingest.queueEventsMax?',
    'XPLAIN_LIMITS (environment): ingest.batchEventsMax: expected an integer of 1 or greater',
    'XPLAIN_LIMITS (environment): ingest.queueEventsMax: expected an integer of 1 or greater',
    'XPLAIN_LIMITS (environment): ingest.queueWarnRatio: expected a number over 0 and up to 1',
    'XPLAIN_LIMITS (environment): query: expected an object with the values to replace',
  ]);
  assert.deepEqual(problemsOf({ XPLAIN_LIMITS: '{"ingest":{"batchEventsMax":10}}' }), [
    'XPLAIN_LIMITS (environment): ingest.batchEventsMin (100) is greater than ingest.batchEventsMax (10)',
  ]);
  const taken = '{"ingest":{"queueWarnRatio":1,"batchEventsMin":7,"batchEventsMax":7}}';
  assert.deepEqual(problemsOf({ XPLAIN_LIMITS: taken }), []);
  for (const wrong of ['0', '-0.1', '1.01', '"0.5"', 'null', 'true']) {
    assert.deepEqual(
      problemsOf({ XPLAIN_LIMITS: `{"ingest":{"queueWarnRatio":${wrong}}}` }),
      ['XPLAIN_LIMITS (environment): ingest.queueWarnRatio: expected a number over 0 and up to 1'],
      wrong,
    );
  }
  for (const wrong of ['1.5', '-1', '9007199254740992', 'null', '{}', '[7]']) {
    assert.deepEqual(
      problemsOf({ XPLAIN_LIMITS: `{"ingest":{"queueEventsMax":${wrong}}}` }),
      ['XPLAIN_LIMITS (environment): ingest.queueEventsMax: expected an integer of 1 or greater'],
      wrong,
    );
  }
  assert.match(problemsOf({ XPLAIN_LIMITS: '[1]' }).join(), /is not a JSON object/);
  assert.match(problemsOf({ XPLAIN_LIMITS: '{' }).join(), /is not a JSON object/);
  assert.match(problemsOf({ XPLAIN_PLANS: '{"fre":{}}' }).join(), /Did you mean free/);
  assert.match(
    problemsOf({ XPLAIN_PLANS: '{"free":{"overage":"x"}}' }).join(),
    /one of pause_until_next_day, hold/,
  );
  assert.match(
    problemsOf({ XPLAIN_PLANS: '{"free":{"dailyBytes":-1}}' }).join(),
    /free\.dailyBytes: expected an integer of 0 or greater, or null/,
  );
});

test('a .env file is read, and the real environment wins over it', async (t) => {
  const directory = await folderWith(t, 'XPLAIN_PORT=5000\nXPLAIN_HOST="0.0.0.0"\nOTHER=1\n');
  const config = loadConfig({ XPLAIN_PORT: '6000' }, { ...place, directory });

  assert.equal(config.http.port, 6_000);
  assert.equal(config.http.host, '0.0.0.0');
  assert.equal(config.origins.XPLAIN_PORT, 'environment');
  assert.equal(config.origins.XPLAIN_HOST, '.env');
  assert.equal(config.origins.XPLAIN_DATA, 'default');
  assert.equal(config.data, join(directory, 'data'));
});

test('problems of the .env file stand beside those of the environment', async (t) => {
  const directory = await folderWith(t, 'XPLAIN_PROT=1\nXPLAIN_OTLP_PORT=x\nnonsense\n');
  assert.deepEqual(
    problemsOf({ XPLAIN_HOST: '?' }, directory).map((line) => line.split(':')[0]),
    ['.env', 'XPLAIN_PROT (.env)', 'XPLAIN_HOST (environment)', 'XPLAIN_OTLP_PORT (.env)'],
  );
});

test('a .env that cannot be read stops the start', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-config-'));
  t.after(() => removeFolder(directory));
  assert.deepEqual(problemsOf({}, join(directory)), []);

  await writeFile(join(directory, 'file'), '');
  assert.deepEqual(problemsOf({}, join(directory, 'file')), [
    '.env: the file cannot be read (ENOTDIR)',
  ]);
});

test('what is set but would surprise is told as a warning', () => {
  const warnings = (environment: Record<string, string>) =>
    loadConfig(environment, place).warnings.join();

  assert.match(warnings({ XPLAIN_DATABASE_URL: 'postgres://db/x' }), /XPLAIN_SECRET is not set/);
  assert.match(warnings({ XPLAIN_ROLES: 'api' }), /leaves out writer/);
  assert.match(warnings({ XPLAIN_BACKUP_TO: 'copies' }), /print it with `xplain backup key`/);
  assert.match(warnings({ XPLAIN_TRUSTED_PROXIES: '0.0.0.0/0' }), /trusts every address/);
  const reached = { XPLAIN_HOST: '0.0.0.0' };
  assert.match(
    warnings(reached),
    /XPLAIN_HOST is 0\.0\.0\.0 in development.*XPLAIN_SIGN_UP is open/,
  );
  assert.doesNotMatch(warnings({ ...reached, XPLAIN_SIGN_UP: 'invited' }), /XPLAIN_SIGN_UP/);
  const production = { ...reached, XPLAIN_ENV: 'production' };
  assert.doesNotMatch(warnings(production), /in development/);
  for (const host of ['127.0.0.1', '::1', 'localhost']) {
    assert.equal(warnings({ XPLAIN_HOST: host }), '');
  }
});

test('backups go to a folder or a bucket, and only where one machine holds everything', () => {
  const folder = { XPLAIN_BACKUP_TO: 'copies' };
  assert.deepEqual(loadConfig(folder, place).backup, {
    to: { kind: 'folder', folder: join(place.directory, 'copies') },
    key: { kind: 'kept', file: join(place.directory, 'data/backup-key') },
  });
  const bucket = { XPLAIN_BACKUP_TO: 's3://key:secret@s3.example.com/bucket' };
  assert.equal(loadConfig(bucket, place).backup?.to.kind, 'bucket');
  assert.equal(loadConfig({}, place).backup, undefined);
  const refused = {
    XPLAIN_CLICKHOUSE_URL: 'http://clickhouse:8123/x',
    XPLAIN_NATS_URL: 'nats://nats:4222',
    XPLAIN_DATABASE_URL: 'postgres://db/x',
    XPLAIN_EMBEDDED_STORE: 'clickhouse',
    XPLAIN_ROLES: 'api,writer',
    XPLAIN_BACKUP_KEY: 'too short',
  };
  for (const [name, value] of Object.entries(refused)) {
    assert.equal(problemsOf({ ...folder, [name]: value }).length, 1, name);
  }
});

function problemsOf(environment: Record<string, string>, directory = place.directory) {
  try {
    loadConfig(environment, { ...place, directory });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
    return error.problems;
  }
}

async function folderWith(t: TestContext, envFile: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-config-'));
  t.after(() => removeFolder(directory));
  await writeFile(join(directory, '.env'), envFile);
  return directory;
}
