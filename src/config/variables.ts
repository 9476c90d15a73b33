/**
 * Every variable an operator can set, once: how it is read, what it is when unset, and what it does.
 * `docs/operating/configuration.md` is made from this table, and nothing that is not in it is accepted.
 */
import { AI_PRESETS, type AiPresetName } from '../spec/ai-presets.ts';
import { INSTALLATION_REGION_DEFAULT } from '../spec/eu.ts';
import { MODEL_VENDOR_DEFAULT, type ModelName } from '../spec/evaluation.ts';
import { DEFAULTS } from '../spec/defaults.ts';
import { LIMITS, limitsWith, type Limits } from '../spec/limits.ts';
import { PLAN_CHANGES, PLAN_NAMES, PLANS, type Plan, type PlanName } from '../spec/plans.ts';
import { RATES, type RateName } from '../spec/rates.ts';
import { OAUTH_PROVIDER_IDS, type OAuthProvider, providerFacts } from '../spec/sign-in.ts';
import { OWN_ORGANIZATION_MODES, SIGN_UP_MODES } from '../spec/sign-up.ts';
import {
  emailAddress,
  euRegion,
  headerSecret,
  hostAddress,
  mailbox,
  networks,
  networksAndHosts,
  oneOf,
  path,
  secret,
  someOf,
  textMatching,
  url,
  urlList,
  wholeNumber,
} from './kinds.ts';
import { LIMIT_RULES, overridesOf, planRules } from './override-table.ts';
import { PROBE_VARIABLES } from './probe-variables.ts';
import { bucketUrl, folderOrBucket, namedFolders } from './place-kinds.ts';
import { given, optional, type Variable } from './variable.ts';

const ENVIRONMENTS = ['development', 'production'] as const;
export const NODE_ROLES = ['api', 'writer', 'scheduler'] as const;
export type NodeRole = (typeof NODE_ROLES)[number];
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const AI_PROVIDERS = [
  'offline',
  'bedrock',
  'openai-compatible',
  ...(Object.keys(AI_PRESETS) as AiPresetName[]),
] as const;
const BREACH_CHECKS = ['list', 'range', 'folder', 'off'] as const;

const port = wholeNumber(0, 65_535);
const web = url({ protocols: ['http', 'https'] });
const identifier = textMatching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
  'up to 63 letters, digits, dots, underscores and hyphens, starting with a letter or digit',
);
const clientId = textMatching(
  new RegExp(`^\\S{1,${LIMITS.accounts.clientIdCharactersMax}}$`),
  'a client ID without spaces',
);
const anyWord = textMatching(/^[\x21-\x7e]{1,200}$/, 'text without spaces');
const overages = [...new Set(Object.values(PLANS).map((plan) => plan.overage))];

/** The sections of the documentation page, in order. */
export const TOPICS = {
  Listening: {
    XPLAIN_HOST: given(
      hostAddress,
      '127.0.0.1',
      'Address to listen on; `0.0.0.0` for all interfaces.',
    ),
    XPLAIN_PORT: given(port, 4_000, 'Port of the API and the web app; 0 uses any free port.'),
    XPLAIN_OTLP_PORT: given(port, 4_318, 'Additional port for OpenTelemetry logs; 0 = off.'),
    XPLAIN_PUBLIC_URL: optional(
      url({ protocols: ['http', 'https'], isOrigin: true }),
      'Public URL of the web app: base of links in mails. With `https` the session cookie is secure.',
      'built from host and port',
    ),
    XPLAIN_WEB_ROOT: optional(
      path,
      'Folder of the built web app.',
      'the folder built at the first start',
    ),
    XPLAIN_TRUSTED_PROXIES: optional(
      networks,
      'Reverse proxies whose forwarded headers are trusted for the client address.',
      'forwarded headers are ignored',
    ),
  },
  'This node': {
    XPLAIN_ENV: given(
      oneOf(ENVIRONMENTS),
      'development',
      'In `production` session cookies are always secure and the public address must be `https`.',
    ),
    XPLAIN_DATA: given(path, './data', 'Data folder of this machine.'),
    XPLAIN_ROLES: given(someOf(NODE_ROLES), NODE_ROLES, 'Roles of this node.'),
    XPLAIN_NODE_ID: optional(
      identifier,
      'Name of this node; must be unique and stable across restarts.',
      'the host name',
    ),
    XPLAIN_LOG_LEVEL: given(oneOf(LOG_LEVELS), 'info', 'Minimum level of server log lines.'),
    XPLAIN_METRICS_PORT: given(port, 0, 'Port that serves `/metrics` without a token; 0 = off.'),
    XPLAIN_METRICS_HOST: given(
      hostAddress,
      '127.0.0.1',
      'Address on which that port listens. Only use an address other than localhost on a trusted network.',
    ),
    XPLAIN_METRICS_TOKEN: optional(
      secret(16),
      'Bearer token for `/metrics` on the main port.',
      '`/metrics` on the main port answers only local requests',
    ),
  },
  Engines: {
    XPLAIN_CLICKHOUSE_URL: optional(
      web,
      'ClickHouse server for logs, with user and password.',
      'an embedded store is used',
    ),
    XPLAIN_EMBEDDED_STORE: optional(
      oneOf(['clickhouse', 'duckdb', 'segments']),
      'Engine of the embedded log store. A data folder belongs to the engine that created it.',
      'ClickHouse where its library is installed, else DuckDB',
    ),
    XPLAIN_CLICKHOUSE_CLUSTER: optional(
      identifier,
      'Name of the ClickHouse cluster for the tables.',
      'one server',
    ),
    XPLAIN_CLICKHOUSE_NODES: optional(
      urlList({ protocols: ['http', 'https'] }),
      'Addresses of the cluster’s servers, if they differ from those the cluster reports.',
      'as the cluster reports',
    ),
    XPLAIN_CLICKHOUSE_REPLICATION_PATH: optional(
      textMatching(/^\/[\w./{}-]{1,200}$/, 'a path in the coordination service'),
      'Coordination path of table replicas. Tables are replicated if it is set.',
      'one copy per shard',
    ),
    XPLAIN_NATS_URL: optional(
      urlList({ protocols: ['nats', 'tls'] }),
      'NATS servers with JetStream for the ingest queue.',
      'a queue on this node’s disk',
    ),
    XPLAIN_NATS_REPLICAS: given(wholeNumber(1, 5), 1, 'Replicas of the queue in the NATS cluster.'),
    XPLAIN_DATABASE_URL: optional(
      url({ protocols: ['postgres', 'postgresql'], isHostOptional: true }),
      'PostgreSQL database for accounts, settings and the audit log.',
      'SQLite on this node’s disk',
    ),
    XPLAIN_REDIS_URL: optional(
      url({ protocols: ['redis', 'rediss'] }),
      'Redis or Valkey for rate limits and query slots shared by nodes.',
      'counted in memory, per node',
    ),
    XPLAIN_OBJECTS_URL: optional(
      bucketUrl,
      'S3-compatible bucket for user files, shared by nodes. Its host is called even if it resolves to a private address.',
      'stored on this node’s disk',
    ),
  },
  Mail: {
    XPLAIN_SMTP_URL: optional(
      url({ protocols: ['smtp', 'smtps'] }),
      'Mail server, with user and password.',
      'mails are written to `<data>/outbox`',
    ),
    XPLAIN_MAIL_FROM: given(mailbox, 'Xplain <xplain@localhost>', 'Sender of every mail.'),
  },
  'Outbound calls': {
    XPLAIN_OUTBOUND_ALLOW: optional(
      networksAndHosts,
      'Networks and hosts that organizations can call in addition to public addresses over `https`, including plain `http` and every port. A name allows every address it resolves to.',
      'only public addresses over `https`',
    ),
    XPLAIN_EXPORT_FOLDERS: optional(
      namedFolders,
      'Server folders for scheduled exports, as name=path pairs. Users choose from the names.',
      'none',
    ),
  },
  Searching: {
    XPLAIN_GEOIP_FILE: optional(
      path,
      'Location database for `iplocation`, in the MaxMind format (`.mmdb`), such as GeoLite2 City. A new version is loaded within a minute.',
      'searches can’t use `iplocation`',
    ),
  },
  Backup: {
    XPLAIN_BACKUP_TO: optional(
      folderOrBucket(false),
      'Backup location, written every 15 minutes: a folder on another disk, or a bucket. Use a separate location for each installation. See [backup](backup.md).',
      'no backups',
    ),
    XPLAIN_BACKUP_KEY: optional(
      secret(32),
      'Encryption key of the backups. You can’t restore a backup without it. Store it elsewhere.',
      'created once, stored in `<data>/backup-key`; `xplain backup key` prints it',
    ),
  },
  'Sign-in': {
    XPLAIN_SIGN_UP: given(
      oneOf(SIGN_UP_MODES),
      'open',
      'Who can sign up: anyone, only addresses with a pending invitation (`invited`), or nobody (`off`). Existing accounts are not affected.',
    ),
    XPLAIN_OWN_ORGANIZATION: given(
      oneOf(OWN_ORGANIZATION_MODES),
      'always',
      'Who gets an organization at sign-up: everyone (`always`), or only people without a pending invitation (`uninvited`).',
    ),
    XPLAIN_DEFAULT_PLAN: given(
      oneOf(PLAN_NAMES),
      'free',
      'Plan of new organizations. The first operator’s organization is on `enterprise`.',
    ),
    XPLAIN_PLAN_CHANGES: given(
      oneOf(PLAN_CHANGES),
      'operator',
      'Who can upgrade the plan of an organization: an `operator`, or each Owner (`self`). Owners can always downgrade.',
    ),
    XPLAIN_OPERATOR_SECOND_FACTOR: given(
      oneOf(['optional', 'required'] as const),
      'optional',
      'Whether operators who sign in with a password need a second factor. Before you require it, set one up for an operator.',
    ),
    XPLAIN_SECRET: optional(
      secret(32),
      'Key for sessions and for encrypting secrets of organizations. Must be the same on every node.',
      'created once and stored in `<data>/secret`',
    ),
    XPLAIN_SECRET_PREVIOUS: optional(
      secret(32),
      'Previous key, for rotating `XPLAIN_SECRET`. Secrets of organizations are decrypted with it and re-encrypted within the hour.',
      'secrets encrypted with another key can’t be decrypted',
    ),
    XPLAIN_ADMIN_EMAIL: optional(
      emailAddress,
      'Email address of the first user, created as Owner on an empty store.',
      'no user is created',
    ),
    XPLAIN_ADMIN_PASSWORD: optional(
      secret(LIMITS.passwords.charactersMin),
      'Password of the first user.',
    ),
    ...providerVariables(),
    XPLAIN_BREACH_CHECK: optional(
      oneOf(BREACH_CHECKS),
      'Source for breached passwords: the bundled `list`, a `range` service, a `folder` of range files, or `off`. If the service or folder can’t be read, the bundled list is used.',
      '`range` in production, else `list`',
    ),
    XPLAIN_BREACH_URL: given(
      web,
      'https://api.pwnedpasswords.com/range/',
      'Range service for `XPLAIN_BREACH_CHECK=range`. It receives the first five characters of the SHA-1 hash of a new password, nothing else.',
    ),
    XPLAIN_BREACH_FOLDER: optional(
      path,
      'Folder of downloaded range files for `XPLAIN_BREACH_CHECK=folder`.',
    ),
  },
  Limits: {
    XPLAIN_RATE_INGEST: rate('ingest'),
    XPLAIN_RATE_OTLP: rate('otlp'),
    XPLAIN_RATE_LOGS: rate('logs'),
    XPLAIN_RATE_SEARCH: rate('search'),
    XPLAIN_RATE_UNREADABLE: rate('unreadable'),
    XPLAIN_RATE_AUTH: rate('auth'),
    XPLAIN_RATE_PUBLIC: rate('public'),
    XPLAIN_RATE_MANAGEMENT: rate('management'),
    XPLAIN_RATE_SESSION: rate('session'),
    XPLAIN_RATE_FAILURES: rate('failures'),
    XPLAIN_RATE_EVALUATION: rate('evaluation'),
    XPLAIN_RATE_SCIM: rate('scim'),
    XPLAIN_RATE_AGENTS: rate('agents'),
    XPLAIN_RATE_AGENTCALLS: rate('agentCalls'),
    XPLAIN_LIMITS: given(
      overridesOf<Limits>(limitsWith(DEFAULTS), LIMIT_RULES),
      limitsWith(DEFAULTS),
      'Overrides for configurable [limits](limits.md#limits), as JSON: `{"ingest":{"queueEventsMax":5000}}`. Fixed limits are rejected.',
    ),
    XPLAIN_PLANS: given(
      overridesOf<Readonly<Record<PlanName, Plan>>>(PLANS, planRules(overages)),
      PLANS,
      'Overrides for plans, as JSON: `{"free":{"resources":{"indexes":3}}}`. null means no limit.',
    ),
  },
  'Evaluation and status page': {
    XPLAIN_AI_VENDOR: given(
      identifier,
      MODEL_VENDOR_DEFAULT,
      'Vendor prefix of model IDs, as in `vendor-haiku-4-5`.',
    ),
    XPLAIN_AI_PROVIDER: given(
      oneOf(AI_PROVIDERS),
      'offline',
      'Evaluation provider: the built-in `offline` evaluator, `bedrock` in an EU region, an `openai-compatible` server in an EU country, or a preset for one: `ionos`, `ovhcloud`, `scaleway`, `stackit`, `llama-cpp`, `ollama`, `vllm`. See [providers](../evaluation/providers.md).',
    ),
    XPLAIN_REGION: given(
      euRegion,
      INSTALLATION_REGION_DEFAULT,
      'Region shown for `offline` evaluations. It is your declaration that this installation runs inside the EU.',
    ),
    XPLAIN_AI_REGION: optional(
      anyWord,
      'Bedrock region. Must be in the EU; otherwise, evaluations return 503.',
    ),
    XPLAIN_AI_URL: optional(
      web,
      'URL of the `openai-compatible` server, including `/v1`. Plain `http` only to private addresses. Presets have a default.',
    ),
    XPLAIN_AI_COUNTRY: optional(
      anyWord,
      'Country of that server, two letters. Must be an EU member state; otherwise, evaluations return 503.',
    ),
    XPLAIN_AI_KEY: optional(
      headerSecret(1),
      'API key of the `openai-compatible` server or of Bedrock.',
      'no key is sent; Bedrock uses AWS credentials',
    ),
    XPLAIN_AI_ACCESS_KEY_ID: optional(anyWord, 'AWS access key for Bedrock.'),
    XPLAIN_AI_SECRET_ACCESS_KEY: optional(headerSecret(1), 'Secret access key for Bedrock.'),
    XPLAIN_AI_AWS_PROFILE: optional(
      anyWord,
      'AWS profile with the credentials for Bedrock.',
      'AWS credential chain: variables, files, machine role',
    ),
    XPLAIN_AI_MODEL_HAIKU_4_5: modelId('haiku-4-5'),
    XPLAIN_AI_MODEL_SONNET_4_6: modelId('sonnet-4-6'),
    XPLAIN_AI_MODEL_OPUS_4_7: modelId('opus-4-7'),
    XPLAIN_STATUS_URL: optional(
      web,
      'Public URL of the status page. The web app links to it, and each API node reads its status once a minute.',
      'no link is shown',
    ),
  },
  'Status probe': PROBE_VARIABLES,
};

export const VARIABLES = {
  ...TOPICS['Listening'],
  ...TOPICS['This node'],
  ...TOPICS['Engines'],
  ...TOPICS['Mail'],
  ...TOPICS['Outbound calls'],
  ...TOPICS['Searching'],
  ...TOPICS['Backup'],
  ...TOPICS['Sign-in'],
  ...TOPICS['Limits'],
  ...TOPICS['Evaluation and status page'],
  ...TOPICS['Status probe'],
};
type Variables = typeof VARIABLES;
export type VariableName = keyof Variables;

/** The value of each variable after reading. */
export type Values = {
  readonly [N in VariableName]: Variables[N] extends Variable<infer T, infer D>
    ? undefined extends D
      ? T | undefined
      : T
    : never;
};

type ProviderVariables = {
  readonly [
    P in OAuthProvider as
      | `XPLAIN_${Uppercase<P>}_CLIENT_ID`
      | `XPLAIN_${Uppercase<P>}_CLIENT_SECRET`
  ]: Variable<string, undefined>;
} & {
  readonly [
    P in OAuthProvider as
      | `XPLAIN_${Uppercase<P>}_AUTHORIZATION_URL`
      | `XPLAIN_${Uppercase<P>}_TOKEN_URL`
      | `XPLAIN_${Uppercase<P>}_USERINFO_URL`
  ]: Variable<string, string>;
};

/** The client of the installation, and the addresses, for each identity provider. */
function providerVariables(): ProviderVariables {
  const entries = OAUTH_PROVIDER_IDS.flatMap((provider) => {
    const { name, authorizationUrl, tokenUrl, userinfoUrl, ...notes } = providerFacts(provider);
    const note = (text: string | undefined): string => (text === undefined ? '.' : `; ${text}.`);
    const start = `Authorization endpoint of ${name}${note(notes.authorizationNote)}`;
    const tell = `User info endpoint of ${name}${note(notes.userinfoNote)}`;
    const client = `OAuth client ID for sign-in with ${name}.`;
    const prefix = `XPLAIN_${provider.toUpperCase()}`;
    return [
      [`${prefix}_CLIENT_ID`, optional(clientId, client, `no sign-in with ${name}`)],
      [
        `${prefix}_CLIENT_SECRET`,
        optional(secret(1), `OAuth client secret for sign-in with ${name}.`),
      ],
      [`${prefix}_AUTHORIZATION_URL`, given(web, authorizationUrl, start)],
      [`${prefix}_TOKEN_URL`, given(web, tokenUrl, `Token endpoint of ${name}.`)],
      [`${prefix}_USERINFO_URL`, given(web, userinfoUrl, tell)],
    ];
  });
  return Object.fromEntries(entries) as ProviderVariables;
}

function rate(name: RateName): Variable<number, number> {
  const { covers, perMinute, scope } = RATES[name];
  const per = { organization: 'organization', address: 'IP address', caller: 'caller' }[scope];
  return given(
    wholeNumber(0, 1_000_000),
    perMinute,
    `Rate limit per minute and ${per}: ${covers}; 0 = off.`,
  );
}

function modelId(name: ModelName): Variable<string, undefined> {
  return optional(
    anyWord,
    `Provider’s ID of \`${name}\`: the Bedrock inference profile, which starts with \`eu.\`, or the model name on an \`openai-compatible\` server.`,
    'not available on Bedrock; on an `openai-compatible` server, this name is used',
  );
}
