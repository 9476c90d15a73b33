/** Every tick of a rule whose query ends in statistics, from a few statements instead of one for each tick. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import { gapsBetween } from '../../../flow/ingest/index.ts';
import { isRowwiseStage, rowwisePart } from '../../../flow/search/index.ts';
import {
  everyExpression,
  everyQuery,
  expressionsOf,
  type FieldPattern,
  type GroupKey as GroupField,
  parse,
  type Query,
  type Stage,
  type StatsStage,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  type Asking,
  askRows,
  boundsOf,
  frontierFor,
  seenBy,
  type TickWindow,
  windowOf,
} from '../conditions/asking.ts';
import { isOfFew } from '../conditions/groups.ts';
import { measuredValues } from '../conditions/measure-rule.ts';
import {
  type AnsweredRows,
  countedBy,
  GROUP_ROWS_MAX,
  readValues,
  type Values,
  type ValuesWanted,
  valuesOfRows,
} from '../conditions/read-values.ts';
import { isReporting } from '../conditions/evidence.ts';
import { kindsIn, type Replay } from './replay-counts.ts';

type Threshold = ConditionOf<'threshold'>;

/** The field that names the ticks whose windows an event is in. */
const CHECK = '__check';
/** An event counts in as many windows of one statement. */
const WINDOWS_OF_EVENT_MAX = 30;
const TICKS_PER_STATEMENT = 240;
/** Where windows overlap more, neighboring ticks are in different statements, at most so many. */
const STRIDE_MAX = 8;

/** Undefined if the ticks must be queried one by one. `ticks` are in order, without gaps. */
export async function replayValues(
  asking: Asking,
  condition: Threshold,
  ticks: readonly number[],
): Promise<Replay | undefined> {
  const { rule, needs } = asking;
  const { settings } = rule;
  const { of, by, op } = condition;
  const order = isOfFew(op) ? 'least' : 'most';
  const found = await readTicks(asking, { of, by, order }, ticks);
  if (found === undefined) return undefined;
  const whole = { from: windowOf(settings, ticks[0] ?? 0).from, to: ticks.at(-1) ?? 0 };
  const gaps = await gapsBetween(needs, rule.organization, whole.from, whole.to);
  return {
    at: (tickAt, known) => {
      const looked = windowOf(settings, tickAt);
      const visible = { from: looked.from, to: frontierFor(settings, tickAt) };
      const behind = kindsIn(gaps, visible);
      const values = found.get(tickAt) ?? NO_VALUES;
      return measuredValues(settings, condition, { values, known, window: looked, behind });
    },
  };
}

export const NO_VALUES: Values = { groups: new Map(), isCut: false };

/** What `readValues` reads at each tick; ticks without any group may be missing. */
export async function readTicks(
  asking: Asking,
  given: ValuesWanted,
  ticks: readonly number[],
): Promise<ReadonlyMap<number, Values> | undefined> {
  const { rule, tree } = asking;
  const { settings } = rule;
  const shared = shareable(isReporting(tree) ? tree : countedBy(tree, given.by));
  const stride = Math.ceil(settings.window / settings.interval / WINDOWS_OF_EVENT_MAX);
  if (shared === undefined || stride > STRIDE_MAX) return undefined;
  const wanted = isReporting(tree) ? given : { ...given, of: 'count' };
  const found = new Map<number, Values>();
  const waiting = evenParts(ticks, stride);
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    const rows = await askShared(asking, shared, some);
    if (rows === 'cut') {
      if (some.length === 1) return undefined;
      const middle = Math.ceil(some.length / 2);
      waiting.push(some.slice(0, middle), some.slice(middle));
      continue;
    }
    if (rows === undefined) return undefined;
    for (const [at, answer] of rows) found.set(at, valuesOfRows(answer, wanted));
    const missing = some.filter((at) => !found.has(at));
    // Without groups, statistics of no events still return a row.
    if (shared.stats.by.length > 0 || missing.length === 0) continue;
    const filled = await ticksWithEvents(asking, shared, some);
    if (filled === undefined) return undefined;
    const [empty, ...others] = missing.filter((at) => !filled.has(at));
    if (empty === undefined) continue;
    const tick = { ...asking.tick, at: empty };
    const bounds = boundsOf(settings, windowOf(settings, empty), seenBy(tick));
    const values = await readValues({ ...asking, tick }, given, bounds);
    for (const at of [empty, ...others]) found.set(at, values);
  }
  return found;
}

/** Ticks at equal distances, as many as share a statement. */
function evenParts(ticks: readonly number[], stride: number): (readonly number[])[] {
  return Array.from({ length: stride }, (_, first) =>
    ticks.filter((__, i) => i % stride === first),
  ).flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / TICKS_PER_STATEMENT) }, (_, i) =>
      some.slice(i * TICKS_PER_STATEMENT, (i + 1) * TICKS_PER_STATEMENT),
    ),
  );
}

interface Shareable {
  readonly events: readonly Stage[];
  readonly stats: StatsStage;
  readonly rest: readonly Stage[];
}

/** Matches events, then statistics of them, then commands of `ofEachTick`, none of which depends on the current time. */
function shareable(tree: Query): Shareable | undefined {
  const events = rowwisePart(tree).stages;
  const [stats, ...others] = tree.stages.slice(events.length);
  if (events.length === 0 || stats?.kind !== 'stats') return undefined;
  const rest = others.map(ofEachTick);
  if (rest.includes(undefined) || [...everyQuery(tree)].length > 1) return undefined;
  const calls = tree.stages.flatMap(expressionsOf).flatMap((each) => [...everyExpression(each)]);
  const isTimed = calls.some((each) => each.kind === 'call' && OF_THE_MOMENT.has(each.function));
  return isTimed ? undefined : { events, stats, rest: rest.flatMap((stages) => stages ?? []) };
}

/** Does to the rows of each tick what the command does to those of one. Undefined if nothing does. */
function ofEachTick(stage: Stage): readonly Stage[] | undefined {
  switch (stage.kind) {
    case 'sort':
      return stage.count === undefined || stage.count === 0
        ? [stage]
        : [{ ...stage, count: 0 }, firstRows(stage.count)];
    case 'head':
      // Otherwise rows end with the first that does not match.
      if (stage.count === undefined || stage.count === 0 || stage.condition !== undefined) {
        return undefined;
      }
      return [firstRows(stage.count)];
    case 'eventstats':
      return [{ ...stage, by: [CHECK_KEY, ...stage.by] }];
    case 'table':
      return [{ ...stage, fields: [...stage.fields, CHECK_COLUMN] }];
    case 'fields':
      return stage.mode === 'remove'
        ? [stage]
        : [{ ...stage, fields: [...stage.fields, CHECK_COLUMN] }];
    default:
      return isRowwiseStage(stage) ? [stage] : undefined;
  }
}

function firstRows(count: number): Stage {
  // No statement returns more rows than that.
  return stageOf(`dedup ${Math.min(count, LIMITS.query.groupsMax)} ${CHECK}`);
}

function stageOf(text: string): Stage {
  const stage = parse(`* | ${text}`).query?.stages[1];
  if (stage === undefined) throw new Error('The text of a stage could not be parsed.');
  return stage;
}

const OF_THE_MOMENT: ReadonlySet<string> = new Set(['now', 'time', 'relative_time', 'random']);

const CHECK_COLUMN: FieldPattern = { kind: 'fields', pattern: [CHECK], start: 0, end: 0 };

/** The rows of each tick that has any. Undefined when nothing tells them apart, and `cut` when there are too many. */
async function askShared(
  asking: Asking,
  { events, stats, rest }: Shareable,
  ticks: readonly number[],
): Promise<ReadonlyMap<number, AnsweredRows> | 'cut' | undefined> {
  const by = [CHECK_KEY, ...stats.by];
  const stages = [...events, markTicks(asking, ticks), { ...stats, by }, ...rest];
  const rowsMax = asking.needs.search.limits.query.groupsMax - 1;
  const bounds = boundsOfAll(asking, ticks);
  const answer = await askRows(asking, { ...asking.tree, stages }, bounds, rowsMax);
  if (answer.isCut) return 'cut';
  if (!answer.columns.some(({ name }) => name === CHECK)) return undefined;
  const columns = answer.columns.filter(({ name }) => name !== CHECK);
  const byTick = Map.groupBy(answer.rows, (row) => ticks[Number(row[CHECK])] ?? 0);
  return new Map(
    [...byTick].map(([at, all]) => {
      const isCut = all.length > GROUP_ROWS_MAX;
      return [at, { columns, rows: isCut ? all.slice(0, GROUP_ROWS_MAX) : all, isCut }];
    }),
  );
}

async function ticksWithEvents(
  asking: Asking,
  { events }: Shareable,
  ticks: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const { stages } = countedBy({ ...asking.tree, stages: events }, []);
  const [stats] = stages.slice(-1);
  if (stats?.kind !== 'stats') return undefined;
  const found = await askShared(asking, { events, stats, rest: [] }, ticks);
  return found === 'cut' ? undefined : found && new Set(found.keys());
}

const CHECK_KEY: GroupField = {
  kind: 'key',
  field: { kind: 'field', name: CHECK, start: 0, end: 0 },
  span: undefined,
  start: 0,
  end: 0,
};

/**
 * Gives each event the numbers of the ticks it counts at. Everything is in whole seconds: windows begin and end so, and
 * when an event was stored is known no finer.
 */
function markTicks({ rule: { settings }, tick }: Asking, ticks: readonly number[]): Stage {
  const { window, basis } = settings;
  const [tickAt = 0, next = tickAt + settings.interval * SECOND_MS] = ticks;
  const interval = (next - tickAt) / SECOND_MS;
  const firstEnd = windowOf(settings, tickAt).to / SECOND_MS;
  const time = basis === 'event' ? '_time' : '_indextime';
  // The first window that ends after the event, and the last that begins before it.
  const from = [`floor((${time}-${firstEnd})/${interval})+1`, '0'];
  const to = [`floor((${time}-${firstEnd - window})/${interval})`, String(ticks.length - 1)];
  // By their own time, events count once they are stored.
  if (basis === 'event' && tick.storedBy === undefined) {
    from.push(`floor((_indextime-${tickAt / SECOND_MS})/${interval})+1`);
  }
  return stageOf(`eval ${CHECK}=mvrange(max(${from.join(',')}), min(${to.join(',')})+1)`);
}

/** Bounds of everything that any of the ticks reads. */
function boundsOfAll({ rule: { settings }, tick }: Asking, ticks: readonly number[]) {
  const last = ticks.at(-1) ?? 0;
  const whole: TickWindow = {
    from: windowOf(settings, ticks[0] ?? 0).from,
    to: windowOf(settings, last).to,
  };
  return boundsOf(settings, whole, seenBy({ ...tick, at: last }));
}
