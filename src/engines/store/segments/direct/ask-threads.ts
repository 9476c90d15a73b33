/** Asks the threads that read parts. */
import type { ThreadPool } from '../../../threads/threads.ts';
import { groupsOf, type PartSummary } from '../part-jobs.ts';
import type { Parts } from '../parts.ts';
import type { Scope } from './evaluate.ts';
import { isRead, type Read } from './read-conditions.ts';
import { type GroupPlace, placeOf, type ReadAnswer, type ReadJob } from './read-jobs.ts';
import { NotDirect } from './value.ts';

export type Threads = readonly Pick<ThreadPool<ReadJob, ReadAnswer>, 'run'>[];

export interface ReadNeeds {
  readonly parts: Parts;
  readonly parameter: Scope['parameter'];
  readonly threads: Threads;
  readonly signal: AbortSignal | undefined;
}

let turn = 0;

/** One of them; the files are kept meanwhile. */
export async function askThread(
  { parts, threads, signal }: Omit<ReadNeeds, 'parameter'>,
  job: ReadJob,
): Promise<ReadAnswer> {
  const names = new Set(job.groups.map(({ part }) => part));
  const release = parts.hold(parts.all().filter(({ name }) => names.has(name)));
  try {
    // In turns, so that two lists do not wait for each other.
    const thread = threads[turn++ % threads.length];
    if (thread === undefined) throw new NotDirect('no thread');
    const answer = await thread.run(() => ({ job }), signal, 'quick');
    if (answer.kind === 'damaged') parts.noteDamage(answer.part);
    return answer;
  } finally {
    release();
  }
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
