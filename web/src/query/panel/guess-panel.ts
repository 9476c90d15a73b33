/** The panel that suits a query: its kind, read from what the query gives, and a title for it. */
import { columnName, type Stage } from '../../../../src/language/index.ts';
import type { QueryKind } from '../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { readFacts } from '../text/query-facts.ts';

export interface GuessedPanel {
  readonly kind: QueryKind;
  readonly title: string;
}

type StageKind = Stage['kind'];
type StageOf<Kind extends StageKind> = Extract<Stage, { readonly kind: Kind }>;
type Aggregations = StageOf<'stats'>['aggregations'];

/** Commands that may follow a table without turning it into a different one. */
const KEEPING: ReadonlySet<StageKind> = new Set<StageKind>([
  'sort',
  'head',
  'tail',
  'where',
  'search',
  'dedup',
  'reverse',
  'fillnull',
  'rename',
]);

export function guessPanel(query: string): GuessedPanel {
  const { isTable, tableStage, result, eventPart } = readFacts(query);
  const stages = result.query?.stages ?? [];
  if (tableStage === undefined || !isTable) return { kind: 'logs', title: titled(eventPart) };
  const behind = stages.slice(stages.indexOf(tableStage) + 1);
  const isKept = behind.every(({ kind }) => KEEPING.has(kind));
  const kind = isKept ? kindOf(tableStage) : 'table';
  return { kind, title: shortened(nameOf(tableStage) ?? titled(eventPart)) };
}

function kindOf(stage: Stage): QueryKind {
  switch (stage.kind) {
    case 'timechart':
      return 'timeseries';
    case 'top':
    case 'rare':
      return stage.fields.length + stage.by.length === 1 ? 'bars' : 'table';
    case 'stats':
    case 'tstats':
      return kindOfGroups(stage);
    case 'chart':
      return kindOfChart(stage);
    default:
      return 'table';
  }
}

function kindOfGroups({ by, aggregations }: StageOf<'stats' | 'tstats'>): QueryKind {
  const hasTime = by.some(({ field }) => field.name === '_time');
  if (hasTime && by.length === 1) return 'timeseries';
  if (aggregations.length > 1) return 'table';
  if (hasTime) return by.length === 2 ? 'heatmap' : 'table';
  if (by.length === 0) return 'value';
  return by.length <= 2 ? 'bars' : 'table';
}

function kindOfChart({ over, split, aggregations }: StageOf<'chart'>): QueryKind {
  if (over?.field.name === '_time') return 'timeseries';
  const groups = [over, split].filter((key) => key !== undefined);
  if (aggregations.length > 1 || groups.length > 1) return 'table';
  return groups.length === 0 ? 'value' : 'bars';
}

function nameOf(stage: Stage): string | undefined {
  switch (stage.kind) {
    case 'top':
      return `Top ${[...stage.fields, ...stage.by].map(({ name }) => name).join(', ')}`;
    case 'rare':
      return `Rare ${[...stage.fields, ...stage.by].map(({ name }) => name).join(', ')}`;
    case 'stats':
    case 'tstats':
      return named(
        stage.aggregations,
        stage.by.map(({ field }) => field.name).filter((name) => name !== '_time'),
      );
    case 'timechart':
      return named(stage.aggregations, keyNames([stage.split]));
    case 'chart':
      return named(stage.aggregations, keyNames([stage.over, stage.split]));
    default:
      return undefined;
  }
}

function keyNames(keys: readonly (StageOf<'chart'>['over'] | undefined)[]): string[] {
  return keys.flatMap((key) => (key === undefined ? [] : [key.field.name]));
}

function named(aggregations: Aggregations, by: readonly string[]): string {
  const what = aggregations.map((each) => columnName(each)).join(', ');
  const text = by.length === 0 ? what : `${what} by ${by.join(', ')}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Of events: what was looked for. */
function titled(eventPart: string): string {
  const text = eventPart.replaceAll(/\s+/g, ' ').trim();
  return text === '' || text === '*' ? 'Events' : shortened(text);
}

function shortened(text: string): string {
  const max = LIMITS.dashboards.titleCharactersMax;
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}
