/** Looks what keeps events of this node from being found. Cheap enough for every second. */
import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { IngestQueue, QueueFront, QueuePosition } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { GapNotesReader } from './gap-notes.ts';
import type { Condition } from './gap.ts';

export interface ConditionNeeds {
  readonly queue: Pick<IngestQueue, 'front' | 'isSpilling' | 'listDeadLetters'>;
  readonly holding: Pick<IngestQueue, 'depth'>;
  readonly notes: Pick<GapNotesReader, 'take'>;
  readonly clock: Clock;
}

export type FindConditions = () => Promise<Condition[]>;

/** Up to which position the queue had come at a time. */
interface Mark {
  readonly at: number;
  readonly last: QueuePosition;
}

interface Looks {
  readonly startedAt: number;
  readonly marks: Mark[];
  /** Undefined when nothing is spilled. */
  spilled: { readonly since: number; backAt: QueuePosition | undefined } | undefined;
  isFirst: boolean;
}

export function createFindConditions(needs: ConditionNeeds): FindConditions {
  const looks: Looks = {
    startedAt: needs.clock.now(),
    // The age of entries from an earlier run is unknown, so they count as too old.
    marks: [{ at: -Infinity, last: needs.queue.front().last }],
    spilled: undefined,
    isFirst: true,
  };
  return async () => {
    const now = needs.clock.now();
    const front = needs.queue.front();
    const spilled = await findSpilled(needs, looks, front, now);
    return [...findLate(looks, front, now), ...spilled, ...findTurnedAway(needs, now)];
  };
}

const { lagMs, calmMs, lookEveryMs } = LIMITS.gaps;

/** An entry that was there `lagMs` ago and is still there is that old at least. */
function findLate({ marks, startedAt }: Looks, front: QueueFront, now: number): Condition[] {
  marks.push({ at: now, last: front.last });
  while (marks[1] !== undefined && marks[1].at <= now - lagMs) marks.shift();
  const [old] = marks;
  if (old === undefined || old.at > now - lagMs) return [];
  const since = Math.max(startedAt, old.at - lookEveryMs);
  return [...front.oldest].flatMap(([organization, position]): Condition[] =>
    position <= old.last ? [{ kind: 'lag', organization, since }] : [],
  );
}

/**
 * Spilled events are back when the store is, but at the end of the queue: they are missing until all that waited
 * then is stored.
 */
async function findSpilled(
  { queue }: ConditionNeeds,
  looks: Looks,
  front: QueueFront,
  now: number,
): Promise<Condition[]> {
  const isSpilling = queue.isSpilling();
  const mayBeSpilled = isSpilling || looks.spilled !== undefined || looks.isFirst;
  if (!mayBeSpilled) return [];
  const isStill =
    isSpilling || (await queue.listDeadLetters({ spilledOnly: true }, { limit: 1 })).length > 0;
  looks.isFirst = false;
  if (isStill) looks.spilled = { since: looks.spilled?.since ?? now, backAt: undefined };
  const { spilled } = looks;
  if (spilled === undefined) return [];
  if (!isStill) {
    const backAt = (spilled.backAt ??= front.last);
    const isStored = front.oldest.values().every((position) => position > backAt);
    if (isStored) looks.spilled = undefined;
  }
  if (looks.spilled === undefined) return [];
  return [{ kind: 'spilling', organization: null, since: spilled.since }];
}

function findTurnedAway({ holding, notes }: ConditionNeeds, now: number): Condition[] {
  const over = new Map<OrganizationId, Condition>();
  for (const [organization, times] of notes.take('quota', calmMs)) {
    over.set(organization, { kind: 'quota', organization, ...times });
  }
  for (const organization of holding.depth().byOrganization.keys()) {
    over.set(organization, { kind: 'quota', organization, since: now - lookEveryMs });
  }
  const refused = [...notes.take('refusing', calmMs)].map(([organization, times]): Condition => ({
    kind: 'refusing',
    organization,
    ...times,
  }));
  return [...over.values(), ...refused];
}
