/** Puts a dashboard together from panels of another product: variables bound, queries read, nothing on top of another. */
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../src/contract/dashboard-panels.ts';
import {
  type ExpandMacro,
  type Query,
  shapeOf,
  type Variable,
  type Variables,
} from '../../src/language/index.ts';
import { GRID_COLUMNS } from '../../src/spec/dashboards.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { type CheckedQuery, checkQuery, type Remark } from './check-query.ts';
import type { Gathering } from './gather.ts';
import type { Note, Place } from './report.ts';

const limits = LIMITS.dashboards;

/** How a panel looked before; what it becomes depends on its query, too. */
export type Look =
  | 'line'
  | 'area'
  | 'column'
  | 'bar'
  | 'pie'
  | 'single'
  | 'table'
  | 'events'
  | 'text';

export interface DraftPanel extends Place {
  readonly title: string;
  readonly description?: string;
  readonly look: Look;
  /** Of the grid of 24 columns. */
  readonly at: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly query?: DraftQuery;
  readonly markdown?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly time?: { readonly earliest: string; readonly latest?: string };
  readonly notes?: readonly Note[];
}

export interface DraftQuery {
  readonly text: string;
  /** Problems found while reading. */
  readonly problems?: readonly Remark[];
  /** The query of the saved search that it runs: what it shows follows from that. */
  readonly runs?: string;
  /** Where a position of the text is. */
  readonly placeOf: (offset: number) => Place;
}

export type DraftVariable = NonNullable<DashboardDefinition['variables']>[number];

export interface DraftDashboard extends Place {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly time?: { readonly earliest?: string; readonly latest?: string };
  readonly refreshSeconds?: number;
  readonly variables: readonly DraftVariable[];
  readonly panels: readonly DraftPanel[];
  readonly notes: readonly Note[];
}

export interface DashboardNeeds {
  readonly gathering: Gathering;
  readonly expand: ExpandMacro;
  /** What can be read, and yet finds nothing. */
  readonly remarksOf: (checked: CheckedQuery) => readonly Remark[];
}

export function moveDashboard(needs: DashboardNeeds, draft: DraftDashboard): void {
  const { gathering } = needs;
  const { file, name } = draft;
  const found = {
    kind: 'dashboard',
    name,
    file,
    ...(draft.line === undefined ? {} : { line: draft.line }),
  };
  const notes: Note[] = [...draft.notes];
  const readable = readableVariables(needs, draft, notes);
  const variables = fittingVariables(needs, { ...draft, variables: readable });
  const samples = samplesOf(variables);
  const panels: DashboardPanel[] = [];
  for (const panel of draft.panels) {
    const own = composePanel(needs, panel, samples, `p${panels.length + 1}`);
    const isFull = panels.length >= limits.panelsMax;
    if (isFull || own.panel === undefined) {
      const message = `A dashboard can have at most ${limits.panelsMax} panels.`;
      const why = isFull ? [{ file, message }] : own.notes;
      gathering.leave(
        { ...placeOf(panel), kind: 'panel', name: `${name}: ${panel.title || 'untitled'}` },
        ...why,
      );
      continue;
    }
    notes.push(...own.notes);
    panels.push(own.panel);
  }
  if (panels.length === 0 && draft.panels.length > 0) {
    return gathering.leave(
      found,
      { file, message: 'None of the panels can be migrated.' },
      ...draft.notes,
    );
  }
  const key = gathering.keyOf('dashboards', name);
  const title = draft.title.trim() === '' ? name : draft.title;
  const definition = {
    name: gathering.nameOf('dashboards', title, limits.nameCharactersMax),
    ...(draft.description
      ? { description: plain(draft.description, limits.descriptionCharactersMax) }
      : {}),
    ...(draft.time === undefined ? {} : { time: draft.time }),
    ...(draft.refreshSeconds === undefined ? {} : { refreshSeconds: draft.refreshSeconds }),
    ...(variables.length === 0 ? {} : { variables }),
    panels: spread(panels),
  };
  gathering.move(found, { kind: 'dashboards', key, definition }, notes);
}

function placeOf({ file, line }: Place): Place {
  return { file, ...(line === undefined ? {} : { line }) };
}

function composePanel(
  needs: DashboardNeeds,
  draft: DraftPanel,
  samples: readonly Variables[],
  id: string,
): { panel?: DashboardPanel; notes: readonly Note[] } {
  const { title, description = '', look, at, query, markdown, time, options } = draft;
  const head = {
    id,
    ...(title === '' ? {} : { title: plain(title, limits.titleCharactersMax) }),
    ...(description === ''
      ? {}
      : { description: plain(description, limits.descriptionCharactersMax) }),
    ...at,
  };
  const notes = [...(draft.notes ?? [])];
  if (look === 'text' || query === undefined) {
    const text = (markdown ?? '').slice(0, limits.markdownCharactersMax);
    if (look !== 'text') {
      return { notes: [...notes, { ...placeOf(draft), message: 'The panel has no query.' }] };
    }
    return {
      panel: { ...head, kind: 'text', options: { markdown: text } },
      notes,
    };
  }
  const checked = checkWith(needs, query, samples);
  const notesFrom = (remarks: readonly Remark[]): Note[] =>
    remarks.map(({ message, offset }) => ({ ...query.placeOf(offset), message }));
  if (checked.query === undefined) return { notes: notesFrom(checked.problems) };
  const shown = query.runs === undefined ? undefined : checkQuery(query.runs, needs.expand).query;
  const { kind, message } = kindOf(look, shown ?? checked.query);
  if (message !== undefined) notes.push({ ...placeOf(draft), message });
  const fitting = optionsOf(kind, look, options);
  const panel = {
    ...head,
    kind,
    query: query.text,
    ...(time === undefined ? {} : { time }),
    ...(Object.keys(fitting).length === 0 ? {} : { options: fitting }),
  };
  return { panel, notes: [...notes, ...notesFrom(needs.remarksOf(checked))] };
}

/** Compiled as the server does: with one selected value, with several, and with all. */
function checkWith(
  { expand }: Pick<DashboardNeeds, 'expand'>,
  { text, problems = [] }: DraftQuery,
  samples: readonly Variables[],
): CheckedQuery {
  const checks = samples.map((variables) => checkQuery(text, expand, variables));
  const [first] = checks;
  const failed = checks.find(({ query }) => query === undefined);
  const best = failed ?? first ?? checkQuery(text, expand);
  if (problems.length > 0) return { ...best, query: undefined, problems };
  if (!best.isWriting || best.query === undefined) return best;
  const message = 'Dashboards can’t write lookup tables.';
  return { ...best, query: undefined, problems: [{ message, offset: 0 }] };
}

function samplesOf(variables: readonly DraftVariable[]): Variables[] {
  return (['one', 'several', 'none'] as const).map(
    (amount) => new Map(variables.map((each) => [each.name, sampleOf(each, amount)])),
  );
}

function sampleOf(variable: DraftVariable, amount: 'one' | 'several' | 'none'): Variable {
  switch (variable.type) {
    case 'interval':
      return { values: ['5m'] };
    case 'text':
      return { values: ['a'], hasWildcards: variable.wildcards ?? false };
    default: {
      const { multiple = false, all = true } = variable;
      const values =
        variable.type === 'list' ? variable.options.map(({ value }) => value) : ['a', 'b'];
      const chosen =
        amount === 'none' && all ? [] : values.slice(0, amount === 'several' && multiple ? 2 : 1);
      const use = variable.type === 'list' ? variable.use : undefined;
      return { values: chosen, ...(use === undefined ? {} : { use }) };
    }
  }
}

/** Where the search for its values can't be read, people enter a value themselves. */
function readableVariables(
  needs: DashboardNeeds,
  draft: DraftDashboard,
  notes: Note[],
): DraftVariable[] {
  const readable: DraftVariable[] = [];
  for (const variable of draft.variables) {
    if (variable.type !== 'query') {
      readable.push(variable);
      continue;
    }
    const query = { text: variable.query, placeOf: () => placeOf(draft) };
    const checked = checkWith(needs, query, samplesOf(readable));
    if (checked.query !== undefined) {
      readable.push(variable);
      continue;
    }
    const { name, label } = variable;
    readable.push({ name, ...(label === undefined ? {} : { label }), type: 'text' });
    const why = checked.problems[0]?.message ?? '';
    const message = `The query for the choices of \`$${name}$\` is invalid: ${why} It is now a text input.`;
    notes.push({ ...placeOf(draft), message });
  }
  return readable;
}

/** Treats a list of field names as such if more of the queries compile that way. */
function fittingVariables(
  needs: DashboardNeeds,
  { variables, panels }: DraftDashboard,
): DraftVariable[] {
  const queries = panels.flatMap(({ query }) => (query === undefined ? [] : [query]));
  return variables.map((variable) => {
    if (variable.type !== 'list') return variable;
    const using = queries.filter(({ text }) => text.includes(`$${variable.name}$`));
    const readable = (one: DraftVariable): number => {
      const all = samplesOf(variables.map((each) => (each.name === variable.name ? one : each)));
      return using.filter((query) => checkWith(needs, query, all).query !== undefined).length;
    };
    const asField: DraftVariable = { ...variable, use: 'field', multiple: false, all: false };
    return readable(asField) > readable(variable) ? asField : variable;
  });
}

type Kind = DashboardPanel['kind'];

function kindOf(look: Look, query: Query): { kind: Kind; message?: string } {
  const shape = shapeOf(query);
  const last = query.stages.at(-1)?.kind;
  const isOverTime = last === 'timechart' || (!shape.hasText && shape.fields.includes('_time'));
  if (shape.hasText) {
    if (look === 'events') return { kind: 'logs' };
    return look === 'table'
      ? { kind: 'table' }
      : { kind: 'logs', message: 'The panel now shows events.' };
  }
  switch (look) {
    case 'line':
    case 'area':
    case 'column':
    case 'bar':
      if (isOverTime) return { kind: 'timeseries' };
      if (shape.isOpen || shape.fields.length <= 2) return { kind: 'bars' };
      return {
        kind: 'table',
        message: 'Bar gauges support only one number per bar. The panel is now a table.',
      };
    case 'pie':
      return { kind: 'share' };
    case 'single':
      if (!isOverTime) return { kind: 'value' };
      return {
        kind: 'timeseries',
        message: 'The query returns a time series, so the panel is now a time series.',
      };
    case 'table':
    case 'events':
    case 'text':
      return { kind: 'table' };
  }
}

/** Of the options, those that the kind has. */
function optionsOf(
  kind: Kind,
  look: Look,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const take = (...names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    );
  switch (kind) {
    case 'timeseries': {
      const style =
        look === 'area' ? 'area' : look === 'column' || look === 'bar' ? 'bars' : undefined;
      return { ...(style === undefined ? {} : { style }), ...take('stack', 'log', 'unit') };
    }
    case 'value':
      return { sparkline: false, compare: 'none', ...take('unit', 'decimals') };
    case 'bars':
    case 'share':
      return take('unit');
    case 'table':
      return take('columns');
    case 'logs':
      return take('rows');
    default:
      return {};
  }
}

/** Keeps panels within the grid and moves each below the ones it overlaps. */
function spread(panels: readonly DashboardPanel[]): DashboardPanel[] {
  const placed: DashboardPanel[] = [];
  const order = panels.toSorted((left, right) => left.y - right.y || left.x - right.x);
  for (const panel of order) {
    const w = clamp(Math.round(panel.w), limits.widthMin, GRID_COLUMNS);
    const h = clamp(Math.round(panel.h), limits.heightMin, limits.heightMax);
    const x = clamp(Math.round(panel.x), 0, GRID_COLUMNS - w);
    const y = freeRow({ x, y: clamp(Math.round(panel.y), 0, limits.rowMax), w, h }, placed);
    placed.push({ ...panel, x, y, w, h });
  }
  return placed;
}

/** Each one that is in the way moves it further down, so this ends. */
function freeRow(area: Area, placed: readonly Area[]): number {
  const under = placed.find((other) => overlap(area, other));
  return under === undefined ? area.y : freeRow({ ...area, y: under.y + under.h }, placed);
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function overlap(left: Area, right: Area): boolean {
  return (
    left.x < right.x + right.w &&
    right.x < left.x + left.w &&
    left.y < right.y + right.h &&
    right.y < left.y + left.h
  );
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

function plain(text: string, max: number): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\0', '').toWellFormed().trim().slice(0, max);
}
