/** Targets of a click on a panel. Parses queries, so it is loaded on the first click. */
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { ShownPanel, VariableAnswer } from '../../../../../src/contract/dashboard-data.ts';
import type {
  CompleteDefinition,
  CompleteVariable,
} from '../../../../../src/contract/definition-form.ts';
import {
  autoSpan,
  parse,
  print,
  printSpan,
  type Variable,
  type Variables,
} from '../../../../../src/language/index.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { drillDown } from '../../../query/table/drill-down.ts';
import { alertLink } from '../../../query/text/alert-link.ts';
import { includePattern } from '../../../query/text/pattern-query.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import { DEFAULT_STATE, writeState } from '../../../data/search-state.ts';
import type { QueryPanel } from './fill-definition.ts';

type Row = Readonly<Record<string, unknown>>;

interface Picked {
  readonly definition: CompleteDefinition;
  readonly panel: QueryPanel;
  readonly shown: ShownPanel;
  readonly variables: ReadonlyMap<string, VariableAnswer>;
  readonly row: number;
  readonly column: string;
  readonly timeZone: string;
}

export interface DrillDownLinks {
  /** The query of the panel, with its variables bound. */
  readonly query: string;
  /** Of the panel's range, or of the bucket that was clicked. */
  readonly from: string;
  readonly to: string;
  /** The search for the underlying events. */
  readonly eventsHref: string;
  readonly eventsQuery: string;
  /** For the editor of an alert rule. */
  readonly alert: Record<string, string>;
  readonly filters: readonly DashboardFilter[];
  /** The values that the clicked place stands for, by field. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly own: OwnLink | undefined;
}

/** Sets a variable of the dashboard to what was clicked. */
export interface DashboardFilter {
  readonly variable: string;
  readonly field: string;
  readonly value: string;
}

/** The link that the panel has itself. */
export type OwnLink =
  | { readonly kind: 'address'; readonly href: string }
  | {
      readonly kind: 'dashboard';
      readonly dashboard: string;
      readonly variables: Readonly<Record<string, readonly string[]>>;
    };

export function drillDownLinks(picked: Picked): DrillDownLinks {
  const { panel, shown, timeZone } = picked;
  const query = boundQuery(picked);
  const rows = (shown.rows as readonly Row[]).map((row) => splitLabels(row, shown));
  const row = rows[picked.row] ?? {};
  const facts = readFacts(query);
  const found = eventsBehind(picked, query, rows);
  const [from, to] = [found.from ?? Date.parse(shown.from), found.to ?? Date.parse(shown.to)].map(
    (ms) => new Date(ms).toISOString(),
  ) as [string, string];
  const state = { ...DEFAULT_STATE, query: found.query, earliest: from, latest: to };
  const event = panel.kind === 'logs' ? textOf(row['_id']) : '';
  const groups = groupsOf(picked, row);
  const asked = { query, earliest: shown.from, latest: shown.to, columns: shown.columns };
  return {
    query,
    from,
    to,
    eventsQuery: found.query,
    eventsHref: `/search${writeState({ ...state, event: event === '' ? undefined : event })}`,
    alert: alertLink(asked, { now: Date.now(), timeZone }),
    filters: filtersFor(picked, facts.tableStage === undefined ? [] : groups),
    values: { ...row, ...Object.fromEntries(groups) },
    own: ownLink(picked, row),
  };
}

interface Behind {
  readonly query: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

function eventsBehind(picked: Picked, query: string, rows: readonly Row[]): Behind {
  const facts = readFacts(query);
  const whole = { query: facts.eventPart, from: undefined, to: undefined };
  if (picked.panel.kind === 'patterns') {
    const template = textOf(rows[picked.row]?.['template']);
    return { ...whole, query: includePattern(facts.eventPart, template) };
  }
  return drillDown(query, facts, rows, picked.row, picked.column) ?? whole;
}

/** A bar of several labels has them in one text. */
function splitLabels(row: Row, { columns }: ShownPanel): Row {
  const [first] = columns;
  if (first === undefined || !first.name.includes(SEPARATOR)) return row;
  const names = first.name.split(SEPARATOR);
  const values = textOf(row[first.name]).split(SEPARATOR);
  if (names.length !== values.length) return row;
  return { ...row, ...Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
}

const SEPARATOR = ' · ';

/** The query that is run: variables bound as literals, then printed. */
function boundQuery({ definition, panel, shown, variables }: Picked): string {
  const base = definition.searches.find(({ id }) => id === panel.search)?.query ?? '';
  const then = panel.then === null ? '' : ` | ${panel.then.replace(/^\s*\|/, '')}`;
  const text = panel.query ?? `${base}${then}`;
  const { query } = parse(text, { variables: boundVariables(definition, shown, variables) });
  return query === undefined ? text : print(query);
}

function boundVariables(
  { variables }: CompleteDefinition,
  { from, to }: ShownPanel,
  answers: ReadonlyMap<string, VariableAnswer>,
): Variables {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  return new Map(
    variables.map((variable) => {
      const values = answers.get(variable.name)?.values ?? [];
      return [variable.name, boundVariable(variable, values, range)];
    }),
  );
}

function boundVariable(
  variable: CompleteVariable,
  values: readonly string[],
  range: { readonly from: number; readonly to: number },
): Variable {
  switch (variable.type) {
    case 'text':
      return { values, hasWildcards: variable.wildcards };
    case 'list':
      return { values, use: variable.use };
    case 'query':
      return { values };
    case 'interval': {
      const auto = printSpan(autoSpan(range, LIMITS.dashboards.binsDefault));
      return { values: values.map((span) => (span === 'auto' ? auto : span)) };
    }
  }
}

/** Fields and values that the clicked position represents. */
function groupsOf({ panel, shown, column }: Picked, row: Row): [string, string][] {
  const isSeries = panel.kind === 'timeseries';
  const cells = Object.entries(row).flatMap(([name, value]): [string, string][] => {
    const type = shown.columns.find((each) => each.name === name)?.type;
    const isLabel = name !== '_time' && !isSeries && (type !== 'number' || name === column);
    return isLabel && textOf(value) !== '' ? [[name, textOf(value)]] : [];
  });
  const split = isSeries ? splitField(panel, column) : undefined;
  return split === undefined ? cells : [...cells, [split, column]];
}

/** The field that a chart has a series for each value of. */
function splitField({ query, then }: QueryPanel, column: string): string | undefined {
  if (column === 'OTHER' || column === 'NULL') return undefined;
  const stage = parse(then === null ? (query ?? '') : `* | ${then}`).query?.stages.findLast(
    ({ kind }) => kind === 'timechart',
  );
  if (stage?.kind !== 'timechart' || stage.aggregations.length !== 1) return undefined;
  return stage.split?.field.name;
}

/** Variables that queries of the dashboard compare these fields with. */
function filtersFor(
  { definition }: Picked,
  groups: readonly (readonly [string, string])[],
): DashboardFilter[] {
  const texts = [
    ...definition.searches.map(({ query }) => query),
    ...definition.panels.flatMap((panel) =>
      'query' in panel ? [panel.query ?? '', panel.then ?? ''] : [],
    ),
  ].join('\n');
  return groups.flatMap(([field, value]) => {
    const name = variableComparedWith(texts, field);
    const variable = definition.variables.find((each) => each.name === name);
    if (variable === undefined || variable.type === 'interval') return [];
    const isOption =
      variable.type !== 'list' || variable.options.some((option) => option.value === value);
    return isOption ? [{ variable: variable.name, field, value }] : [];
  });
}

export function variableComparedWith(texts: string, field: string): string | undefined {
  const name = field.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const compared = new RegExp(
    String.raw`(?<![\w.])"?${name}"?\s*(?:==?|IN\s*\()\s*\$([a-z][a-z0-9_]{0,31})\$`,
    'i',
  );
  return compared.exec(texts)?.[1];
}

function ownLink({ panel, variables }: Picked, row: Row): OwnLink | undefined {
  const { link } = panel;
  if (link === null) return undefined;
  const columns = (text: string): string =>
    text.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => textOf(row[name]));
  if ('dashboard' in link) {
    const values = Object.entries(link.variables).map(
      ([name, value]) => [name, [columns(value)].filter((each) => each !== '')] as const,
    );
    return {
      kind: 'dashboard',
      dashboard: link.dashboard,
      variables: Object.fromEntries(values),
    };
  }
  const href = link.url
    .replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(textOf(row[name])))
    .replaceAll(/\$([a-z][a-z0-9_]{0,31})\$/g, (whole, name: string) => {
      const answer = variables.get(name);
      return answer === undefined ? whole : encodeURIComponent(answer.values.join(','));
    });
  return { kind: 'address', href };
}
