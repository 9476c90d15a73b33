/**
 * A definition with all fields present. The contract can derive the same from its schemas, but these are far larger
 * than a page needs; a test keeps the two in sync.
 */
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../../../src/contract/dashboard-panels.ts';
import type {
  CompleteDefinition,
  CompletePanel,
  CompleteVariable,
} from '../../../../../src/contract/definition-form.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
// Only this file: a page that shows a dashboard does not need the others.
import { DASHBOARDS_LIMITS } from '../../../../../src/spec/limits/dashboards.ts';

const limits = DASHBOARDS_LIMITS;

export function fillDefinition(definition: DashboardDefinition): CompleteDefinition {
  return {
    schema: definition.schema,
    key: definition.key ?? null,
    name: definition.name,
    description: definition.description ?? '',
    tags: definition.tags ?? [],
    time: {
      earliest: definition.time?.earliest ?? '-24h',
      latest: definition.time?.latest ?? 'now',
    },
    timeZone: definition.timeZone ?? null,
    refreshSeconds: definition.refreshSeconds ?? null,
    variables: (definition.variables ?? []).map(fillVariable),
    searches: definition.searches ?? [],
    annotations: (definition.annotations ?? []).map((annotation) => ({
      ...annotation,
      query: annotation.query ?? null,
      color: annotation.color ?? 1,
    })),
    panels: (definition.panels ?? []).map(fillPanel),
  };
}

const TITLES = { title: '', description: '' };
const QUERY = { query: null, search: null, time: null, thresholds: [], link: null };
const UNIT = { unit: 'none' };

type OptionsOf<Kind extends PanelKind> = Extract<CompletePanel, { kind: Kind }>['options'];

const OPTIONS: { readonly [Kind in PanelKind]: OptionsOf<Kind> } = {
  timeseries: { style: 'line', stack: 'none', log: false, ...UNIT },
  value: { sparkline: true, compare: 'previous', ...UNIT, decimals: null, better: null },
  bars: { top: limits.barsDefault, ...UNIT },
  share: { style: 'bar', ...UNIT },
  heatmap: { scale: 'sqrt', ...UNIT },
  table: { columns: [], rows: limits.tableRowsMax, cellBars: [] },
  logs: { rows: limits.logRowsDefault, fields: [], wrap: false },
  patterns: { top: limits.patternsDefault },
  health: { services: [], tag: null },
  text: { markdown: '' },
  heading: { collapsed: false },
};

export function fillPanel(panel: DashboardPanel): CompletePanel {
  const options = { ...OPTIONS[panel.kind], ...panel.options };
  if (!hasQuery(panel)) return { ...TITLES, ...panel, options } as CompletePanel;
  const { time, link } = panel;
  return {
    ...TITLES,
    ...QUERY,
    // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
    then: null,
    ...panel,
    ...(time ? { time: { ...time, latest: time.latest ?? 'now' } } : {}),
    ...(link && 'dashboard' in link ? { link: { ...link, variables: link.variables ?? {} } } : {}),
    options,
  } as CompletePanel;
}

type PlainKind = 'health' | 'text' | 'heading';
export type QueryPanel = Exclude<CompletePanel, { readonly kind: PlainKind }>;

/** Whether it waits for an answer: of a query, or about services. */
export function isAsked({ kind }: { readonly kind: PanelKind }): boolean {
  return kind !== 'text' && kind !== 'heading';
}

/** Whether it shows the rows of a query. */
export function hasQuery<Panel extends { readonly kind: PanelKind }>(
  panel: Panel,
): panel is Exclude<Panel, { readonly kind: PlainKind }> {
  return panel.kind !== 'health' && panel.kind !== 'text' && panel.kind !== 'heading';
}

function fillVariable(
  variable: NonNullable<DashboardDefinition['variables']>[number],
): CompleteVariable {
  switch (variable.type) {
    case 'text':
      return { label: '', wildcards: false, default: '', ...variable };
    case 'list': {
      const options = variable.options.map((option) => ({ label: '', ...option }));
      const rest = { label: '', multiple: false, all: true, use: 'value', default: [] } as const;
      return { ...rest, ...variable, options };
    }
    case 'query':
      return { label: '', multiple: false, all: true, default: [], ...variable };
    case 'interval':
      return { label: '', default: 'auto', ...variable };
  }
}
