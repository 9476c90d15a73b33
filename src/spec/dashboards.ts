/** The words of dashboards: kinds of panels and variables, and what can be chosen for them. */
export const DEFINITION_SCHEMA = 1;

export const PANEL_KINDS = [
  'timeseries',
  'value',
  'bars',
  'share',
  'heatmap',
  'table',
  'logs',
  'patterns',
  'health',
  'text',
  'heading',
] as const;
export type PanelKind = (typeof PANEL_KINDS)[number];

/** Kinds that show the rows of a query. */
export const QUERY_KINDS = [
  'timeseries',
  'value',
  'bars',
  'share',
  'heatmap',
  'table',
  'logs',
  'patterns',
] as const satisfies readonly PanelKind[];
export type QueryKind = (typeof QUERY_KINDS)[number];

/** Kinds that show events as they were sent. A public link shows them only where it was ticked. */
export const RAW_KINDS: ReadonlySet<PanelKind> = new Set<PanelKind>(['logs', 'patterns']);

export const GRID_COLUMNS = 24;

export const REFRESH_SECONDS = [30, 60, 300, 900, 3600] as const;

export const THRESHOLD_STATES = ['ok', 'warning', 'critical'] as const;

/** What a `value` is compared with: the range before, the same one a day or a week ago, or nothing. */
export const COMPARISONS_OF_VALUES = ['previous', 'day', 'week', 'none'] as const;

/** Values of an interval variable; `auto` follows the range. */
export const INTERVALS = [
  'auto',
  '10s',
  '30s',
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '6h',
  '12h',
  '1d',
] as const;

export const ANNOTATION_SOURCES = ['query', 'incidents'] as const;
/** The eight tones of charts, counted from 1. */
export const TONE_MAX = 8;

export const SHARE_AUDIENCES = ['organization', 'public'] as const;
/** Stands before the token of a public link. */
export const LINK_TOKEN_PREFIX = 'xpd_';

export const REPORT_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
