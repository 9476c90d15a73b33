/**
 * Every variable an operator can set, once: how it is read, what it is when unset, and what it does.
 * `docs/operating/configuration.md` is made from this table, and nothing that is not in it is accepted.
 */
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
const AI_PROVIDERS = ['offline', 'bedrock', 'openai-compatible'] as const;
const BREACH_CHECKS = ['list', 'range', 'folder', 'off'] as const;

const port = wholeNumber(0, 65_535);
const web = url({ protocols: ['http', 'https'] });
const identifier = textMatching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
  'up to 63 letters, digits, dots, underscores and hyphens, the first a letter or digit',
);
const clientId = textMatching(
  new RegExp(`^\\S{1,${LIMITS.accounts.clientIdCharactersMax}}$`),
  'a client id without spaces',
);
const anyWord = textMatching(/^[\x21-\x7e]{1,200}$/, 'a word without spaces');
const overages = [...new Set(Object.values(PLANS).map((plan) => plan.overage))];

/** The sections of the documentation page, in order. */
export const TOPICS = {
  Listening: {
    XPLAIN_HOST: given(
      hostAddress,
      '127.0.0.1',
      'Address to listen on; `0.0.0.0` for all networks of the machine.',
    ),
    XPLAIN_PORT: given(port, 4_000, 'Port of the API and the web app; 0 takes any free one.'),
    XPLAIN_OTLP_PORT: given(port, 4_318, 'Second port for OpenTelemetry logs; 0 = off.'),
    XPLAIN_PUBLIC_URL: optional(
      url({ protocols: ['http', 'https'], isOrigin: true }),
      'Address people use in the browser: links in mails start with it, and with `https` the session cookie is secure.',
      'made from host and port',
    ),
    XPLAIN_WEB_ROOT: optional(
      path,
      'Folder of the built web app.',
      'the one that the first start builds',
    ),
    XPLAIN_TRUSTED_PROXIES: optional(
      networks,
      'Reverse proxies whose forwarded headers are believed when a client’s address matters.',
      'forwarded headers are ignored',
    ),
  },
  'This node': {
    XPLAIN_ENV: given(
      oneOf(ENVIRONMENTS),
      'development',
      'In `production` session cookies are always secure and the public address must be `https`.',
    ),
    XPLAIN_DATA: given(path, './data', 'Folder for everything kept on this machine.'),
    XPLAIN_ROLES: given(
      someOf(NODE_ROLES),
      NODE_ROLES,
      'What this process does, so that nodes can be added by role.',
    ),
    XPLAIN_NODE_ID: optional(
      identifier,
      'Name of this node; unique among the nodes and the same after a restart.',
      'the host name',
    ),
    XPLAIN_LOG_LEVEL: given(
      oneOf(LOG_LEVELS),
      'info',
      'Least level of the lines this process logs about itself.',
    ),
    XPLAIN_METRICS_PORT: given(port, 0, 'Port that serves `/metrics` without a token; 0 = off.'),
    XPLAIN_METRICS_HOST: given(
      hostAddress,
      '127.0.0.1',
      'Address on which that port listens; elsewhere than on this machine only where no outsider reaches it.',
    ),
    XPLAIN_METRICS_TOKEN: optional(
      secret(16),
      'Bearer token for `/metrics` on the main port.',
      '`/metrics` on the main port answers this machine alone',
    ),
  },
  Engines: {
    XPLAIN_CLICKHOUSE_URL: optional(
      web,
      'ClickHouse server that stores the logs, with user and password.',
      'a local store is started',
    ),
    XPLAIN_EMBEDDED_STORE: optional(
      oneOf(['clickhouse', 'duckdb', 'segments']),
      'Engine of the local log store. A data folder belongs to the engine that made it.',
      'ClickHouse where its library is installed, else DuckDB',
    ),
    XPLAIN_CLICKHOUSE_CLUSTER: optional(
      identifier,
      'Name of the ClickHouse cluster the tables are spread over.',
      'one server',
    ),
    XPLAIN_CLICKHOUSE_NODES: optional(
      urlList({ protocols: ['http', 'https'] }),
      'Addresses of the cluster’s servers, when they differ from what the cluster says.',
      'as the cluster says',
    ),
    XPLAIN_CLICKHOUSE_REPLICATION_PATH: optional(
      textMatching(/^\/[\w./{}-]{1,200}$/, 'a path in the coordination service'),
      'Where replicas of the tables find each other; the tables are replicated when it is set.',
      'one copy per shard',
    ),
    XPLAIN_NATS_URL: optional(
      urlList({ protocols: ['nats', 'tls'] }),
      'NATS servers with JetStream that hold accepted events until they are stored.',
      'a queue on this node’s disk',
    ),
    XPLAIN_NATS_REPLICAS: given(wholeNumber(1, 5), 1, 'Copies of the queue in the NATS cluster.'),
    XPLAIN_DATABASE_URL: optional(
      url({ protocols: ['postgres', 'postgresql'], isHostOptional: true }),
      'PostgreSQL database for accounts, settings and the audit trail.',
      'SQLite on this node’s disk',
    ),
    XPLAIN_REDIS_URL: optional(
      url({ protocols: ['redis', 'rediss'] }),
      'Redis or Valkey that the nodes share for rate limits and query slots.',
      'counted in memory, per node',
    ),
    XPLAIN_OBJECTS_URL: optional(
      bucketUrl,
      'Bucket of an S3-compatible store that the nodes share for files we keep for users. Its host is called wherever it leads.',
      'kept on this node’s disk',
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
  'Calling out': {
    XPLAIN_OUTBOUND_ALLOW: optional(
      networksAndHosts,
      'Networks and hosts that organizations may call beside public addresses over `https`, plain `http` and every port included. A name opens whatever it leads to.',
      'public addresses over `https` alone',
    ),
    XPLAIN_EXPORT_FOLDERS: optional(
      namedFolders,
      'Folders of the nodes into which scheduled exports may be written, by the names that people choose from.',
      'none',
    ),
  },
  Backup: {
    XPLAIN_BACKUP_TO: optional(
      folderOrBucket(false),
      'Where a backup of this machine is written every 15 minutes: a folder on another disk, or a bucket. One place for each installation. See [backup](backup.md).',
      'no backups are made',
    ),
    XPLAIN_BACKUP_KEY: optional(
      secret(32),
      'Key that backups are encrypted with. Without it nobody can read them, you included: keep it elsewhere.',
      'made once, kept in `<data>/backup-key`, and printed by `xplain backup key`',
    ),
  },
  'Signing in': {
    XPLAIN_SIGN_UP: given(
      oneOf(SIGN_UP_MODES),
      'open',
      'Who may get an account: anybody, only addresses with a pending invitation (`invited`), or nobody (`off`). Accounts that exist are not touched.',
    ),
    XPLAIN_OWN_ORGANIZATION: given(
      oneOf(OWN_ORGANIZATION_MODES),
      'always',
      'Who gets an organization at sign-up: everybody (`always`), or only people without a pending invitation (`uninvited`).',
    ),
    XPLAIN_DEFAULT_PLAN: given(
      oneOf(PLAN_NAMES),
      'free',
      'Plan of new organizations; the one of the first operator is on `enterprise`.',
    ),
    XPLAIN_PLAN_CHANGES: given(
      oneOf(PLAN_CHANGES),
      'operator',
      'Who gives an organization a larger plan: an `operator`, or each Owner (`self`). A smaller one every Owner chooses.',
    ),
    XPLAIN_SECRET: optional(
      secret(32),
      'Key that protects sessions and encrypts the secrets that organizations enter; the same on every node.',
      'made once and kept in `<data>/secret`',
    ),
    XPLAIN_SECRET_PREVIOUS: optional(
      secret(32),
      'The key before, after a change of `XPLAIN_SECRET`: what organizations entered is read with it and encrypted anew within the hour.',
      'secrets encrypted under another key cannot be read',
    ),
    XPLAIN_ADMIN_EMAIL: optional(
      emailAddress,
      'First user, created on an empty store as Owner.',
      'nobody is created',
    ),
    XPLAIN_ADMIN_PASSWORD: optional(
      secret(LIMITS.passwords.charactersMin),
      'Password of the first user.',
    ),
    ...providerVariables(),
    XPLAIN_BREACH_CHECK: optional(
      oneOf(BREACH_CHECKS),
      'How breached passwords are recognised: the bundled `list`, a `range` service, a `folder` of range files, or `off`. The bundled list decides while the service or the folder cannot be read.',
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
    XPLAIN_LIMITS: given(
      overridesOf<Limits>(limitsWith(DEFAULTS), LIMIT_RULES),
      limitsWith(DEFAULTS),
      'Single values to replace of the [limits](limits.md#limits) that can be set, as JSON: `{"ingest":{"queueEventsMax":5000}}`. One that is promised is refused by name.',
    ),
    XPLAIN_PLANS: given(
      overridesOf<Readonly<Record<PlanName, Plan>>>(PLANS, planRules(overages)),
      PLANS,
      'Single values of the plan table to replace, as JSON: `{"free":{"resources":{"indexes":3}}}`; null means no limit.',
    ),
  },
  'Evaluation and status page': {
    XPLAIN_AI_VENDOR: given(
      identifier,
      MODEL_VENDOR_DEFAULT,
      'Maker’s name in front of the model ids, as in `vendor-haiku-4-5`.',
    ),
    XPLAIN_AI_PROVIDER: given(
      oneOf(AI_PROVIDERS),
      'offline',
      'What answers evaluations: the built-in `offline` evaluator, `bedrock` in a region of the EU, or an `openai-compatible` server in a country of the EU. See [providers](../evaluation/providers.md).',
    ),
    XPLAIN_REGION: given(
      euRegion,
      INSTALLATION_REGION_DEFAULT,
      'Region that `offline` evaluations name. With it you promise that this installation runs inside the EU; nobody else can check that.',
    ),
    XPLAIN_AI_REGION: optional(
      anyWord,
      'Region of Bedrock; one of the EU, or every evaluation answers 503.',
    ),
    XPLAIN_AI_URL: optional(
      web,
      'Address of the `openai-compatible` server, up to and with `/v1`; plain `http` only to private addresses.',
    ),
    XPLAIN_AI_COUNTRY: optional(
      anyWord,
      'Country that server stands in, two letters; a member state of the EU, or every evaluation answers 503.',
    ),
    XPLAIN_AI_KEY: optional(
      headerSecret(1),
      'Key of the `openai-compatible` server, or an API key of Bedrock.',
      'no key is sent; Bedrock uses AWS credentials',
    ),
    XPLAIN_AI_ACCESS_KEY_ID: optional(anyWord, 'AWS access key for Bedrock.'),
    XPLAIN_AI_SECRET_ACCESS_KEY: optional(headerSecret(1), 'Secret of that access key.'),
    XPLAIN_AI_AWS_PROFILE: optional(
      anyWord,
      'Profile of the AWS files that holds the credentials for Bedrock.',
      'credentials are found as AWS tools find them: variables, files, the role of the machine',
    ),
    XPLAIN_AI_MODEL_HAIKU_4_5: modelId('haiku-4-5'),
    XPLAIN_AI_MODEL_SONNET_4_6: modelId('sonnet-4-6'),
    XPLAIN_AI_MODEL_OPUS_4_7: modelId('opus-4-7'),
    XPLAIN_STATUS_URL: optional(
      web,
      'Public address of the status page. The web app links to it, and each node with an API reads its state once a minute.',
      'no link to it is shown',
    ),
  },
  'Status probe': PROBE_VARIABLES,
};

export const VARIABLES = {
  ...TOPICS['Listening'],
  ...TOPICS['This node'],
  ...TOPICS['Engines'],
  ...TOPICS['Mail'],
  ...TOPICS['Calling out'],
  ...TOPICS['Backup'],
  ...TOPICS['Signing in'],
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
    const start = `Where ${name}’s sign-in starts${note(notes.authorizationNote)}`;
    const tell = `Where ${name} tells who signed in${note(notes.userinfoNote)}`;
    const client = `OAuth client for signing in with ${name}.`;
    const prefix = `XPLAIN_${provider.toUpperCase()}`;
    return [
      [`${prefix}_CLIENT_ID`, optional(clientId, client, `${name} is not offered`)],
      [`${prefix}_CLIENT_SECRET`, optional(secret(1), 'Secret of that client.')],
      [`${prefix}_AUTHORIZATION_URL`, given(web, authorizationUrl, start)],
      [`${prefix}_TOKEN_URL`, given(web, tokenUrl, `Where a code becomes a ${name} token.`)],
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
    `Requests per minute and ${per}: ${covers}; 0 = off.`,
  );
}

function modelId(name: ModelName): Variable<string, undefined> {
  return optional(
    anyWord,
    `What the provider calls \`${name}\`: the inference profile of Bedrock, which starts with \`eu.\`, or the id on an \`openai-compatible\` server.`,
    'Bedrock does not offer it; an `openai-compatible` server is asked for it by this name',
  );
}
