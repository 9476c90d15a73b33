/**
 * Shared scans: rules of one tick that count events of the same time range and indexes, each with its own filter, are
 * answered by one statement, or a few. Each rule gets the same result as from its own statement.
 */
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import {
  type CountedPart,
  countTogether,
  indexesOfTree,
  isRowwise,
  type PartCount,
} from '../../../flow/search/index.ts';
import { everyQuery, type Query } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Rule } from '../rule.ts';
import { alertsActor } from './actor-of-rule.ts';
import { arrivalBounds, inBudget, windowOf } from './asking.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import { acceptedFrom } from './measure-absence.ts';
import { LATE_MS_MIN } from './measure-counts.ts';
import type { Tick } from './measurement.ts';

export type SharedTick = Omit<Tick, 'counted'>;
export interface Shared {
  /** By the id of the rule. */
  readonly counts: ReadonlyMap<string, PartCount>;
  readonly statements: number;
}

export const NOTHING_SHARED: Shared = { counts: new Map(), statements: 0 };

export interface Sharing {
  /** Partitions the rules: each is in exactly one list, alone or with others that can share its statement. */
  shareRules(rules: readonly Rule[]): Promise<readonly (readonly Rule[])[]>;
  /**
   * Counts for the rules of one list. Rules missing from the result are queried individually: if the statement fails,
   * that is all of them. Throws only the abort reason of `tick.signal`.
   */
  countShared(rules: readonly Rule[], tick: SharedTick): Promise<Shared>;
}

const { sharedRulesMax, sharedMsMax, notSharedMs } = LIMITS.alerts;
/** As many rules as a node is made for. */
const REMEMBERED_MAX = 10_000;

export function createSharing(needs: ConditionNeeds & { readonly clock: Clock }): Sharing {
  // One filter that cannot be run must not cost the others a second statement at every tick.
  const aloneUntil = new Map<string, number>();
  const nameOf = ({ id, version }: Rule): string => `${id}:${version}`;
  const isAlone = (rule: Rule): boolean => {
    const until = aloneUntil.get(nameOf(rule));
    return until !== undefined && until > needs.clock.now();
  };
  return {
    async shareRules(rules) {
      const lists = new Map<string, Rule[]>();
      for (const rule of rules) {
        const together = isAlone(rule) ? undefined : await readOf(needs, rule);
        const name = together ?? rule.id;
        lists.set(name, [...(lists.get(name) ?? []), rule]);
      }
      return [...lists.values()];
    },
    async countShared(rules, tick) {
      try {
        return await countRules(needs, rules, tick);
      } catch (error) {
        tick.signal.throwIfAborted();
        const code = error instanceof AppError ? error.code : 'INTERNAL';
        needs.log.warn({ code, rules: rules.length }, 'shared statement of alert rules paused');
        if (aloneUntil.size + rules.length > REMEMBERED_MAX) aloneUntil.clear();
        const until = needs.clock.now() + notSharedMs;
        for (const rule of rules) aloneUntil.set(nameOf(rule), until);
        return NOTHING_SHARED;
      }
    },
  };
}

/** Names what a rule reads; rules with the same name can be counted together. Undefined for one that cannot be. */
async function readOf(needs: ConditionNeeds, rule: Rule): Promise<string | undefined> {
  const { settings, organization } = rule;
  if (!isPlainCount(rule)) return undefined;
  try {
    const tree = await needs.trees.of(needs.metadata, rule);
    if (!isRowwise(tree) || [...everyQuery(tree)].length > 1) return undefined;
    const indexes = await indexesOfTree(needs.search, alertsActor(organization), tree);
    const { window, delay, lateMax } = settings;
    return JSON.stringify([window, delay, lateMax, indexes]);
  } catch (error) {
    // The rule's own measurement reports the error.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** One number, of events by when they were stored. */
function isPlainCount({ settings: { condition, basis } }: Rule): boolean {
  if (basis !== 'arrival') return false;
  if (condition.kind === 'threshold') return condition.by.length === 0;
  return condition.kind === 'absence' && condition.scope === 'all';
}

async function countRules(
  needs: ConditionNeeds,
  rules: readonly Rule[],
  given: SharedTick,
): Promise<Shared> {
  const [first] = rules;
  if (first === undefined) return NOTHING_SHARED;
  const tick = { ...given, timeoutMs: Math.min(given.timeoutMs, sharedMsMax) };
  const trees = await Promise.all(rules.map((rule) => needs.trees.of(needs.metadata, rule)));
  const parts = rules.flatMap((rule, i) => partOf(rule, trees[i], tick.at));
  const bounds = arrivalBounds(first.settings, windowOf(first.settings, tick.at));
  const budget = { leftMs: tick.timeoutMs };
  const { counts, statements } = await inBudget({ tick, budget }, (times) =>
    countTogether(
      needs.search,
      alertsActor(first.organization),
      { ...bounds, ...times, parts, lateMsMin: LATE_MS_MIN, partsMax: sharedRulesMax },
      tick.signal,
    ),
  );
  const found = rules.flatMap(({ id }, i) => {
    const counted = counts[i];
    return counted === undefined ? [] : [[id, counted] as const];
  });
  return { counts: new Map(found), statements };
}

function partOf({ settings }: Rule, query: Query | undefined, at: number): CountedPart[] {
  if (query === undefined) return [];
  if (settings.condition.kind !== 'absence') return [{ query }];
  return [{ query, receivedFrom: acceptedFrom(windowOf(settings, at)) }];
}
