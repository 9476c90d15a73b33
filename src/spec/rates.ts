/**
 * Requests per rolling minute. Every endpoint names its row, as it names its permission. An operator changes them with XPLAIN_RATE_…;
 * 0 switches a row off.
 *
 * `session` is the row of whoever is signed in, at the auth endpoints that try nothing: the web app asks them with every page, and people
 * of one address must not hold each other up. The same endpoints count on `auth` when they are called without a session.
 */
export const RATES = {
  ingest: { perMinute: 10_000, scope: 'organization', covers: 'POST /api/v1/logs' },
  otlp: { perMinute: 10_000, scope: 'organization', covers: 'POST /v1/logs (OTLP)' },
  logs: { perMinute: 100, scope: 'organization', covers: 'GET /api/v1/logs' },
  search: { perMinute: 10, scope: 'organization', covers: 'Search queries (dashboard)' },
  auth: { perMinute: 5, scope: 'address', covers: 'Auth endpoints' },
  public: { perMinute: 5, scope: 'address', covers: 'Public endpoints' },
  management: { perMinute: 600, scope: 'organization', covers: 'Management endpoints' },
  session: {
    perMinute: 60,
    scope: 'address',
    covers: 'Auth endpoints that look after the session they are called with',
  },
  failures: { perMinute: 100, scope: 'address', covers: 'Credentials that are refused' },
  evaluation: { perMinute: 10, scope: 'caller', covers: 'POST /api/v1/evaluations/run-adhoc' },
} as const satisfies Record<
  string,
  { perMinute: number; scope: 'organization' | 'address' | 'caller'; covers: string }
>;

export type RateName = keyof typeof RATES;
