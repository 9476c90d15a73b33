import { LIMITS } from '../spec/limits.ts';
import { KEY_PREFIXES, SCIM_TOKEN_PREFIX, TOKEN_PREFIX } from '../spec/roles.ts';
import { DAY_MS } from '../spec/units.ts';

/** Purpose of each group of endpoints, in display order. Other tags follow. */
export const TAGS: Readonly<Record<string, string>> = {
  Ingest:
    'Send log events over HTTP, OTLP, or the APIs of Splunk, Elasticsearch and Loki. Acknowledged events are on disk.',
  Search: 'Search events and compute statistics with the query language.',
  Evaluation:
    'Evaluate log events against criteria with a model, in a fixed format, on EU infrastructure.',
  Checks: 'Saved evaluations: criteria, expected items and a query under a name.',
  Agents: 'Read logs, alerts and services from an assistant, over the Model Context Protocol.',
  Alerts: 'Alert rules, incidents, notification channels and silences.',
  Dashboards: 'Dashboards with panels, variables, versions, sharing and reports.',
  SCIM: 'Provision members and groups from a directory, with SCIM 2.0.',
  'Configuration as code':
    'Describe an organization in a bundle: plan its changes, and apply them in one transaction.',
  'Saved searches': 'Queries that your team saved.',
  Macros: 'Reusable pieces of query text.',
  'Data models': 'Datasets with the field names that detections use.',
  'Data links': 'Links from the values of a field to other tools, such as a tracer or a runbook.',
  'Short links': 'Short addresses of pages of the web app, for members of the organization.',
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
    description: 'The same API key in a custom header.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal access token (\`${TOKEN_PREFIX}…\`) with the scope the endpoint needs.`,
  },
  scimToken: {
    type: 'http',
    scheme: 'bearer',
    description: `The SCIM token of a directory (\`${SCIM_TOKEN_PREFIX}…\`). It works only for \`/scim/v2\`.`,
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
  `Paths carry the version of the API, \`v1\`. Within a version, we only add endpoints, optional parameters, response fields, enumeration values and error codes. Ignore fields that you don't know. An endpoint that will be removed is marked \`deprecated\` here, returns the headers \`Deprecation\` and \`Sunset\`, and stays for at least ${LIMITS.http.deprecationMsMin / DAY_MS} days. See \`docs/api-versioning.md\` of the release for the full policy.`,
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
      '`true` when the events are queued because the daily quota is exhausted. Absent otherwise.',
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
