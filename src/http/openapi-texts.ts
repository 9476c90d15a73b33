import { LIMITS } from '../spec/limits.ts';
import { KEY_PREFIXES, TOKEN_PREFIX } from '../spec/roles.ts';
import { DAY_MS } from '../spec/units.ts';

/** What the groups of endpoints are for, in the order they are shown. Further tags follow behind. */
export const TAGS: Readonly<Record<string, string>> = {
  Ingest: 'Send log events, over HTTP or OTLP. What is acknowledged is on disk.',
  Search: 'Ask for events and statistics with the query language.',
  Evaluation: 'Let a model judge log rows against criteria, in a fixed form, on EU infrastructure.',
  Alerts: 'Rules that watch the logs, and what they have found.',
  Dashboards: 'Panels of queries, shared in the organization.',
  'Saved searches': 'Queries worth keeping.',
  'Lookup tables': 'What queries add to events: the team behind a service, the place of a host.',
  Pipelines: 'Parse, redact, enrich and route events on their way in.',
  Services: 'Services and their key figures.',
  Exports: 'Results written to files, on a schedule.',
  Indexes: 'Where events live, and for how long.',
  Account: 'Sign up, sign in and out, and everything about a password.',
  Organization: 'The organization you act in: settings, plan and usage.',
  Installation: 'What holds for all organizations of this installation, for those who operate it.',
  Members: 'People of the organization, and their roles.',
  Invitations: 'People on their way into the organization.',
  'API keys': 'Credentials for programs.',
  'Access tokens': 'Credentials that act for a person.',
  Audit: 'Who did what in the organization, as a file.',
  'Dead letters': 'Events that could not be stored, kept for inspection and replay.',
  Platform: 'What an installation says about itself.',
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
    description: 'The same API key in a header of its own.',
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
    description: 'The cookie of somebody who is signed in to the web app.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token the operator has set as `XPLAIN_METRICS_TOKEN`.',
  },
} as const;

export const INTRODUCTION = [
  'Send logs, search them, and have them judged: everything the web app does, it does with this API.',
  'A success is `{ "data": … }`; a list has `nextCursor` beside it, to be sent as `cursor` for the next page. A failure is `{ "error", "code", "details"? }`: match on `code`, read `error`. Every answer carries `X-Request-Id`.',
  'Times are ISO 8601 in UTC with milliseconds. Ids are opaque texts with a prefix that says what they name. Unknown fields in a body are refused, so that a typo does not pass.',
  'Bodies may be compressed with `Content-Encoding: gzip`, `deflate` or `zstd`; their size counts after decompression.',
  `Paths carry the version of the API, \`v1\`. Within a version we only add: endpoints, optional parameters, fields of answers, values of enumerations, error codes. Ignore what you don't know. An endpoint that will be removed is marked \`deprecated\` here, answers with \`Deprecation\` and \`Sunset\`, and stays for at least ${LIMITS.http.deprecationMsMin / DAY_MS} days. The whole policy: \`docs/api-versioning.md\` of the release.`,
].join('\n\n');

/** Headers of answers, described once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log of the installation: tell it whoever runs it.',
    schema: { type: 'string' },
    example: 'req_2Vd9pLrKq7TzXmBcE4HwNa',
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the row of the rate table allows in a minute.',
    schema: { type: 'integer' },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: { type: 'integer' },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description: 'When all of them are there again, in seconds since 1970.',
    schema: { type: 'integer' },
    example: 1_769_853_600,
  },
  'Retry-After': {
    description:
      'Seconds to wait before the request is worth another try; 0 when it can be made at once.',
    schema: { type: 'integer' },
    example: 12,
  },
  'X-Receipt': {
    description: 'Under this id `GET /api/v1/receipts/{id}` tells what became of the events.',
    schema: { type: 'string' },
    example: 'rcp_2Vd9pLrKq7TzXmBcE4HwNa',
  },
  'X-Throttled': {
    description:
      '`true` when the events are held back because the daily quota is used up; absent otherwise.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Deprecation: {
    description:
      'Only of a deprecated endpoint: since when, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
    example: '@1794700800',
  },
  Sunset: {
    description: 'Only of a deprecated endpoint: from when on it may be missing (RFC 8594).',
    schema: { type: 'string' },
    example: 'Mon, 15 Nov 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'Only of a deprecated endpoint: the API reference (`rel="deprecation"`) and, if there is one, the replacement (`rel="successor-version"`).',
    schema: { type: 'string' },
    example: '</docs>; rel="deprecation"; type="text/html"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;
