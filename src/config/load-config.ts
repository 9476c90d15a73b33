import { hostname } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { RateName } from '../spec/rates.ts';
import { type OAuthProvider, perProvider } from '../spec/sign-in.ts';
import { aiConfig } from './ai-config.ts';
import { checkTogether } from './check-together.ts';
import { ConfigError } from './config-error.ts';
import type { Config, OAuthSetting } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';
import { readEnvFile, readValues } from './read-values.ts';
import type { Values } from './variables.ts';

/** What the process stands in beside its environment. */
export interface Place {
  /** Holds the `.env` file; relative paths start here. */
  readonly directory: string;
  readonly hostName: string;
}

/** Called once, in main.ts. A bad environment stops the start with every problem listed. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  place: Place,
): Config {
  const { values: read, origins, problems } = readValues(environment, readEnvFile(place.directory));
  const values = { ...read, XPLAIN_NODE_ID: read.XPLAIN_NODE_ID ?? nodeIdFrom(place.hostName) };
  // Values that were not readable would only add problems that follow from the first ones.
  const together = problems.length === 0 ? checkTogether(values) : { problems: [], warnings: [] };
  const all = [...problems, ...together.problems];
  if (all.length > 0) throw new ConfigError(all);

  const data = absolute(place, values.XPLAIN_DATA);
  return deepFreeze({
    isProduction: values.XPLAIN_ENV === 'production',
    nodeId: values.XPLAIN_NODE_ID,
    roles: values.XPLAIN_ROLES,
    data,
    logLevel: values.XPLAIN_LOG_LEVEL,
    http: {
      host: values.XPLAIN_HOST,
      port: values.XPLAIN_PORT,
      otlpPort: values.XPLAIN_OTLP_PORT,
      publicUrl: values.XPLAIN_PUBLIC_URL,
      isCookieSecure:
        values.XPLAIN_ENV === 'production' ||
        (values.XPLAIN_PUBLIC_URL?.startsWith('https:') ?? false),
      trustedProxies: values.XPLAIN_TRUSTED_PROXIES ?? [],
      webRoot:
        values.XPLAIN_WEB_ROOT === undefined ? undefined : absolute(place, values.XPLAIN_WEB_ROOT),
    },
    metrics: {
      host: values.XPLAIN_METRICS_HOST,
      port: values.XPLAIN_METRICS_PORT,
      token: values.XPLAIN_METRICS_TOKEN,
    },
    ...engines(values, data),
    outbound: values.XPLAIN_OUTBOUND_ALLOW ?? { networks: [], hosts: [] },
    exportFolders: exportFolders(values, place),
    geoipFile:
      values.XPLAIN_GEOIP_FILE === undefined
        ? undefined
        : absolute(place, values.XPLAIN_GEOIP_FILE),
    backup: backup(values, place, data),
    secret:
      values.XPLAIN_SECRET === undefined
        ? { kind: 'kept', file: join(data, 'secret') }
        : { kind: 'given', value: values.XPLAIN_SECRET },
    secretPrevious: values.XPLAIN_SECRET_PREVIOUS,
    admin:
      values.XPLAIN_ADMIN_EMAIL === undefined || values.XPLAIN_ADMIN_PASSWORD === undefined
        ? undefined
        : { email: values.XPLAIN_ADMIN_EMAIL, password: values.XPLAIN_ADMIN_PASSWORD },
    oauth: perProvider((provider) => oauthSetting(values, provider)),
    signUp: values.XPLAIN_SIGN_UP,
    ownOrganization: values.XPLAIN_OWN_ORGANIZATION,
    defaultPlan: values.XPLAIN_DEFAULT_PLAN,
    planChanges: values.XPLAIN_PLAN_CHANGES,
    isOperatorFactorRequired: values.XPLAIN_OPERATOR_SECOND_FACTOR === 'required',
    breachCheck: breachCheck(values, place),
    rates: rates(values),
    limits: values.XPLAIN_LIMITS,
    plans: values.XPLAIN_PLANS,
    aiVendor: values.XPLAIN_AI_VENDOR,
    ai: aiConfig(values),
    statusUrl: values.XPLAIN_STATUS_URL,
    warnings: together.warnings,
    values,
    origins,
  });
}

/** The directory and the machine this process runs in. */
export function currentPlace(): Place {
  return { directory: process.cwd(), hostName: hostname() };
}

function exportFolders({ XPLAIN_EXPORT_FOLDERS: named = {} }: Values, place: Place) {
  return Object.fromEntries(
    Object.entries(named).map(([name, folder]) => [name, absolute(place, folder)]),
  );
}

function backup(values: Values, place: Place, data: string): Config['backup'] {
  const { XPLAIN_BACKUP_TO: to, XPLAIN_BACKUP_KEY: key } = values;
  if (to === undefined) return undefined;
  return {
    to: to.kind === 'folder' ? { ...to, folder: absolute(place, to.folder) } : to,
    key:
      key === undefined
        ? { kind: 'kept', file: join(data, 'backup-key') }
        : { kind: 'given', value: key },
  };
}

type Engines = Pick<Config, 'store' | 'queue' | 'metadata' | 'counters' | 'objects' | 'mail'>;

function engines(values: Values, data: string): Engines {
  const { XPLAIN_CLICKHOUSE_URL: clickhouse, XPLAIN_NATS_URL: nats } = values;
  const { XPLAIN_DATABASE_URL: postgres, XPLAIN_REDIS_URL: redis, XPLAIN_SMTP_URL: smtp } = values;
  const { XPLAIN_OBJECTS_URL: bucket, XPLAIN_MAIL_FROM: from } = values;
  return {
    store:
      clickhouse === undefined
        ? {
            kind: 'embedded',
            directory: join(data, 'store'),
            ...given('engine', values.XPLAIN_EMBEDDED_STORE),
          }
        : {
            kind: 'clickhouse',
            url: clickhouse,
            cluster: values.XPLAIN_CLICKHOUSE_CLUSTER,
            ...given('nodes', values.XPLAIN_CLICKHOUSE_NODES),
            ...given('replicationPath', values.XPLAIN_CLICKHOUSE_REPLICATION_PATH),
          },
    queue:
      nats === undefined
        ? { kind: 'lmdb', directory: join(data, 'queue') }
        : { kind: 'nats', servers: nats, replicas: values.XPLAIN_NATS_REPLICAS },
    metadata:
      postgres === undefined
        ? { kind: 'sqlite', file: join(data, 'metadata.sqlite') }
        : { kind: 'postgres', url: postgres },
    counters: redis === undefined ? { kind: 'memory' } : { kind: 'redis', url: redis },
    objects:
      bucket === undefined
        ? { kind: 'disk', directory: join(data, 'objects') }
        : { kind: 's3', ...bucket },
    mail:
      smtp === undefined
        ? { kind: 'outbox', directory: join(data, 'outbox'), from }
        : { kind: 'smtp', url: smtp, from },
  };
}

/** A field that is left out rather than undefined. */
function given<Name extends string, T>(name: Name, value: T | undefined): { [K in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: T };
}

function oauthSetting(values: Values, provider: OAuthProvider): OAuthSetting {
  const name = provider.toUpperCase() as Uppercase<OAuthProvider>;
  const clientId = values[`XPLAIN_${name}_CLIENT_ID`];
  const clientSecret = values[`XPLAIN_${name}_CLIENT_SECRET`];
  return {
    client:
      clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret },
    authorizationUrl: values[`XPLAIN_${name}_AUTHORIZATION_URL`],
    tokenUrl: values[`XPLAIN_${name}_TOKEN_URL`],
    userinfoUrl: values[`XPLAIN_${name}_USERINFO_URL`],
  };
}

function breachCheck(values: Values, place: Place): Config['breachCheck'] {
  const byDefault = values.XPLAIN_ENV === 'production' ? 'range' : 'list';
  const kind = values.XPLAIN_BREACH_CHECK ?? byDefault;
  switch (kind) {
    case 'list':
    case 'off':
      return { kind };
    case 'range':
      return { kind, url: values.XPLAIN_BREACH_URL };
    case 'folder':
      return { kind, folder: absolute(place, values.XPLAIN_BREACH_FOLDER ?? '.') };
  }
}

function rates(values: Values): Readonly<Record<RateName, number>> {
  return {
    ingest: values.XPLAIN_RATE_INGEST,
    otlp: values.XPLAIN_RATE_OTLP,
    logs: values.XPLAIN_RATE_LOGS,
    search: values.XPLAIN_RATE_SEARCH,
    unreadable: values.XPLAIN_RATE_UNREADABLE,
    auth: values.XPLAIN_RATE_AUTH,
    public: values.XPLAIN_RATE_PUBLIC,
    management: values.XPLAIN_RATE_MANAGEMENT,
    session: values.XPLAIN_RATE_SESSION,
    failures: values.XPLAIN_RATE_FAILURES,
    evaluation: values.XPLAIN_RATE_EVALUATION,
    scim: values.XPLAIN_RATE_SCIM,
    agents: values.XPLAIN_RATE_AGENTS,
    agentCalls: values.XPLAIN_RATE_AGENTCALLS,
  };
}

function absolute(place: Place, path: string): string {
  return isAbsolute(path) ? path : resolve(place.directory, path);
}

/** A host name may hold what a node's id may not. */
function nodeIdFrom(hostName: string): string {
  const usable = hostName.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return usable.slice(0, 63) || 'node';
}
