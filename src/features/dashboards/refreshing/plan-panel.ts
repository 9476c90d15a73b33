/** Which statements a panel needs. */
import type { CompleteDefinition, CompletePanel } from '../../../contract/definition-form.ts';
import type { Query, Stage, StatsStage, Variables } from '../../../language/index.ts';
import { type QueryKind, RAW_KINDS } from '../../../spec/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readAllRows, readQuery, readThen } from '../definition/read-query.ts';
import {
  comparedWith,
  goOnFrom,
  type Moment,
  overTime,
  type Statement,
  statementOf,
  withBins,
  withPatterns,
} from './statement.ts';
import { showsText } from './shows-text.ts';
import { isSumOfLine } from './sum-of-line.ts';

export type QueryPanel = Extract<CompletePanel, { readonly kind: QueryKind }>;

export interface PanelPlan {
  readonly shown: Statement;
  /** Of a value. */
  readonly line?: Statement;
  readonly compared?: Statement;
  /** `shown` is the line: what the panel shows is its sum. */
  readonly isSummed: boolean;
  /** It shows events as they were sent. */
  readonly isRaw: boolean;
  /** Counts that the store keeps: they are there before anything else. */
  readonly isQuick: boolean;
}

const limits = LIMITS.dashboards;

export function planPanel(
  panel: QueryPanel,
  searches: CompleteDefinition['searches'],
  variables: Variables,
  moment: Moment,
): PanelPlan {
  const shown = shownBy(panel, searches, variables, moment);
  const isRaw = RAW_KINDS.has(panel.kind) || showsText(shown);
  const isFast = shown.base === undefined && isQuick(shown.tree);
  const plan = { shown, isRaw, isSummed: false, isQuick: isFast };
  if (panel.kind !== 'value') return plan;
  const { sparkline, compare } = panel.options;
  const line = sparkline ? overTime(shown) : undefined;
  const isSummed = line !== undefined && isSumOfLine(shown.tree);
  return {
    ...plan,
    ...(line === undefined ? {} : { line }),
    ...(isSummed ? { shown: line, isSummed } : {}),
    ...(compare === 'none' ? {} : { compared: comparedWith(shown, moment.zone, compare) }),
  };
}

function shownBy(
  panel: QueryPanel,
  searches: CompleteDefinition['searches'],
  variables: Variables,
  moment: Moment,
): Statement {
  const rowsMax = rowsOf(panel);
  if (panel.query !== null) {
    const query = withBins(readQuery(panel.query, variables, 'query'));
    const tree = panel.kind === 'patterns' ? withPatterns(query, panel.options.top) : query;
    const own = panel.time === null ? moment : { ...moment, ...panel.time };
    return { ...statementOf(tree, own, rowsMax), isAdvised: true };
  }
  const shared = searches.find(({ id }) => id === panel.search);
  const query = withBins(readQuery(shared?.query ?? '', variables, 'search'));
  const base = {
    ...statementOf(query, moment, limits.sharedRowsMax),
    isAdvised: true as const,
  };
  const then = panel.then === null ? readAllRows() : readThen(panel.then, variables, 'then');
  return goOnFrom(base, then, rowsMax);
}

/** Number of rows read; the remaining rows are combined into one or reported as cut. */
function rowsOf(panel: QueryPanel): number {
  switch (panel.kind) {
    case 'value':
      return 1;
    case 'bars':
    case 'share':
      return limits.labelsMax;
    case 'heatmap':
      return limits.cellsMax;
    case 'table':
    case 'logs':
      return panel.options.rows;
    case 'patterns':
      return panel.options.top;
    case 'timeseries':
      return LIMITS.query.rowsMax;
  }
}

const COUNTED_FIELDS = new Set(['index', '_index', 'level', 'source', 'service']);

/** Events counted by what the store counts anyway. */
function isQuick({ stages }: Query): boolean {
  const [first, second, ...rest] = stages;
  if (first?.kind !== 'search' || second === undefined || rest.length > 0) return false;
  return isOfCounted(first.expression) && isCount(second);
}

function isOfCounted(expression: Extract<Stage, { kind: 'search' }>['expression']): boolean {
  switch (expression.kind) {
    case 'everything':
      return true;
    case 'comparison':
    case 'in':
      return COUNTED_FIELDS.has(expression.field.name);
    case 'not':
      return isOfCounted(expression.operand);
    case 'and':
    case 'or':
      return expression.operands.every(isOfCounted);
    case 'term':
    case 'subsearch':
      return false;
  }
}

function isCount(stage: Stage): boolean {
  if (stage.kind === 'stats') return onlyCounts(stage.aggregations) && stage.by.every(isCounted);
  if (stage.kind !== 'timechart') return false;
  return onlyCounts(stage.aggregations) && (stage.split === undefined || isCounted(stage.split));
}

function onlyCounts(aggregations: StatsStage['aggregations']): boolean {
  return aggregations.every((each) => each.function === 'count' && each.argument === undefined);
}

function isCounted({ field }: { readonly field: { readonly name: string } }): boolean {
  return COUNTED_FIELDS.has(field.name);
}
