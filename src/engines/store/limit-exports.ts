/**
 * An export lives as long as a client reads it, and occupies a statement of the store. So a node limits their number
 * across all clients, and ends one whose reader stalls.
 */
import { pipeline, Transform } from 'node:stream';
import { AppError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { ExportedFile, LogStore } from './store.ts';

export interface ExportNeeds {
  readonly log: Log;
  readonly limits: Pick<Limits['logExports'], 'perNodeMax' | 'stillMsMax'>;
}

export function limitExports({ log, limits }: ExportNeeds, store: LogStore): LogStore {
  let running = 0;
  return {
    ...store,
    async export(statement, format, options) {
      if (running >= limits.perNodeMax) throw tooMany(limits.perNodeMax);
      running += 1;
      let source: ExportedFile;
      try {
        source = await store.export(statement, format, options);
      } catch (error) {
        running -= 1;
        throw error;
      }
      const content = watchedFile(limits.stillMsMax, () =>
        log.info({}, 'export ended because its client stopped reading'),
      );
      // An error on either side ends both; the reader of the file sees it.
      pipeline(source.content, content, () => void (running -= 1));
      return { ...source, content };
    },
  };
}

/** Number of checks during the time that a reader may stall. */
const LOOKS = 10;

/** Ends when something could be read, and nothing was, for that long. A slow store is no reason. */
function watchedFile(stillMsMax: number, onStill: () => void): Transform {
  let taken = 0;
  let passedBefore = 0;
  let stillLooks = 0;
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      done(null, chunk);
    },
  });
  const timer = setInterval(
    () => {
      const passed = taken - file.readableLength;
      const isStill = passed === passedBefore && file.readableLength > 0;
      stillLooks = isStill ? stillLooks + 1 : 0;
      passedBefore = passed;
      if (stillLooks < LOOKS) return;
      onStill();
      file.destroy(new AppError('REQUEST_TIMEOUT', 'The client stopped reading the export.'));
    },
    Math.ceil(stillMsMax / LOOKS),
  );
  timer.unref();
  file.once('close', () => clearInterval(timer));
  return file;
}

function tooMany(max: number): AppError {
  const message = `All ${max} export slots of this node are in use. Try again in a moment.`;
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 5 });
}
