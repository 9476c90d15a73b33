import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import type { DeadLetter } from '../../../contract/dead-letters.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import { recordAudit } from '../../../guard/access/index.ts';

export interface DeadLetterNeeds {
  readonly queue: Pick<IngestQueue, 'listDeadLetters' | 'replayDeadLetters' | 'discardDeadLetters'>;
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
}

/** Oldest first; the cursor is the id of the last one shown. */
export async function listDeadLetters(
  needs: DeadLetterNeeds,
  actor: Actor,
  page: { readonly limit: number; readonly after?: string },
): Promise<{ data: DeadLetter[]; nextCursor: string | null }> {
  const { organization } = actor;
  const asked = { ...page, limit: page.limit + 1 };
  const letters = await needs.queue.listDeadLetters({ organization }, asked);
  const shown = letters.slice(0, page.limit);
  const data = shown.map(({ id, events, bytes, reason, attempts, deadAt, isSpilled }) => ({
    id,
    events,
    bytes,
    reason,
    attempts,
    deadAt: isoTime(deadAt),
    isSpilled,
  }));
  return { data, nextCursor: letters.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}

export async function replayDeadLetters(
  needs: DeadLetterNeeds,
  actor: Actor,
  ids: readonly string[] | undefined,
): Promise<number> {
  const filter = { organization: actor.organization, ...(ids === undefined ? {} : { ids }) };
  const replayed = await needs.queue.replayDeadLetters(filter);
  const event = {
    action: 'dead_letter.replayed',
    resource: ids === undefined ? 'all' : ids.join(','),
    details: { replayed },
  } as const;
  await needs.metadata.transaction((unit) => recordAudit(unit, actor, event, needs.clock.now()));
  return replayed;
}

export async function discardDeadLetter(
  needs: DeadLetterNeeds,
  actor: Actor,
  id: string,
): Promise<number> {
  const { organization } = actor;
  const discarded = await needs.queue.discardDeadLetters({ organization, ids: [id] });
  if (discarded === 0) throw notFound('dead letter');
  return discarded;
}
