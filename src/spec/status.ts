/** The words of the status page: what it shows, in which states, and for which reasons. */

interface ComponentFacts {
  readonly name: string;
  /** Whether the platform as a whole is down when this is. */
  readonly isCore: boolean;
}

/**
 * In the order in which the page shows them and a minute keeps them: a new one goes to the end, or minutes that
 * were kept before would tell of another.
 */
export const STATUS_COMPONENTS = {
  api: { name: 'API', isCore: true },
  'ingest-http': { name: 'HTTP ingest', isCore: true },
  'ingest-otlp': { name: 'OTLP ingest', isCore: true },
  search: { name: 'Search', isCore: true },
  evaluation: { name: 'Evaluation preview', isCore: false },
  alerts: { name: 'Alerts', isCore: false },
  web: { name: 'Web app', isCore: false },
  'stored-logs': { name: 'Stored logs', isCore: false },
} as const satisfies Record<string, ComponentFacts>;

export type ComponentId = keyof typeof STATUS_COMPONENTS;
// The keys of the table are its names; `Object.keys` cannot say so.
export const COMPONENT_IDS = Object.keys(STATUS_COMPONENTS) as readonly ComponentId[];

/** What one look found out. A slow answer is an answer, so it counts as up. */
export const MINUTE_RESULTS = ['none', 'up', 'slow', 'down'] as const;
export type MinuteResult = (typeof MINUTE_RESULTS)[number];

export const STATUS_STATES = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
  no_data: 'No data',
} as const;
export type StatusState = keyof typeof STATUS_STATES;

/** What the web app says of the platform. What nobody could read is unknown, never operational. */
export const APP_STATUS = ['operational', 'degraded', 'outage', 'maintenance', 'unknown'] as const;
export type AppStatus = (typeof APP_STATUS)[number];

/** Why a look ended as it did. The page says nothing but these: no addresses, answers or keys. */
export const STATUS_REASONS = {
  too_slow: 'Responds, but slowly.',
  no_answer: 'Request timed out.',
  unreachable: 'Unreachable.',
  refused: 'Returns an error.',
  wrong_answer: 'Returns an unexpected response.',
  not_found: 'An accepted event was not searchable in time.',
  found_late: 'An accepted event became searchable late.',
  missing: 'A stored event is missing.',
  doubled: 'A stored event is duplicated.',
  altered: 'A stored event was altered.',
  not_fired: 'A test alert did not fire in time.',
  not_ticking: 'Alert rules are not evaluated in time.',
  not_checked: 'Not checked yet.',
  not_set_up: 'Not configured.',
  rate_limited: 'The probe was rate limited.',
  over_quota: 'The probe reached its quota.',
  key_refused: 'The probe’s credentials were rejected.',
  probe_offline: 'The probe is offline.',
} as const;
export type StatusReason = keyof typeof STATUS_REASONS;

/** What people can say of an incident. */
export const INCIDENT_STEPS = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStep = (typeof INCIDENT_STEPS)[number];
