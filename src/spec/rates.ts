/**
 * Requests per rolling minute. Every endpoint names its row, as it names its permission. An operator changes them with XPLAIN_RATE_…;
 * 0 switches a row off.
 *
 * `session` is the row of whoever is signed in, at the auth endpoints that try nothing: the web app asks them with every page, and people
 * of one address must not hold each other up. So it is for strangers at the two of them that a page to sign in has to read. Whatever else
 * is called without a session, or with one that is refused, is an attempt and counts on `auth`.
 */
export const RATES = {
  ingest: {
    perMinute: 10_000,
    scope: 'organization',
    covers: 'POST /api/v1/logs',
    counts: 'requests that send events',
  },
  otlp: {
    perMinute: 10_000,
    scope: 'organization',
    covers: 'POST /v1/logs (OTLP)',
    counts: 'requests that send events over OTLP',
  },
  logs: {
    perMinute: 100,
    scope: 'organization',
    covers: 'GET /api/v1/logs',
    counts: 'requests for logs',
  },
  search: {
    perMinute: 10,
    scope: 'organization',
    covers: 'Search queries (dashboard)',
    counts: 'searches',
  },
  unreadable: {
    perMinute: 60,
    scope: 'caller',
    covers: 'Search queries with syntax errors (not counted as searches)',
    counts: 'searches that cannot be read',
  },
  auth: {
    perMinute: 5,
    scope: 'address',
    covers: 'Auth endpoints',
    counts: 'attempts to sign in or to change an account',
  },
  public: { perMinute: 5, scope: 'address', covers: 'Public endpoints', counts: 'requests' },
  management: {
    perMinute: 600,
    scope: 'organization',
    covers: 'Management endpoints',
    counts: 'requests that read or change settings',
  },
  session: {
    perMinute: 60,
    scope: 'address',
    covers: 'Auth endpoints that check no credentials, and session endpoints',
    counts: 'requests about the session',
  },
  failures: {
    perMinute: 100,
    scope: 'address',
    covers: 'Rejected credentials',
    counts: 'requests with credentials that are refused',
  },
  evaluation: {
    perMinute: 10,
    scope: 'caller',
    covers: 'POST /api/v1/evaluations/run-adhoc',
    counts: 'evaluations',
  },
  agents: {
    perMinute: 300,
    scope: 'organization',
    covers: 'POST /mcp',
    counts: 'requests of agents',
  },
  agentCalls: {
    perMinute: 60,
    scope: 'caller',
    covers: 'Tool calls of agents',
    counts: 'tool calls',
  },
} as const satisfies Record<
  string,
  {
    perMinute: number;
    scope: 'organization' | 'address' | 'caller';
    covers: string;
    /** As whoever is refused is told. */
    counts: string;
  }
>;

export type RateName = keyof typeof RATES;
