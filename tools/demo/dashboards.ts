/** The dashboards of the demo organization, as files of definitions hold them. */
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../src/contract/dashboard-panels.ts';

type Place = Pick<DashboardPanel, 'x' | 'y' | 'w' | 'h'>;

function at(x: number, y: number, w: number, h: number): Place {
  return { x, y, w, h };
}

const CHECKOUTS = 'index=web path=/checkout region=$region$';

/** What goes out and what is taken back, and what the rules say about it. */
const WHAT_HAPPENED = [
  {
    name: 'Deployments',
    source: 'query',
    query:
      'index=deploy ("finished" OR "requested") | rename event AS text | table _time, text, level',
    color: 5,
  },
  { name: 'Incidents', source: 'incidents', color: 2 },
] as const satisfies DashboardDefinition['annotations'];

const REGION = {
  name: 'region',
  type: 'query',
  label: 'Region',
  query: 'index=web | top limit=0 region | fields region',
  multiple: true,
} as const satisfies NonNullable<DashboardDefinition['variables']>[number];

const CHECKOUT_NOW: DashboardDefinition = {
  schema: 1,
  key: 'checkout-now',
  name: 'Checkout overview',
  description: 'Orders, errors and latency of the checkout, with likely causes.',
  tags: ['shop'],
  time: { earliest: '-60m' },
  refreshSeconds: 30,
  variables: [REGION],
  annotations: [...WHAT_HAPPENED],
  panels: [
    {
      id: 'orders',
      kind: 'value',
      title: 'Orders placed',
      ...at(0, 0, 6, 4),
      query: `${CHECKOUTS} status=201 | stats count AS orders`,
      options: { better: 'higher' },
    },
    {
      id: 'failed',
      kind: 'value',
      title: 'Failed checkouts',
      ...at(6, 0, 6, 4),
      query: `${CHECKOUTS} status>=500 | stats count AS failed`,
      thresholds: [
        { from: 0, state: 'ok' },
        { from: 10, state: 'warning' },
        { from: 100, state: 'critical' },
      ],
      options: { better: 'lower' },
    },
    {
      id: 'rate',
      kind: 'value',
      title: 'Error rate',
      ...at(12, 0, 6, 4),
      query: `${CHECKOUTS} | stats avg(eval(if(status>=500, 100, 0))) AS share`,
      thresholds: [
        { from: 0, state: 'ok' },
        { from: 1, state: 'warning' },
        { from: 5, state: 'critical' },
      ],
      options: { unit: '%', decimals: 1, better: 'lower' },
    },
    {
      id: 'p95',
      kind: 'value',
      title: 'p95 latency',
      ...at(18, 0, 6, 4),
      query: `${CHECKOUTS} | stats p95(duration_ms) AS p95`,
      thresholds: [
        { from: 0, state: 'ok' },
        { from: 1000, state: 'warning' },
        { from: 4000, state: 'critical' },
      ],
      options: { unit: 'ms', decimals: 0, better: 'lower' },
    },
    {
      id: 'status',
      kind: 'timeseries',
      title: 'Checkout responses by status',
      ...at(0, 4, 16, 8),
      query: `${CHECKOUTS} | timechart span=1m count BY status`,
      options: { style: 'bars', stack: 'normal' },
    },
    {
      id: 'services',
      kind: 'bars',
      title: 'Errors by service',
      ...at(16, 4, 8, 8),
      query: 'index=app level=error | stats count BY service',
    },
    {
      id: 'heat',
      kind: 'heatmap',
      title: 'Checkout latency distribution',
      description:
        'Most requests take under 350 ms. Requests without a connection time out after 5 s.',
      ...at(0, 12, 12, 8),
      query: `${CHECKOUTS} | bin _time span=1m | eval took=case(duration_ms<100, 0, duration_ms<200, 100, duration_ms<400, 200, duration_ms<800, 400, duration_ms<1600, 800, duration_ms<3200, 1600, true(), 3200) | stats count BY _time, took`,
      options: { unit: 'ms' },
    },
    {
      id: 'latency',
      kind: 'timeseries',
      title: 'Edge latency',
      ...at(12, 12, 12, 8),
      query: `${CHECKOUTS} | timechart span=1m p50(duration_ms) AS p50, p95(duration_ms) AS p95, p99(duration_ms) AS p99`,
      options: { unit: 'ms', log: true },
    },
    {
      id: 'why',
      kind: 'patterns',
      title: 'Error patterns',
      ...at(0, 20, 12, 9),
      query: 'index=app level=error',
      options: { top: 8 },
    },
    {
      id: 'logs',
      kind: 'logs',
      title: 'Checkout and payments: warnings and errors',
      ...at(12, 20, 12, 9),
      query: 'index=app service IN (checkout, payments) (level=error OR level=warn)',
      options: { rows: 50, fields: ['service'] },
    },
  ],
};

const PAYMENTS = 'index=app service=payments';

const RELEASE_WATCH: DashboardDefinition = {
  schema: 1,
  key: 'release-watch',
  name: 'Release health',
  description: 'Payments before and after a release, with deployment steps.',
  tags: ['shop', 'releases'],
  time: { earliest: '-3h' },
  refreshSeconds: 60,
  annotations: [...WHAT_HAPPENED],
  searches: [
    {
      id: 'versions',
      query: `${PAYMENTS} | stats count AS lines, count(eval(level="error")) AS errors BY version`,
    },
  ],
  panels: [
    {
      id: 'what',
      kind: 'text',
      ...at(0, 0, 8, 7),
      options: {
        markdown:
          '## Is the new version worse?\n\nCompare **errors by version** on the right. If the new one is worse:\n\n1. Check its smoke test below.\n2. Roll back: `deploy rollback payments`.\n3. Check that the errors stop.',
      },
    },
    {
      id: 'share',
      kind: 'table',
      title: 'Error rate by version',
      ...at(8, 0, 8, 7),
      search: 'versions',
      // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
      then: 'eval failing=round(100 * errors / lines, 1) | rename failing AS "errors per 100 lines" | sort -version',
      options: { cellBars: ['errors per 100 lines'] },
    },
    {
      id: 'lines',
      kind: 'bars',
      title: 'Errors by version',
      ...at(16, 0, 8, 7),
      search: 'versions',
      // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
      then: 'table version, errors',
    },
    {
      id: 'errors',
      kind: 'timeseries',
      title: 'Payments errors by version',
      ...at(0, 7, 12, 8),
      query: `${PAYMENTS} level=error | timechart count BY version`,
      options: { style: 'area', stack: 'normal' },
    },
    {
      id: 'orders',
      kind: 'timeseries',
      title: 'Orders placed and failed',
      ...at(12, 7, 12, 8),
      query:
        'index=web path=/checkout | timechart count(eval(status=201)) AS placed, count(eval(status>=500)) AS lost',
    },
    {
      id: 'steps',
      kind: 'table',
      title: 'Deployment steps',
      ...at(0, 15, 24, 9),
      query: 'index=deploy | sort -_time | table _time, level, version, event',
      options: { rows: 50 },
    },
  ],
};

const EDGE: DashboardDefinition = {
  schema: 1,
  key: 'edge-and-sign-ins',
  name: 'Edge and sign-ins',
  description: 'Login attempts and responses.',
  tags: ['security'],
  time: { earliest: '-3h' },
  refreshSeconds: 300,
  variables: [{ name: 'every', type: 'interval', label: 'Interval', default: '5m' }],
  panels: [
    { id: 'doors', kind: 'heading', title: 'SSH logins', ...at(0, 0, 24, 2) },
    {
      id: 'refused',
      kind: 'value',
      title: 'Failed logins',
      ...at(0, 2, 6, 4),
      query: 'index=security level=warn | stats count AS refused',
      options: { better: 'lower' },
    },
    {
      id: 'accepted',
      kind: 'value',
      title: 'Successful logins',
      ...at(0, 6, 6, 4),
      query: 'index=security level=info | stats count AS accepted',
    },
    {
      id: 'addresses',
      kind: 'bars',
      title: 'Failed logins by source IP',
      ...at(6, 2, 9, 8),
      query: 'index=security level=warn | stats count BY src_ip',
      options: { top: 8 },
    },
    {
      id: 'names',
      kind: 'bars',
      title: 'Failed logins by user',
      ...at(15, 2, 9, 8),
      query: 'index=security level=warn | stats count BY user',
    },
    { id: 'edge', kind: 'heading', title: 'Edge', ...at(0, 10, 24, 2) },
    {
      id: 'statuses',
      kind: 'share',
      title: 'Responses by status',
      ...at(0, 12, 8, 8),
      query: 'index=web | stats count BY status',
      options: { style: 'donut' },
    },
    {
      id: 'paths',
      kind: 'heatmap',
      title: 'Requests by path',
      ...at(8, 12, 16, 8),
      query: 'index=web | bin _time span=$every$ | stats count BY _time, path',
    },
    {
      id: 'regions',
      kind: 'timeseries',
      title: 'Requests by region',
      ...at(0, 20, 12, 8),
      query: 'index=web | timechart span=$every$ count BY region',
      options: { style: 'area', stack: 'normal' },
    },
    {
      id: 'slow',
      kind: 'table',
      title: 'Slowest paths',
      ...at(12, 20, 12, 8),
      query:
        'index=web | stats count AS requests, p95(duration_ms) AS p95, max(duration_ms) AS slowest BY path | sort -p95',
      options: { cellBars: ['p95'] },
    },
  ],
};

export const DASHBOARDS: readonly DashboardDefinition[] = [CHECKOUT_NOW, RELEASE_WATCH, EDGE];
