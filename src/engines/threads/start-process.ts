import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MB } from '../../spec/units.ts';
import { answerOf, type Outcome } from './outcome.ts';
import type { Thread, ThreadSettings } from './start-thread.ts';

/**
 * Runs jobs like a thread, but in a separate process: untrusted content may allocate so much memory at a time that a
 * thread would take down everything else. Nothing is transferred; bytes are copied.
 */
export function startProcess<Job, Answer>(
  settings: Omit<ThreadSettings, 'youngBytesMax'>,
): Pick<Thread<Job, Answer>, 'run' | 'isAlive' | 'stop'> {
  const { name, jobMsMax, tooLong } = settings;
  const child = forkProgram(settings);
  let isAlive = true;
  let settle: ((outcome: Outcome<Answer> | Error) => void) | undefined;
  const end = (reason: Error): void => {
    isAlive = false;
    settle?.(reason);
  };
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  void gone.then(() => end(new Error(`a process for ${name} ended`)));
  child.on('message', (outcome) => settle?.(outcome as Outcome<Answer>));

  return {
    isAlive: () => isAlive,
    async stop() {
      end(new Error(`a process for ${name} was stopped`));
      child.kill('SIGKILL');
      await gone;
    },
    async run({ job }) {
      if (!isAlive) throw new Error(`a process for ${name} ended`);
      const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer>>();
      settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const timer = setTimeout(() => {
        end(tooLong());
        child.kill('SIGKILL');
      }, jobMsMax);
      try {
        // If it cannot be sent, the process has exited, which is reported.
        child.send(job as object, () => {});
        return answerOf(await promise, name);
      } finally {
        clearTimeout(timer);
        settle = undefined;
      }
    },
  };
}

function forkProgram({
  program,
  heapBytesMax,
}: Pick<ThreadSettings, 'program' | 'heapBytesMax'>): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    execArgv: ['--no-warnings', `--max-old-space-size=${Math.ceil(heapBytesMax / MB)}`],
    // Nothing of ours: our own environment has secrets in it.
    env: { TZ: 'UTC', ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A separate process group: Ctrl+C in a terminal must only reach the parent.
    detached: true,
  });
}
