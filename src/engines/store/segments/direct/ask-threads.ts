/** Sends jobs to the threads that read parts. */
import type { ThreadPool, Urgency } from '../../../threads/threads.ts';
import { groupsOf, type PartSummary } from '../part-jobs.ts';
import type { Parts } from '../parts.ts';
import { memoryOf } from './count-texts.ts';
import type { Scope, Spend } from './evaluate.ts';
import { type GroupPlace, placeOf } from './group-place.ts';
import { isRead, type Read } from './read-conditions.ts';
import type { ReadAnswer, ReadJob } from './read-jobs.ts';
import { NotDirect } from './value.ts';

export type Threads = readonly Pick<ThreadPool<ReadJob, ReadAnswer>, 'run'>[];

export interface ReadNeeds {
  readonly parts: Parts;
  readonly parameter: Scope['parameter'];
  /** For computations on this thread. */
  readonly spend: Spend;
  readonly threads: Threads;
  readonly signal: AbortSignal | undefined;
}

let turn = 0;

/** Sends a job to one of the threads; the files are kept meanwhile. Organizations take turns. */
export async function askThread(
  { parts, threads, signal }: Pick<ReadNeeds, 'parts' | 'threads' | 'signal'>,
  job: ReadJob,
  owner: string,
  urgency: Urgency = 'quick',
): Promise<ReadAnswer> {
  const release = job.kind === 'join' ? () => {} : holdParts(parts, job.groups);
  try {
    // In turns, so that two lists do not wait for each other.
    const thread = threads[turn++ % threads.length];
    if (thread === undefined) throw new NotDirect('no thread');
    const moved = job.kind === 'join' ? job.counts.flatMap(memoryOf) : [];
    const answer = await thread.run(() => ({ job, moved }), signal, urgency, owner);
    if (answer.kind === 'damaged') parts.noteDamage(answer.part);
    return answer;
  } finally {
    release();
  }
}

/** Until what it returns is called, no file of them goes. */
export function holdParts(parts: Parts, groups: readonly GroupPlace[]): () => void {
  const names = new Set(groups.map(({ part }) => part));
  return parts.hold(parts.all().filter(({ name }) => names.has(name)));
}

/** Groups that may have rows that are read, the newest first. */
export interface ChosenGroups {
  readonly groups: readonly GroupPlace[];
  /** Rows in all of them. */
  readonly rows: number;
}

export function groupsFor(parts: readonly PartSummary[], read: Read): ChosenGroups {
  const { organization, from, to } = read;
  let rows = 0;
  const groups = parts.flatMap((part) =>
    groupsOf(part, organization).flatMap((group) => {
      const [first, newest] = group.bounds.timestamp;
      const isMeant = isRead(read, group.index) && newest >= from && first < to;
      if (isMeant) rows += group.rows;
      return isMeant ? [placeOf(part, group)] : [];
    }),
  );
  return { groups: groups.sort((a, b) => b.bounds.timestamp[1] - a.bounds.timestamp[1]), rows };
}
