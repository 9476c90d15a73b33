import { LIMITS } from '../spec/limits.ts';
import { KEY_PREFIXES, TOKEN_PREFIX } from '../spec/roles.ts';
import { DAY_MS } from '../spec/units.ts';

/** What the groups of endpoints are for, in the order they are shown. Further tags follow behind. */
export const TAGS: Readonly<Record<string, string>> = {
  Ingest:
    'Send log events over HTTP, OTLP, or the APIs of Splunk, Elasticsearch and Loki. Acknowledged events are on disk.',
  Search: 'Search events and compute statistics with the query language.',
  Evaluation:
    'Evaluate log events against criteria with a model, in a fixed format, on EU infrastructure.',
  Agents: 'Read logs, alerts and services from an assistant, over the Model Context Protocol.',
  Alerts: 'Alert rules, incidents, notification channels and silences.',
  Dashboards: 'Dashboards with panels, variables, versions, sharing and reports.',
  'Configuration as code':
    'Keep an organization in one file: plan what a bundle would change, and apply it as a whole.',
  'Saved searches': 'Queries that your team saved.',
  Macros: 'Texts that stand for longer ones in queries.',
  'Lookup tables': 'Tables that enrich events in searches, such as the team of a service.',
  Pipelines: 'Parse, redact, enrich and route events at ingest.',
  Services: 'Services with their KPIs, SLOs and dependencies.',
  Exports: 'Scheduled exports to files, their runs, and imports of archives.',
  Indexes: 'Where events are stored, and their retention.',
  Account: 'Sign-up, sign-in, sessions and passwords.',
  Organization: 'Settings, plan and usage of your organization.',
  Installation: 'Administration of the installation and all its organizations, for operators.',
  Members: 'Members of the organization and their roles.',
  Invitations: 'Invitations to the organization.',
  'API keys': 'Credentials for programs.',
  'Access tokens': 'Credentials that act for a person.',
  Audit: 'The audit log of the organization.',
  'Dead letters': 'Events that could not be stored, kept for inspection and replay.',
  Platform: 'Health, metrics and the API document.',
};

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key (\`${KEY_PREFIXES.live}…\` or \`${KEY_PREFIXES.test}…\`) as \`Authorization: Bearer\`.`,
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same API key in its own header.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal access token (\`${TOKEN_PREFIX}…\`) with the scope the endpoint needs.`,
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'xplain.session_token',
    description: 'Session cookie of the web app.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that is configured as `XPLAIN_METRICS_TOKEN`.',
  },
} as const;

export const INTRODUCTION = [
  'Send, search and evaluate logs. The web app uses this API for everything it does.',
  'A successful response is `{ "data": … }`. Lists add `nextCursor`: send it as `cursor` to get the next page. An error is `{ "error", "code", "details"? }`: match on `code`, show `error`. Every response has `X-Request-Id`.',
  'Times are ISO 8601 in UTC with milliseconds. IDs are opaque strings with a prefix for their type. Unknown fields in a body are rejected, so that typos do not go unnoticed.',
  'You can compress bodies with `Content-Encoding: gzip`, `deflate` or `zstd`. Size limits apply after decompression.',
  `Paths carry the version of the API, \`v1\`. Within a version we only add: endpoints, optional parameters, fields of answers, values of enumerations, error codes. Ignore what you don't know. An endpoint that will be removed is marked \`deprecated\` here, answers with \`Deprecation\` and \`Sunset\`, and stays for at least ${LIMITS.http.deprecationMsMin / DAY_MS} days. The whole policy: \`docs/api-versioning.md\` of the release.`,
].join('\n\n');

/** Headers of answers, described once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'ID of the request in the server log. Include it when you report a problem.',
    schema: { type: 'string' },
    example: 'req_2Vd9pLrKq7TzXmBcE4HwNa',
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed per minute.',
    schema: { type: 'integer' },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this minute.',
    schema: { type: 'integer' },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description: 'When the limit is fully available again, as a Unix timestamp in seconds.',
    schema: { type: 'integer' },
    example: 1_769_853_600,
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry. 0: retry immediately.',
    schema: { type: 'integer' },
    example: 12,
  },
  'X-Receipt': {
    description: 'ID for `GET /api/v1/receipts/{id}`, which shows the status of the events.',
    schema: { type: 'string' },
    example: 'rcp_2Vd9pLrKq7TzXmBcE4HwNa',
  },
  'X-Throttled': {
    description:
      '`true` when the events are held because the daily quota is used up. Absent otherwise.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Deprecation: {
    description:
      'Deprecated endpoints only: when it was deprecated, as `@` and a Unix timestamp (RFC 9745).',
    schema: { type: 'string' },
    example: '@1794700800',
  },
  Sunset: {
    description: 'Deprecated endpoints only: when it may be removed (RFC 8594).',
    schema: { type: 'string' },
    example: 'Mon, 15 Nov 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'Deprecated endpoints only: the API reference (`rel="deprecation"`) and the replacement, if any (`rel="successor-version"`).',
    schema: { type: 'string' },
    example: '</docs>; rel="deprecation"; type="text/html"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;
