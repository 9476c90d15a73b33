/**
 * Shared reads: services of one organization whose slots end at the same time share one statement. The first run
 * queries for all that are due with it, and their runs find the answers here. Each gets the same result as by itself; a
 * run that finds none queries alone.
 */
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { createTurnsOf } from '../../../base/turns-of.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { indexesOfTree } from '../../../flow/search/index.ts';
import { everySearch, type SearchStage } from '../../../language/index.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Answer, type AskNeeds, measuringActor } from './ask-slots.ts';
import { askTogether } from './ask-together.ts';
import { chooseMembers } from './choose-members.ts';
import type { Horizon } from './find-horizon.ts';
import { type Asked, findDueServices, type Seeker } from './find-due-services.ts';

type Needs = AskNeeds & {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** What a run brings along. */
interface SharingRun extends Seeker {
  readonly claim: Pick<Claim, 'signal'>;
}

/** Answer for a service, and the time up to which events could be found then. */
export interface Shared {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly horizon: number;
}

export interface SlotSharing {
  /**
   * Answers for the KPIs of a question that have no query of their own. Undefined if it must be queried alone: no other
   * service needs the same slots, or the shared query has failed.
   */
  share(run: SharingRun, asked: Asked, horizon: Horizon): Promise<Shared | undefined>;
}

const { sharedValuesMax, sharedKeptMs, notSharedMs } = LIMITS.services;
/** Maximum values cached for future runs, enough for ten full statements. */
const KEPT_VALUES_MAX = 10 * sharedValuesMax;
/** As many services as a node is made for. */
const REMEMBERED_MAX = 10_000;

/** Errors of a combined statement that was too large, even if each service alone is fine. */
const TOO_MUCH: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUERY_TIMEOUT',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
]);

/** Wrapped in an object, so that awaiting it does not await the inner promise. */
interface Pending {
  readonly found: Promise<Shared | undefined>;
}

interface Kept {
  readonly at: number;
  values: number;
  /** Undefined when asking together has failed; absent once its service has it. */
  found?: Promise<Shared | undefined>;
}

export function createSlotSharing(needs: Needs): SlotSharing {
  const { clock, log } = needs;
  const kept = new Map<string, Kept>();
  const aloneUntil = new Map<string, number>();
  const inTurn = createTurnsOf<OrganizationId>();
  const isAlone = (service: string): boolean => (aloneUntil.get(service) ?? 0) > clock.now();

  function forget(): void {
    let values = 0;
    for (const [name, each] of [...kept].toReversed()) {
      values += each.values;
      const isOld = Math.abs(clock.now() - each.at) > sharedKeptMs;
      if (isOld || values > KEPT_VALUES_MAX) kept.delete(name);
    }
  }

  function begin(run: SharingRun, horizon: Horizon, members: readonly Asked[]): void {
    const all = askMembers(needs, run, members).catch((error: unknown) => {
      if (run.claim.signal.aborted) return undefined;
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      log.warn({ code, services: members.length }, 'shared statement of services paused');
      if (!TOO_MUCH.has(code)) return undefined;
      if (aloneUntil.size + members.length > REMEMBERED_MAX) aloneUntil.clear();
      for (const { part } of members) aloneUntil.set(part.service, clock.now() + notSharedMs);
      return undefined;
    });
    for (const asked of members) {
      const name = nameOf(asked);
      const found = all.then((answered) => {
        const answers = answered?.get(asked.part.service);
        if (answers !== undefined) return { answers, horizon: horizon.at };
        kept.delete(name);
        return undefined;
      });
      kept.delete(name);
      kept.set(name, { at: clock.now(), values: valuesOf(asked), found });
    }
  }

  function take(asked: Asked): Pending | undefined {
    forget();
    const one = kept.get(nameOf(asked));
    if (one?.found === undefined) return undefined;
    const { found } = one;
    delete one.found;
    one.values = 0;
    return { found };
  }

  async function takeOrBegin(
    run: SharingRun,
    asked: Asked,
    horizon: Horizon,
  ): Promise<Pending | undefined> {
    const there = take(asked);
    if (there !== undefined) return there;
    const due = await findDueServices(needs, run, horizon, (id) => !isAlone(id));
    // Skips questions already running, or answered but not yet recorded by their service.
    const others = due.filter((each) => !kept.has(nameOf(each)));
    const members = await chooseMembers(asked, others, (each) => readOf(needs, run, each));
    if (members.length < 2) return undefined;
    begin(run, horizon, members);
    return take(asked);
  }

  return {
    async share(run, asked, horizon) {
      if (asked.part.kpis.length === 0 || isAlone(asked.part.service)) return undefined;
      const pending =
        take(asked) ?? (await inTurn(run.organization, () => takeOrBegin(run, asked, horizon)));
      return pending?.found;
    },
  };
}

/** Everything that a statement for this question depends on: if any of it has changed, the cached answer is useless. */
function nameOf({ part, everySeconds, slots }: Asked): string {
  const kpis = part.kpis.map(({ id, settings }) => [id, settings.measure]);
  return JSON.stringify([part.service, part.text, everySeconds, slots, kpis]);
}

function valuesOf({ part, slots }: Asked): number {
  return part.kpis.length * slots.length;
}

/**
 * Identifies what a service reads; services with equal values can share a statement. Undefined if it cannot share one.
 */
async function readOf(
  { search }: Needs,
  { organization }: SharingRun,
  { part: { selector }, everySeconds, slots }: Asked,
): Promise<string | undefined> {
  if (looksIntoText(selector)) return undefined;
  const tree = { kind: 'query', stages: [selector], start: 0, end: 0 } as const;
  try {
    const indexes = await indexesOfTree(search, measuringActor(organization), tree);
    return JSON.stringify([everySeconds, slots, indexes]);
  } catch (error) {
    // Queried alone, it reports the error itself.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The store skips data without the words of one service: a shared statement would search for them in everything that
 * others read.
 */
function looksIntoText({ expression }: SearchStage): boolean {
  return [...everySearch(expression)].some((each) => {
    if (each.kind === 'comparison' || each.kind === 'in') {
      return each.field.name === 'event' || each.field.name === '_raw';
    }
    return each.kind === 'term';
  });
}

async function askMembers(
  needs: Needs,
  { organization, claim, now }: SharingRun,
  members: readonly Asked[],
): Promise<Map<string, ReadonlyMap<string, Answer>>> {
  const [first] = members;
  if (first === undefined) return new Map();
  const { everySeconds, slots } = first;
  const parts = members.map(({ part }) => part);
  const actor = measuringActor(organization);
  return askTogether(needs, actor, { everySeconds, slots, now }, parts, claim.signal);
}
