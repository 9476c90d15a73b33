/** What is wrong, or worth a warning, with variables that are fine each by itself. */
import { isIP } from 'node:net';
import { OAUTH_PROVIDER_IDS, type OAuthProvider } from '../spec/sign-in.ts';
import { aiWarnings } from './ai-config.ts';
import type { Values, VariableName } from './variables.ts';

interface Findings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export function checkTogether(values: Values): Findings {
  return {
    problems: [
      ...pairs(values),
      ...missingParts(values),
      ...samePorts(values),
      ...publicUrl(values),
      ...adminPassword(values),
      ...backupPlace(values),
    ],
    warnings: [...warnings(values), ...aiWarnings(values)],
  };
}

/** Variables that mean nothing without each other. */
const PAIRS: readonly (readonly [VariableName, VariableName])[] = [
  ['XPLAIN_ADMIN_EMAIL', 'XPLAIN_ADMIN_PASSWORD'],
  ...OAUTH_PROVIDER_IDS.map((provider) => {
    const name = provider.toUpperCase() as Uppercase<OAuthProvider>;
    return [`XPLAIN_${name}_CLIENT_ID`, `XPLAIN_${name}_CLIENT_SECRET`] as const;
  }),
  ['XPLAIN_AI_ACCESS_KEY_ID', 'XPLAIN_AI_SECRET_ACCESS_KEY'],
];

function pairs(values: Values): string[] {
  return PAIRS.flatMap(([one, other]) => {
    if ((values[one] === undefined) === (values[other] === undefined)) return [];
    const [set, missing] = values[one] === undefined ? [other, one] : [one, other];
    return [`${missing}: required when ${set} is set; set both or neither`];
  });
}

function missingParts(values: Values): string[] {
  const problems: string[] = [];
  if (values.XPLAIN_EMBEDDED_STORE && values.XPLAIN_CLICKHOUSE_URL) {
    problems.push('XPLAIN_EMBEDDED_STORE: has no effect with XPLAIN_CLICKHOUSE_URL; remove one');
  }
  if (values.XPLAIN_CLICKHOUSE_CLUSTER && !values.XPLAIN_CLICKHOUSE_URL) {
    problems.push('XPLAIN_CLICKHOUSE_URL: required when XPLAIN_CLICKHOUSE_CLUSTER is set');
  }
  if (values.XPLAIN_BREACH_CHECK === 'folder' && !values.XPLAIN_BREACH_FOLDER) {
    problems.push('XPLAIN_BREACH_FOLDER: required when XPLAIN_BREACH_CHECK is folder');
  }
  if (values.XPLAIN_SECRET_PREVIOUS && !values.XPLAIN_SECRET) {
    problems.push('XPLAIN_SECRET: required when XPLAIN_SECRET_PREVIOUS is set');
  }
  if (values.XPLAIN_SECRET_PREVIOUS && values.XPLAIN_SECRET_PREVIOUS === values.XPLAIN_SECRET) {
    problems.push('XPLAIN_SECRET_PREVIOUS: same value as XPLAIN_SECRET; remove it');
  }
  return problems;
}

function samePorts(values: Values): string[] {
  const names = ['XPLAIN_PORT', 'XPLAIN_OTLP_PORT', 'XPLAIN_METRICS_PORT'] as const;
  return names.flatMap((name, at) => {
    const earlier = names.slice(0, at).find((other) => values[other] === values[name]);
    const isUsed = values[name] !== 0 && earlier !== undefined;
    return isUsed ? [`${name}: ${values[name]} is already the value of ${earlier}`] : [];
  });
}

/** Secure cookies, which production always uses, do not travel over plain HTTP. */
function publicUrl(values: Values): string[] {
  const given = values.XPLAIN_PUBLIC_URL;
  if (values.XPLAIN_ENV !== 'production' || given === undefined) return [];
  const { protocol, hostname } = new URL(given);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return ['XPLAIN_PUBLIC_URL: expected https:// when XPLAIN_ENV is production'];
}

/** What lies on other machines is backed up there, and a part of an installation is no backup. */
function backupPlace(values: Values): string[] {
  if (values.XPLAIN_BACKUP_TO === undefined) return [];
  const elsewhere = (
    ['XPLAIN_CLICKHOUSE_URL', 'XPLAIN_NATS_URL', 'XPLAIN_DATABASE_URL'] as const
  ).filter((name) => values[name] !== undefined);
  const problems = elsewhere.map(
    (name) =>
      `XPLAIN_BACKUP_TO: backs up a single machine and can't be combined with ${name}; see docs/operating/backup.md for clusters`,
  );
  if (values.XPLAIN_EMBEDDED_STORE === 'clickhouse') {
    problems.push(
      'XPLAIN_BACKUP_TO: the embedded ClickHouse cannot be copied while it runs; use DuckDB, or a ClickHouse server',
    );
  }
  if (!values.XPLAIN_ROLES.includes('scheduler')) {
    problems.push('XPLAIN_BACKUP_TO: only allowed on a node with the role scheduler');
  }
  return problems;
}

/** The limits may have been raised by XPLAIN_LIMITS. */
function adminPassword(values: Values): string[] {
  const { charactersMin, charactersMax } = values.XPLAIN_LIMITS.passwords;
  const length = values.XPLAIN_ADMIN_PASSWORD?.length ?? charactersMin;
  if (length >= charactersMin && length <= charactersMax) return [];
  return [`XPLAIN_ADMIN_PASSWORD: expected ${charactersMin} to ${charactersMax} characters`];
}

function warnings(values: Values): string[] {
  const found: string[] = [];
  if (values.XPLAIN_DATABASE_URL && !values.XPLAIN_SECRET) {
    found.push(
      'XPLAIN_SECRET is not set: with several nodes on one database, a session would be valid on one of them only',
    );
  }
  if (values.XPLAIN_ENV === 'production' && !values.XPLAIN_PUBLIC_URL) {
    found.push('XPLAIN_PUBLIC_URL is not set: links in mails will point to this machine');
  }
  if (!values.XPLAIN_ROLES.includes('writer') && !values.XPLAIN_NATS_URL) {
    found.push(
      'XPLAIN_ROLES leaves out writer, but the queue is local to this node: accepted events are not stored until a writer runs here',
    );
  }
  if (values.XPLAIN_TRUSTED_PROXIES?.some((network) => network.endsWith('/0'))) {
    found.push(
      'XPLAIN_TRUSTED_PROXIES trusts every address: clients can claim any address and bypass limits per address',
    );
  }
  if (values.XPLAIN_BACKUP_TO && !values.XPLAIN_BACKUP_KEY) {
    found.push(
      'XPLAIN_BACKUP_KEY is not set: the backup key is stored next to the data; print it with `xplain backup key` and store it elsewhere',
    );
  }
  return [...found, ...reachWarnings(values)];
}

/** What is fine on one's own machine is worth a word as soon as others reach it. */
function reachWarnings(values: Values): string[] {
  const host = values.XPLAIN_HOST;
  if (isLoopback(host)) return [];
  const found: string[] = [];
  if (values.XPLAIN_ENV === 'development') {
    found.push(
      `XPLAIN_HOST is ${host} in development: this node is reachable from the network, and without https passwords and session cookies can be intercepted; set XPLAIN_ENV=production and an https XPLAIN_PUBLIC_URL`,
    );
  }
  if (values.XPLAIN_SIGN_UP === 'open' && values.XPLAIN_ROLES.includes('api')) {
    found.push(
      'XPLAIN_SIGN_UP is open: anyone who can reach this node can create an account and an organization; set it to invited or off to prevent this',
    );
  }
  return found;
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
