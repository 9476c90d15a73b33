/** Dashboard templates, built from the fields of an organization's events. */
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../../../src/contract/dashboard-panels.ts';
import type { FieldList } from '../../../../../src/contract/search-views.ts';

export interface Template {
  readonly title: string;
  /** The fields it is based on. */
  readonly why: string;
  readonly definition: DashboardDefinition;
}

type Known = Pick<FieldList, 'fields'>;

/** Only well-known names, which need no quotes in a query; the best first. */
const STATUSES = ['status', 'http.status_code', 'http.response.status_code', 'status_code', 'code'];
const DURATIONS = ['duration_ms', 'latency_ms', 'elapsed_ms', 'response_time_ms', 'duration'];
const PATHS = ['path', 'http.route', 'http.target', 'url.path', 'route', 'uri', 'url'];
const SENDERS = ['service', 'service.name', 'source', 'host'];
const VALUES_MAX = 1_000;

/** `known` are the fields of the last day; only what fits them is offered. */
export function templatesFor(known: Known): Template[] {
  return [errorsOf(known), requestsOf(known), sendersOf(known)].filter(
    (template) => template !== undefined,
  );
}

function find({ fields }: Known, names: readonly string[], distinctMax = Infinity) {
  const found = names
    .map((name) => fields.find((field) => field.name === name))
    .find((field) => field !== undefined && field.distinct >= 1 && field.distinct <= distinctMax);
  return found?.name;
}

function errorsOf(known: Known): Template | undefined {
  const level = find(known, ['level']);
  if (level === undefined) return undefined;
  const sender = find(known, SENDERS, VALUES_MAX);
  const bad = 'level IN (error, fatal)';
  const panels: DashboardPanel[] = [
    value('all', 'Events', 0, '* | stats count'),
    {
      ...value('bad', 'Errors', 8, `${bad} | stats count AS errors`),
      options: { better: 'lower' },
    },
    {
      ...value('kinds', 'Error rate', 16, SHARE_OF_ERRORS),
      options: { unit: '%', better: 'lower' },
    },
    {
      id: 'levels',
      kind: 'timeseries',
      title: 'Events by level',
      x: 0,
      y: 4,
      w: 16,
      h: 8,
      query: '* | timechart count BY level',
      options: { style: 'bars', stack: 'normal' },
    },
    sender === undefined
      ? {
          ...labels('levelshare', 'Levels', 16, 4),
          kind: 'share',
          query: '* | stats count BY level',
        }
      : {
          ...labels('senders', `Errors by ${sender}`, 16, 4),
          kind: 'bars',
          query: `${bad} | stats count BY ${sender}`,
        },
    {
      id: 'patterns',
      kind: 'patterns',
      title: 'Error patterns',
      x: 0,
      y: 12,
      w: 24,
      h: 7,
      query: bad,
    },
    {
      id: 'events',
      kind: 'logs',
      title: 'Latest errors',
      x: 0,
      y: 19,
      w: 24,
      h: 10,
      query: bad,
    },
  ];
  return {
    title: 'Errors',
    why: sender === undefined ? 'Based on level.' : `Based on level and ${sender}.`,
    definition: { schema: 1, name: 'Errors', panels },
  };
}

const SHARE_OF_ERRORS =
  '* | stats count(eval(level="error" OR level="fatal")) AS bad, count AS all ' +
  '| eval share=bad/all*100 | fields share';

function requestsOf(known: Known): Template | undefined {
  const status = find(known, STATUSES, VALUES_MAX);
  if (status === undefined) return undefined;
  const duration = find(known, DURATIONS);
  const path = find(known, PATHS);
  const code = status;
  const time = duration === undefined ? undefined : duration;
  const any = `${code}=*`;
  const panels: DashboardPanel[] = [
    value('all', 'Requests', 0, `${any} | stats count`),
    {
      ...value('failed', '5xx responses', 8, `${code}>=500 | stats count AS failed`),
      options: { better: 'lower' },
    },
    time === undefined
      ? value('refused', '4xx responses', 16, `${code}>=400 ${code}<500 | stats count AS refused`)
      : {
          ...value('p95', 'p95', 16, `${any} | stats p95(${time}) AS p95`),
          options: { unit: 'ms', better: 'lower' },
        },
    {
      id: 'statuses',
      kind: 'timeseries',
      title: 'Responses by status',
      x: 0,
      y: 4,
      w: 16,
      h: 8,
      query: `${any} | timechart count BY ${code}`,
      options: { style: 'bars', stack: 'normal' },
    },
    {
      ...labels('shares', 'Status codes', 16, 4),
      kind: 'share',
      query: `${any} | stats count BY ${code}`,
    },
    ...(time === undefined ? [] : latencyPanels(any, time)),
    ...(path === undefined ? [] : [pathsPanel(any, path, time)]),
  ];
  const names = [status, duration, path].filter((name) => name !== undefined);
  return {
    title: 'Requests',
    why: `Based on ${names.join(', ')}.`,
    definition: { schema: 1, name: 'Requests', panels },
  };
}

function latencyPanels(any: string, time: string): DashboardPanel[] {
  return [
    {
      id: 'latency',
      kind: 'timeseries',
      title: 'Latency',
      x: 0,
      y: 12,
      w: 24,
      h: 7,
      query: `${any} | timechart p50(${time}) AS p50, p95(${time}) AS p95, p99(${time}) AS p99`,
      options: { unit: 'ms' },
    },
  ];
}

function pathsPanel(any: string, path: string, time: string | undefined): DashboardPanel {
  const more = time === undefined ? '' : `, p95(${time}) AS p95`;
  return {
    id: 'paths',
    kind: 'table',
    title: 'Top paths',
    x: 0,
    y: 19,
    w: 24,
    h: 8,
    query: `${any} | stats count${more} BY ${path} | sort -count`,
    options: { cellBars: time === undefined ? ['count'] : ['count', 'p95'] },
  };
}

function sendersOf(known: Known): Template | undefined {
  const sender = find(known, SENDERS, VALUES_MAX);
  if (sender === undefined) return undefined;
  const field = sender;
  const panels: DashboardPanel[] = [
    {
      id: 'volume',
      kind: 'timeseries',
      title: `Events by ${sender}`,
      x: 0,
      y: 0,
      w: 16,
      h: 8,
      query: `${field}=$sender$ | timechart count BY ${field}`,
      options: { style: 'area', stack: 'normal' },
    },
    {
      ...labels('loudest', 'Top sources', 16, 0),
      kind: 'bars',
      query: `${field}=$sender$ | stats count BY ${field}`,
    },
    {
      id: 'levels',
      kind: 'table',
      title: 'Levels',
      x: 0,
      y: 8,
      w: 12,
      h: 9,
      query: `${field}=$sender$ | chart count OVER ${field} BY level`,
    },
    {
      id: 'events',
      kind: 'logs',
      title: 'Latest events',
      x: 12,
      y: 8,
      w: 12,
      h: 9,
      query: `${field}=$sender$`,
    },
  ];
  return {
    title: 'Sources',
    why: `Based on ${sender}, with a variable for it.`,
    definition: {
      schema: 1,
      name: 'Sources',
      variables: [
        {
          name: 'sender',
          type: 'query',
          label: sender,
          query: `* | top limit=200 ${field}`,
          multiple: true,
        },
      ],
      panels,
    },
  };
}

function value(id: string, title: string, x: number, query: string) {
  return { id, kind: 'value', title, x, y: 0, w: 8, h: 4, query } as const;
}

function labels(id: string, title: string, x: number, y: number) {
  return { id, title, x, y, w: 8, h: 8 } as const;
}
