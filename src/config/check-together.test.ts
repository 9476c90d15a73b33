import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTogether } from './check-together.ts';
import { ConfigError } from './config-error.ts';
import { readValues } from './read-values.ts';

const NO_FILE = { values: {}, problems: [] };

function found(environment: Readonly<Record<string, string>>) {
  const { values, problems } = readValues(environment, NO_FILE);
  assert.deepEqual(problems, []);
  return checkTogether(values);
}

const LONG = 'a'.repeat(40);
const PUBLIC = { XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'https://logs.example' } as const;
const CLICKHOUSE = { XPLAIN_CLICKHOUSE_URL: 'http://store:8123' } as const;
const BACKUP = { XPLAIN_BACKUP_TO: '/backup', XPLAIN_BACKUP_KEY: LONG } as const;
const both = (missing: string, set: string): string =>
  `${missing}: required when ${set} is set; set both or neither`;
const elsewhere = (name: string): string =>
  `XPLAIN_BACKUP_TO: backs up a single machine and can't be combined with ${name}; see docs/operating/backup.md for clusters`;

type Row = readonly [environment: Readonly<Record<string, string>>, ...reported: readonly string[]];

const PROBLEMS: readonly Row[] = [
  [{}],
  [{ XPLAIN_ADMIN_EMAIL: 'a@b.example' }, both('XPLAIN_ADMIN_PASSWORD', 'XPLAIN_ADMIN_EMAIL')],
  [{ XPLAIN_ADMIN_PASSWORD: LONG }, both('XPLAIN_ADMIN_EMAIL', 'XPLAIN_ADMIN_PASSWORD')],
  [{ XPLAIN_ADMIN_EMAIL: 'a@b.example', XPLAIN_ADMIN_PASSWORD: LONG }],
  [
    { XPLAIN_GOOGLE_CLIENT_ID: 'a' },
    both('XPLAIN_GOOGLE_CLIENT_SECRET', 'XPLAIN_GOOGLE_CLIENT_ID'),
  ],
  [
    { XPLAIN_AI_SECRET_ACCESS_KEY: 'a' },
    both('XPLAIN_AI_ACCESS_KEY_ID', 'XPLAIN_AI_SECRET_ACCESS_KEY'),
  ],
  [
    { XPLAIN_EMBEDDED_STORE: 'duckdb', ...CLICKHOUSE },
    'XPLAIN_EMBEDDED_STORE: has no effect with XPLAIN_CLICKHOUSE_URL; remove one',
  ],
  [{ XPLAIN_EMBEDDED_STORE: 'duckdb' }],
  [
    { XPLAIN_CLICKHOUSE_CLUSTER: 'main' },
    'XPLAIN_CLICKHOUSE_URL: required when XPLAIN_CLICKHOUSE_CLUSTER is set',
  ],
  [{ XPLAIN_CLICKHOUSE_CLUSTER: 'main', ...CLICKHOUSE }],
  [
    { XPLAIN_BREACH_CHECK: 'folder' },
    'XPLAIN_BREACH_FOLDER: required when XPLAIN_BREACH_CHECK is folder',
  ],
  [{ XPLAIN_BREACH_CHECK: 'folder', XPLAIN_BREACH_FOLDER: '/list' }],
  [{ XPLAIN_BREACH_CHECK: 'off' }],
  [{ XPLAIN_SECRET_PREVIOUS: LONG }, 'XPLAIN_SECRET: required when XPLAIN_SECRET_PREVIOUS is set'],
  [
    { XPLAIN_SECRET_PREVIOUS: LONG, XPLAIN_SECRET: LONG },
    'XPLAIN_SECRET_PREVIOUS: same value as XPLAIN_SECRET; remove it',
  ],
  [{ XPLAIN_SECRET_PREVIOUS: LONG, XPLAIN_SECRET: `${LONG}b` }],
  [{ XPLAIN_PORT: '4318' }, 'XPLAIN_OTLP_PORT: 4318 is already the value of XPLAIN_PORT'],
  [
    { XPLAIN_PORT: '5', XPLAIN_OTLP_PORT: '6', XPLAIN_METRICS_PORT: '6' },
    'XPLAIN_METRICS_PORT: 6 is already the value of XPLAIN_OTLP_PORT',
  ],
  [{ XPLAIN_PORT: '0', XPLAIN_OTLP_PORT: '0', XPLAIN_METRICS_PORT: '0' }],
  [
    { XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'http://logs.example' },
    'XPLAIN_PUBLIC_URL: expected https:// when XPLAIN_ENV is production',
  ],
  [{ XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'http://127.0.0.1:4000' }],
  [{ XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'http://[::1]:4000' }],
  [{ XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'http://localhost:4000' }],
  [
    { XPLAIN_ENV: 'production', XPLAIN_PUBLIC_URL: 'http://127.example' },
    'XPLAIN_PUBLIC_URL: expected https:// when XPLAIN_ENV is production',
  ],
  [PUBLIC],
  [{ XPLAIN_ENV: 'development', XPLAIN_PUBLIC_URL: 'http://logs.example' }],
  [{ XPLAIN_ADMIN_EMAIL: 'a@b.example', XPLAIN_ADMIN_PASSWORD: 'a'.repeat(12) }],
  [{ XPLAIN_ADMIN_EMAIL: 'a@b.example', XPLAIN_ADMIN_PASSWORD: 'a'.repeat(256) }],
  [
    { XPLAIN_ADMIN_EMAIL: 'a@b.example', XPLAIN_ADMIN_PASSWORD: 'a'.repeat(257) },
    'XPLAIN_ADMIN_PASSWORD: expected 12 to 256 characters',
  ],
  [BACKUP],
  [{ ...BACKUP, ...CLICKHOUSE }, elsewhere('XPLAIN_CLICKHOUSE_URL')],
  [{ ...BACKUP, XPLAIN_NATS_URL: 'nats://a' }, elsewhere('XPLAIN_NATS_URL')],
  [{ ...BACKUP, XPLAIN_DATABASE_URL: 'postgres://a/b' }, elsewhere('XPLAIN_DATABASE_URL')],
  [
    { ...BACKUP, XPLAIN_EMBEDDED_STORE: 'clickhouse' },
    'XPLAIN_BACKUP_TO: the embedded ClickHouse cannot be copied while it runs; use DuckDB, or a ClickHouse server',
  ],
  [{ ...BACKUP, XPLAIN_EMBEDDED_STORE: 'duckdb' }],
  [
    { ...BACKUP, XPLAIN_ROLES: 'api,writer' },
    'XPLAIN_BACKUP_TO: only allowed on a node with the role scheduler',
  ],
];

for (const [environment, ...reported] of PROBLEMS) {
  test(`the problems of ${JSON.stringify(environment).slice(0, 120)}`, () => {
    assert.deepEqual(found(environment).problems, reported);
  });
}

const OPEN =
  'XPLAIN_SIGN_UP is open: anyone who can reach this node can create an account and an organization; set it to invited or off to prevent this';
const PLAIN =
  'XPLAIN_HOST is 0.0.0.0 in development: this node is reachable from the network, and without https passwords and session cookies can be intercepted; set XPLAIN_ENV=production and an https XPLAIN_PUBLIC_URL';
const NO_MODEL = (name: string): string =>
  `${name} is set, but XPLAIN_AI_PROVIDER is offline: evaluations use the built-in evaluator`;

const WARNINGS: readonly Row[] = [
  [{}],
  [
    { XPLAIN_DATABASE_URL: 'postgres://a/b' },
    'XPLAIN_SECRET is not set: with several nodes on one database, a session would be valid on one of them only',
  ],
  [{ XPLAIN_DATABASE_URL: 'postgres://a/b', XPLAIN_SECRET: LONG }],
  [
    { XPLAIN_ENV: 'production' },
    'XPLAIN_PUBLIC_URL is not set: links in mails will point to this machine',
  ],
  [PUBLIC],
  [
    { XPLAIN_ROLES: 'api' },
    'XPLAIN_ROLES leaves out writer, but the queue is local to this node: accepted events are not stored until a writer runs here',
  ],
  [{ XPLAIN_ROLES: 'api', XPLAIN_NATS_URL: 'nats://a' }],
  [
    { XPLAIN_TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' },
    'XPLAIN_TRUSTED_PROXIES trusts every address: clients can claim any address and bypass limits per address',
  ],
  [{ XPLAIN_TRUSTED_PROXIES: '10.0.0.0/8' }],
  [
    { XPLAIN_BACKUP_TO: '/backup' },
    'XPLAIN_BACKUP_KEY is not set: the backup key is stored next to the data; print it with `xplain backup key` and store it elsewhere',
  ],
  [BACKUP],
  [{ XPLAIN_HOST: '0.0.0.0', XPLAIN_SIGN_UP: 'off' }, PLAIN],
  [{ XPLAIN_HOST: '0.0.0.0', XPLAIN_SIGN_UP: 'open' }, PLAIN, OPEN],
  [{ ...PUBLIC, XPLAIN_HOST: '0.0.0.0', XPLAIN_SIGN_UP: 'open' }, OPEN],
  [{ ...PUBLIC, XPLAIN_HOST: '0.0.0.0', XPLAIN_SIGN_UP: 'open', XPLAIN_ROLES: 'writer' }],
  [{ XPLAIN_HOST: '127.9.9.9', XPLAIN_SIGN_UP: 'open' }],
  [{ XPLAIN_HOST: 'localhost', XPLAIN_SIGN_UP: 'open' }],
  [{ XPLAIN_HOST: '::1', XPLAIN_SIGN_UP: 'open' }],
  [{ XPLAIN_AI_PROVIDER: 'bedrock', XPLAIN_AI_KEY: 'a' }],
  ...(
    [
      ['XPLAIN_AI_REGION', 'eu-central-1'],
      ['XPLAIN_AI_URL', 'http://model:1'],
      ['XPLAIN_AI_COUNTRY', 'FR'],
      ['XPLAIN_AI_KEY', 'a'],
      ['XPLAIN_AI_AWS_PROFILE', 'a'],
      ['XPLAIN_AI_MODEL_HAIKU_4_5', 'a'],
      ['XPLAIN_AI_MODEL_SONNET_4_6', 'a'],
      ['XPLAIN_AI_MODEL_OPUS_4_7', 'a'],
    ] as const
  ).map(([name, value]): Row => [{ [name]: value }, NO_MODEL(name)]),
  [
    { XPLAIN_AI_ACCESS_KEY_ID: 'a', XPLAIN_AI_SECRET_ACCESS_KEY: 'b' },
    NO_MODEL('XPLAIN_AI_ACCESS_KEY_ID'),
  ],
];

for (const [environment, ...reported] of WARNINGS) {
  test(`the warnings of ${JSON.stringify(environment).slice(0, 120)}`, () => {
    assert.deepEqual(found(environment).warnings, reported);
  });
}

test('a password is held to the limits as they were set', () => {
  const { values } = readValues({}, NO_FILE);
  const { passwords } = values.XPLAIN_LIMITS;
  const limits = { ...values.XPLAIN_LIMITS, passwords: { ...passwords, charactersMin: 20 } };
  const problemsOf = (length: number): readonly string[] =>
    checkTogether({
      ...values,
      XPLAIN_ADMIN_EMAIL: 'a@b.example',
      XPLAIN_ADMIN_PASSWORD: 'a'.repeat(length),
      XPLAIN_LIMITS: limits,
    }).problems;

  assert.deepEqual(problemsOf(20), []);
  assert.deepEqual(problemsOf(19), ['XPLAIN_ADMIN_PASSWORD: expected 20 to 256 characters']);
});

test('one problem is one, several are counted', () => {
  const page = 'docs/operating/configuration.md describes every variable.';
  const { message, name, problems } = new ConfigError(['a: b']);

  assert.equal(message, `The configuration is invalid, one problem:\n  a: b\n${page}`);
  assert.deepEqual([name, problems], ['ConfigError', ['a: b']]);
  assert.equal(
    new ConfigError(['a', 'b']).message,
    `The configuration is invalid, 2 problems:\n  a\n  b\n${page}`,
  );
});
