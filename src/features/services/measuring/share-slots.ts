/**
 * Shared reads: services of one organization whose slots are over at the same time are asked for in one statement. The
 * run that comes first asks for those that are due with it, and their runs find the answers here. What each of them
 * finds is what it would have found by itself; whoever finds nothing asks alone.
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

/** What was asked for a service, and up to when events could be found then. */
export interface Shared {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly horizon: number;
}

export interface SlotSharing {
  /**
   * Answers for the KPIs of a question that have no query of their own. Undefined where it is to be asked alone: nobody
   * else asks for the same slots, or asking together has failed.
   */
  share(run: SharingRun, asked: Asked, horizon: Horizon): Promise<Shared | undefined>;
}

const { sharedValuesMax, sharedKeptMs, notSharedMs } = LIMITS.services;
/** Values that are kept for runs to come: as many as some statements give. */
const KEPT_VALUES_MAX = 10 * sharedValuesMax;
/** As many services as a node is made for. */
const REMEMBERED_MAX = 10_000;

/** They were too much together, whatever each of them is by itself. */
const TOO_MUCH: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUERY_TIMEOUT',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
]);

/** In an object, so that whoever waits for it does not yet wait for what it promises. */
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
    // What was asked a moment ago is on its way, or its service is about to note it.
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

/** Whatever a statement for this question depends on: when any of it has changed, what was asked is of no use. */
function nameOf({ part, everySeconds, slots }: Asked): string {
  const kpis = part.kpis.map(({ id, settings }) => [id, settings.measure]);
  return JSON.stringify([part.service, part.text, everySeconds, slots, kpis]);
}

function valuesOf({ part, slots }: Asked): number {
  return part.kpis.length * slots.length;
}

/** Names what a service reads; those with the same name can be asked for together. Undefined for one that cannot be. */
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
    // Asked for alone, it tells what is wrong with it.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The store passes over what lacks the words of one service: together it would look for them in all that others read. */
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
