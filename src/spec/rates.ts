/**
 * Requests per rolling minute. Every endpoint names its row, as it names its permission. An operator changes them with XPLAIN_RATE_…;
 * 0 switches a row off.
 *
 * `session` is the row of whoever is signed in, at the auth endpoints that try nothing: the web app asks them with every page, and people
 * of one address must not hold each other up. So it is for strangers at those that a page to sign in has to read, and for the clients of agents. Whatever else
 * is called without a session, or with one that is refused, is an attempt and counts on `auth`.
 */
export const RATES = {
  ingest: {
    perMinute: 10_000,
    scope: 'organization',
    covers: 'POST /api/v1/logs',
    counts: 'ingest requests',
  },
  otlp: {
    perMinute: 10_000,
    scope: 'organization',
    covers: 'POST /v1/logs (OTLP)',
    counts: 'OTLP ingest requests',
  },
  logs: {
    perMinute: 100,
    scope: 'organization',
    covers: 'GET /api/v1/logs',
    counts: 'log requests',
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
    counts: 'searches with syntax errors',
  },
  auth: {
    perMinute: 5,
    scope: 'address',
    covers: 'Auth endpoints',
    counts: 'sign-in and account requests',
  },
  public: { perMinute: 5, scope: 'address', covers: 'Public endpoints', counts: 'requests' },
  management: {
    perMinute: 600,
    scope: 'organization',
    covers: 'Management endpoints',
    counts: 'management requests',
  },
  session: {
    perMinute: 60,
    scope: 'address',
    covers: 'Auth endpoints that check no credentials, and session endpoints',
    counts: 'session requests',
  },
  failures: {
    perMinute: 100,
    scope: 'address',
    covers: 'Rejected credentials',
    counts: 'requests with rejected credentials',
  },
  evaluation: {
    perMinute: 10,
    scope: 'caller',
    covers: 'POST /api/v1/evaluations/run-adhoc',
    counts: 'evaluations',
  },
  scim: {
    perMinute: 1_500,
    scope: 'organization',
    covers: 'SCIM endpoints',
    counts: 'SCIM requests',
  },
  agents: {
    perMinute: 300,
    scope: 'organization',
    covers: 'POST /mcp',
    counts: 'agent requests',
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
