/** One refresh: all panels about one moment, equal searches once, one hit on the limit. */
import { isoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { expandDefinition } from '../definition/expand-definition.ts';
import type { KeptAnswer } from './answer-cache.ts';
import { refuseUnknown } from './bind-variables.ts';
import { tookTooLong } from './failures.ts';
import { freshMsOf } from './moment.ts';
import { planRefresh, type RefreshPlan } from './plan-refresh.ts';
import type { Refresh, RefreshAsk, RefreshNeeds, Source } from './refresh.ts';
import { openScope, type RefreshTerms, type Scope } from './refresh-scope.ts';
import { refreshTasks } from './refresh-tasks.ts';
import type { KnownStatement } from './statements.ts';

/**
 * Resolves once it is known what has to run and that it may run: earlier rejections have their own status. Later
 * failures are reported in their part.
 */
export async function beginRefresh(
  needs: RefreshNeeds,
  terms: RefreshTerms,
  given: RefreshAsk,
  viewer: AbortSignal,
): Promise<Refresh> {
  const startedAt = performance.now();
  const { knowledge } = needs.search;
  const { organization } = terms.actor;
  const definition = await expandDefinition(knowledge, organization, given.definition);
  const ask = { ...given, definition };
  refuseUnknown(definition.variables, ask.variables ?? {});
  const scope = await openScope(needs.search, terms, definition, ask);
  const late = AbortSignal.timeout(needs.refreshMsMax);
  const plan = await planRefresh(needs, scope, ask);
  const source = await needs.decide(scope.asker.actor.organization, () =>
    openSource(needs, terms, scope, plan, { viewer, late }),
  );
  const tasks = refreshTasks(needs, scope, ask, plan, source);
  const { from, to } = scope.range;
  return {
    start: {
      version: ask.version,
      now: isoTime(scope.moment.now),
      from: isoTime(from),
      to: isoTime(to),
      timeZone: scope.zone.name,
      freshSeconds: freshMsOf(scope.range, scope.moment.now, scope.stepMs) / SECOND_MS,
      statements: countOf(plan),
    },
    parts: () => asTheyCome(tasks),
    end: () => ({
      statements: source.used.size,
      cached: source.used.size - source.run.size,
      elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
    }),
  };
}

/** Includes the base statements that others continue from. */
function countOf({ statements }: RefreshPlan): number {
  const keys = statements.flatMap(({ key, base }) =>
    base === undefined ? [key] : [key, base.key],
  );
  return new Set(keys).size;
}

/** Counts the refresh if anything has to run, and starts it; over the limit, only cached answers are shown. */
async function openSource(
  { statements }: RefreshNeeds,
  terms: RefreshTerms,
  { asker }: Scope,
  plan: RefreshPlan,
  { viewer, late }: { readonly viewer: AbortSignal; readonly late: AbortSignal },
): Promise<Source> {
  const signal = AbortSignal.any([viewer, late]);
  const isKnown = (known: KnownStatement): boolean =>
    statements.peek(known) !== undefined || statements.isUnderWay(known);
  const mustRun = plan.statements.some((known) => !isKnown(known));
  const limited = mustRun ? await rateProblem(terms) : undefined;
  const used = new Set<string>();
  const run = new Set<string>();
  const begun = new Map<string, Promise<KeptAnswer>>();
  const obtain = (known: KnownStatement): Promise<KeptAnswer> => {
    used.add(known.key);
    const before = begun.get(known.key);
    if (before !== undefined) return before;
    for (const each of [known, ...(known.base === undefined ? [] : [known.base])]) {
      used.add(each.key);
      if (!isKnown(each)) run.add(each.key);
    }
    const answer = statements.obtain(asker, known, signal);
    // It may fail before anything awaits it.
    answer.catch(() => {});
    begun.set(known.key, answer);
    return answer;
  };
  const get: Source['get'] = async (known) => {
    if (limited === undefined || begun.has(known.key) || isKnown(known)) {
      return { ...(await obtain(known)), isStale: false };
    }
    const kept = statements.stale(known);
    if (kept === undefined) throw limited;
    used.add(known.key);
    return { ...kept, isStale: true };
  };
  if (limited === undefined) {
    for (const known of plan.statements) void obtain(known);
  } else {
    const canShow = (known: KnownStatement): boolean =>
      isKnown(known) || statements.stale(known) !== undefined;
    refuseEmpty(plan, limited, canShow);
  }
  const reasonOf = (error: unknown): unknown => {
    if (viewer.aborted) return undefined;
    return late.aborted && !(error instanceof AppError) ? tookTooLong() : error;
  };
  return { get, reasonOf, used, run };
}

async function rateProblem({ countRate }: RefreshTerms): Promise<AppError | undefined> {
  try {
    await countRate();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return error;
    throw error;
  }
}

/** Over the limit with nothing to show there is no answer but to wait. */
function refuseEmpty(
  { panels }: RefreshPlan,
  limited: AppError,
  canShow: (known: KnownStatement) => boolean,
): void {
  const planned = panels.flatMap(({ outcome }) =>
    outcome.kind === 'planned' ? [outcome.shown] : [],
  );
  if (!planned.some(canShow)) throw limited;
}

/** Hands out what several tasks make, as soon as each is ready. */
async function* asTheyCome<Part>(
  tasks: readonly Promise<readonly Part[]>[],
): AsyncGenerator<Part, void, void> {
  const waiting = new Map(
    tasks.map((task, at) => [at, task.then((parts) => ({ at, parts }))] as const),
  );
  // If the consumer stops early, some of these stay unawaited when they fail.
  for (const task of waiting.values()) task.catch(() => {});
  while (waiting.size > 0) {
    const { at, parts } = await Promise.race(waiting.values());
    waiting.delete(at);
    yield* parts;
  }
}
