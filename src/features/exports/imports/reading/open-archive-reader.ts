/** The process that reads one archive, from the side of the import. */
import { startProcess } from '../../../../engines/threads/start-process.ts';
import type { Thread } from '../../../../engines/threads/start-thread.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { MB, SECOND_MS } from '../../../../spec/units.ts';
import type {
  ArchiveAnswer,
  ArchiveJob,
  FileToRead,
  ManifestFacts,
  ReadBatch,
  ReadEnd,
} from './archive-jobs.ts';
import { ArchiveProblem } from './archive-problem.ts';

/** Any failure that an archive causes in its reader becomes an `ArchiveProblem`. */
export interface ArchiveReader extends AsyncDisposable {
  /** Undefined when the text is no manifest. */
  readManifest(name: string, text: string): Promise<ManifestFacts | undefined>;
  /** Refers to the manifest that was read last. */
  isSignedWith(name: string, key: string): Promise<boolean>;
  readFile(file: Omit<FileToRead, 'limits'>): AsyncGenerator<ReadBatch, ReadEnd, undefined>;
}

const PROGRAM = new URL('archive-process.ts', import.meta.url);

/** The process starts with the first job. */
export function openArchiveReader(
  limits: Limits['exports'],
  signal: AbortSignal,
  start: (limits: Limits['exports']) => ReadingProcess = startReading,
): ArchiveReader {
  let reading: ReadingProcess | undefined;
  const stop = (): void => void reading?.stop();
  signal.addEventListener('abort', stop, { once: true });

  async function ask<Kind extends ArchiveAnswer['kind']>(
    name: string,
    job: ArchiveJob,
    ...kinds: readonly Kind[]
  ): Promise<Extract<ArchiveAnswer, { kind: Kind }>> {
    signal.throwIfAborted();
    reading ??= start(limits);
    const answer = await reading.run({ job }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw problemOf(limits, name, error, reading?.isAlive() === true);
    });
    if (answer.kind === 'problem') throw new ArchiveProblem(`${name}: ${answer.message}`);
    if (isOneOf(answer, kinds)) return answer;
    throw new Error('a process for reading archives answered something else');
  }

  return {
    readManifest: async (name, text) =>
      (await ask(name, { kind: 'manifest', text }, 'manifest')).manifest,
    isSignedWith: async (name, key) =>
      (await ask(name, { kind: 'signature', key }, 'signature')).isGood,
    async *readFile(file) {
      const { name } = file.facts;
      let leftMs = limits.importFileMsMax;
      await ask(name, { kind: 'open', file: { ...file, limits } }, 'opened');
      for (;;) {
        const begin = performance.now();
        const answer = await ask(name, { kind: 'next' }, 'batch', 'end');
        leftMs -= performance.now() - begin;
        if (answer.kind === 'end') return answer;
        if (leftMs < 0) throw tooLong(name, limits.importFileMsMax);
        yield answer;
      }
    },
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', stop);
      await reading?.stop();
    },
  };
}

export type ReadingProcess = Pick<Thread<ArchiveJob, ArchiveAnswer>, 'run' | 'isAlive' | 'stop'>;

function startReading(limits: Limits['exports']): ReadingProcess {
  return startProcess<ArchiveJob, ArchiveAnswer>({
    name: 'reading archives',
    program: PROGRAM,
    jobMsMax: limits.importBatchMsMax,
    heapBytesMax: limits.importHeapBytesMax,
    tooLong: () => new TookTooLong(),
  });
}

class TookTooLong extends Error {}

function isOneOf<Kind extends ArchiveAnswer['kind']>(
  answer: ArchiveAnswer,
  kinds: readonly Kind[],
): answer is Extract<ArchiveAnswer, { kind: Kind }> {
  return kinds.some((kind) => kind === answer.kind);
}

/** None of it gets better with another try. */
function problemOf(
  limits: Limits['exports'],
  name: string,
  cause: unknown,
  isAlive: boolean,
): ArchiveProblem {
  if (cause instanceof TookTooLong) return tooLong(name, limits.importBatchMsMax);
  const why = isAlive
    ? 'it is damaged or has an unsupported format'
    : `reading it takes more than ${limits.importHeapBytesMax / MB} MB of memory`;
  return new ArchiveProblem(`${name} can't be read: ${why}.`, cause);
}

function tooLong(name: string, ms: number): ArchiveProblem {
  return new ArchiveProblem(
    `${name} can't be read: it takes more than ${ms / SECOND_MS} s of computing time.`,
  );
}
