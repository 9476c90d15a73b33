/**
 * Copies waiting entries of a queue, and its dead letters, into another one. The source keeps everything. In the target
 * all of it counts as delivered before, since some of it may be stored: row ids then detect duplicates.
 */
import type { OrganizationId } from '../../base/ids.ts';
import type { Claim, DeadLetter, IngestQueue } from '../../engines/queue/queue.ts';
import { BATCH } from './read-stored.ts';

export interface CopiedQueue {
  readonly events: number;
  readonly deadLetters: number;
}

/** What an earlier attempt has left of these organizations in the target goes first. */
export async function copyQueue(
  from: IngestQueue,
  to: IngestQueue,
  organizations: readonly OrganizationId[],
): Promise<CopiedQueue> {
  for (const organization of organizations) await to.forgetOrganization(organization);
  const deadLetters = await copyDeadLetters(from, to);
  let events = 0;
  const waiting = await claimAll(from);
  try {
    for (const { organization, events: count, payload } of waiting.flatMap((one) => one.entries)) {
      await to.append({ organization, events: count, payload });
      events += count;
    }
  } finally {
    for (const claim of waiting) await from.release(claim);
  }
  for (const claim of await claimAll(to)) await to.release(claim);
  return { events, deadLetters };
}

async function claimAll(queue: IngestQueue): Promise<Claim[]> {
  const { rowsMax: eventsMax, bytesMax } = BATCH;
  const claims: Claim[] = [];
  for (;;) {
    const claim = await queue.claim({ eventsMax, bytesMax });
    if (claim === undefined) return claims;
    claims.push(claim);
  }
}

const DEAD_LETTERS_PER_PAGE = 100;

/** Before anything else is in the target, so that each is the only one there while it becomes a dead letter. */
async function copyDeadLetters(from: IngestQueue, to: IngestQueue): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const page = { limit: DEAD_LETTERS_PER_PAGE, ...(after && { after }) };
    const letters = await from.listDeadLetters({}, page);
    for (const letter of letters) count += await copyDeadLetter(from, to, letter);
    after = letters.at(-1)?.id;
    if (after === undefined) return count;
  }
}

async function copyDeadLetter(
  from: IngestQueue,
  to: IngestQueue,
  { id, organization, events, reason, isSpilled }: DeadLetter,
): Promise<number> {
  const payload = await from.readDeadLetter(organization, id);
  if (payload === undefined) return 0;
  await to.append({ organization, events, payload });
  if (isSpilled) await to.spillOldest(events, reason);
  else for (const claim of await claimAll(to)) await to.deadLetter(claim, reason);
  return 1;
}
