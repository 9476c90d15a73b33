import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { openPayload } from '../../../base/queue-payload.ts';
import type { DeadLetter } from '../../../contract/dead-letters.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import { readFirstRow } from '../../../engines/store/first-row.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { reservedIndex } from '../../../spec/reserved-indexes.ts';

export interface DeadLetterNeeds {
  readonly queue: Pick<
    IngestQueue,
    'listDeadLetters' | 'readDeadLetter' | 'replayDeadLetters' | 'discardDeadLetters'
  >;
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
  const data: DeadLetter[] = [];
  for (const { id, events, bytes, reason, attempts, deadAt, isSpilled } of shown) {
    const facts = { id, events, bytes, reason, attempts, deadAt: isoTime(deadAt), isSpilled };
    // One after the other: each is read whole.
    data.push({ ...facts, ...(await previewOf(needs, organization, id)) });
  }
  return { data, nextCursor: letters.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Characters of a message that are shown. */
const PREVIEW_CHARACTERS_MAX = 500;

/** Enough to decide whether a replay makes sense; it is the organization's own event. */
async function previewOf(
  { queue }: DeadLetterNeeds,
  organization: OrganizationId,
  id: string,
): Promise<Pick<DeadLetter, 'preview'>> {
  const payload = await queue.readDeadLetter(organization, id);
  const first = payload === undefined ? undefined : readFirstRow(openPayload(payload).block);
  if (first === undefined) return {};
  const { index, level, source, body, timestamp } = first;
  const event = Array.from(body.slice(0, PREVIEW_CHARACTERS_MAX * 2))
    .slice(0, PREVIEW_CHARACTERS_MAX)
    .join('');
  return { preview: { timestamp: isoTime(timestamp), index, level, source, event } };
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
  const payload = await needs.queue.readDeadLetter(organization, id);
  if (payload === undefined) throw notFound('dead letter');
  const { block, sentBytes } = openPayload(payload);
  const index = readFirstRow(block)?.index;
  // Events that no client sent are the platform's own; this still identifies them if they are unreadable.
  const isOwn = index === undefined ? sentBytes === 0 : reservedIndex(index) !== undefined;
  if (isOwn) {
    const message =
      'Events that Xplain writes itself, such as audit entries, can’t be discarded. Replay them.';
    throw new AppError('FORBIDDEN', message);
  }
  const event = {
    action: 'dead_letter.discarded',
    resource: id,
    details: { index: index ?? null, sentBytes },
  } as const;
  // First: an entry about a letter that is still there does less harm than a letter gone without one.
  await needs.metadata.transaction((unit) => recordAudit(unit, actor, event, needs.clock.now()));
  const discarded = await needs.queue.discardDeadLetters({ organization, ids: [id] });
  if (discarded === 0) throw notFound('dead letter');
  return discarded;
}
