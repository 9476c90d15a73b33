import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { describeCondition } from '../conditions/evidence.ts';
import type { MeasuredGroup, Measurement, Tick } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { type Advance, advance, type Transition } from '../states/advance.ts';
import { firstRun, isPaused, type TickFacts } from '../states/next-run.ts';
import type { Evidence, Finding } from '../states/settle-tick.ts';
import type { RuleBefore, StoreAsks, TickNeeds } from './tick-needs.ts';

export type Result =
  | {
      readonly kind: 'found';
      readonly finding: Finding;
      readonly isPlain: boolean;
      /** Of each group that is going to fire, where it is known: up to when its condition was not met. */
      readonly unmetUntil: readonly number[];
    }
  /** Nothing was queried: the rule pauses after failures, or is known to be quiet. */
  | {
      readonly kind: 'paused' | 'quiet';
      readonly rule: Rule;
      readonly run: AlertRuleRunRow;
      readonly tick: TickFacts;
    };

/** What a rule cannot help: the tick does not count, and is done again. */
const PASSING = new Set(['STORAGE_UNAVAILABLE', 'QUERY_SLOTS_BUSY', 'SHUTTING_DOWN']);

type AskingNeeds = Pick<TickNeeds, 'log' | 'meters'> & { readonly asks: StoreAsks };

/** Queries the store, unless the result is known. Writes nothing. */
export async function evaluateRule(
  needs: AskingNeeds,
  before: RuleBefore,
  tick: TickFacts & {
    /** The count is known to be 0, so no query is needed. */ readonly isKnown: boolean;
    readonly counted?: Tick['counted'];
  },
  signal: AbortSignal,
): Promise<Result> {
  const { rule, groups, members } = before;
  const run = before.run ?? firstRun(rule);
  if (isPaused(run, tick.at)) return { kind: 'paused', rule, run, tick };
  if (tick.isKnown) return { kind: 'quiet', rule, run, tick };
  const startedAt = performance.now();
  const timeoutMs = timeoutOf(rule);
  const { at, counted } = tick;
  const known = { members, memory: run.memory, groups: new Set(groups.map(({ hash }) => hash)) };
  const measurement = await measure(needs, rule, { at, timeoutMs, signal, counted }, known);
  signal.throwIfAborted();
  if (measurement.kind === 'failed' && PASSING.has(measurement.code)) {
    throw new StoreUnavailable(measurement.message);
  }
  needs.meters.evaluated(rule.settings.condition.kind, performance.now() - startedAt);
  const next = advance(rule, groups, measurement, tick);
  const { evidence, unmet } = await gatherEvidence(needs, before, next, tick);
  const condition = describeCondition(rule);
  return {
    kind: 'found',
    finding: { rule, run, tick, measurement, groups, next, evidence, condition },
    isPlain: isPlain(before, measurement, next),
    unmetUntil: unmet,
  };
}

/** How long the statements of a rule may take at one tick. */
export function timeoutOf({ settings }: Pick<Rule, 'settings'>): number {
  return Math.min(LIMITS.alerts.statementMsMax, (settings.interval * SECOND_MS) / 2);
}

/** An internal error is a failure of this rule only: the others of its batch continue. */
async function measure(
  { asks, log }: AskingNeeds,
  ...[rule, tick, known]: Parameters<StoreAsks['measureRule']>
): Promise<Measurement> {
  try {
    return await asks.measureRule(rule, tick, known);
  } catch (error) {
    if (!tick.signal.aborted) log.error({ err: error, rule: rule.id }, 'alert rule not evaluated');
    const message = 'Internal error. See the server log.';
    return { kind: 'failed', code: 'INTERNAL', message };
  }
}

/** Nothing but the run of the rule changes: it was normal and is, and has learnt nothing. */
function isPlain({ run, groups }: RuleBefore, measurement: Measurement, next: Advance): boolean {
  if (measurement.kind === 'failed' || groups.length > 0) return false;
  if (measurement.members !== undefined || measurement.memory !== undefined) return false;
  if (run === undefined || run.failures > 0) return false;
  return next.groups.length === 0;
}

/** For incidents that this tick will open: the transaction cannot query the store. */
async function gatherEvidence(
  needs: AskingNeeds,
  before: RuleBefore,
  { transitions }: Advance,
  tick: TickFacts,
): Promise<{ evidence: ReadonlyMap<string, Evidence>; unmet: readonly number[] }> {
  const { rule } = before;
  const evidence = new Map<string, Evidence>();
  const unmet: number[] = [];
  for (const transition of transitions) {
    if (transition.kind !== 'fired') continue;
    const { group } = transition;
    const until = unmetUntil(before, transition, tick.at);
    if (until !== undefined) unmet.push(until);
    // As many as a message lists: a storm causes no further queries.
    const hasSamples = evidence.size < LIMITS.alerts.messageGroupsMax;
    const sampleIds = hasSamples ? await findSamples(needs, rule, group) : [];
    evidence.set(group.hash, { search: await needs.asks.searchText(rule, group), sampleIds });
  }
  return { evidence, unmet };
}

async function findSamples(
  needs: AskingNeeds,
  rule: Rule,
  group: MeasuredGroup,
): Promise<readonly string[]> {
  try {
    const ids = await needs.asks.findSamples(rule, group);
    return ids.slice(0, LIMITS.alerts.sampleIdsMax);
  } catch (error) {
    // An incident without samples is better than none.
    needs.log.warn({ err: error, rule: rule.id }, 'samples of an incident not found');
    return [];
  }
}

type Fired = Extract<Transition, { readonly kind: 'fired' }>;

/**
 * Up to when rows became searchable that did not meet the condition yet, by the last tick before it was met. The row that
 * decided became searchable later, so that no more time than from here has passed until the rule fires. Undefined where no row decides
 * (absence, no data, a failed check), and where no tick came before.
 */
function unmetUntil(
  { rule, run }: RuleBefore,
  { startedAt, group }: Fired,
  at: number,
): number | undefined {
  const { condition, interval, delay } = rule.settings;
  if (condition.kind === 'absence' || group.value === null) return undefined;
  if (run === undefined || run.ticked_at === null || run.version !== rule.version) return undefined;
  const intervalMs = interval * SECOND_MS;
  const delayMs = delay * SECOND_MS;
  if (startedAt < at) return startedAt - intervalMs - delayMs;
  // Ticks that failed, or were passed over since, have seen nothing.
  const lastSeen =
    run.failures === 0
      ? run.ticked_at
      : Math.min(run.ticked_at - run.failures * intervalMs, run.health_since - intervalMs);
  return lastSeen - delayMs;
}

/**
 * Whether the rule is checked at least as often, and fires at least as soon, as one with default settings: the target
 * covers those.
 */
export function hasDefaultTiming({ settings }: Pick<Rule, 'settings'>): boolean {
  const { intervalSecondsDefault, delaySecondsDefault } = LIMITS.alerts;
  return (
    settings.basis === 'arrival' &&
    settings.interval <= intervalSecondsDefault &&
    settings.delay <= delaySecondsDefault &&
    settings.for === 0
  );
}
