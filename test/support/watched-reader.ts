import assert from 'node:assert/strict';
import { openEventReader } from '../../src/flow/ingest/threads/open-event-reader.ts';
import type { IngestNeeds } from '../../src/flow/ingest/index.ts';
import { LIMITS } from './limits.ts';

/** Real threads for large bodies of organizations with pipelines, and what they have done. */
export interface WatchedReader extends AsyncDisposable {
  readonly reader: NonNullable<IngestNeeds['reader']>;
  isOn: boolean;
  bodies: number;
  /** Bodies whose pipelines took too long there. */
  givenBack: number;
}

export function openWatchedReader(
  pipelinesMsMax: number = LIMITS.reading.pipelinesMsMax,
): WatchedReader {
  const threads = openEventReader({ limits: LIMITS.reading });
  const watched: WatchedReader = {
    isOn: true,
    bodies: 0,
    givenBack: 0,
    reader: {
      isFor: (bytes) => watched.isOn && threads.isFor(bytes),
      read: async (job) => {
        assert.ok(job.pipelines !== undefined, 'the thread is told the pipelines');
        const reading = { ...job.limits.reading, pipelinesMsMax };
        const answer = await threads.read({ ...job, limits: { ...job.limits, reading } });
        watched.bodies += 1;
        if (answer.unread !== undefined) watched.givenBack += 1;
        return answer;
      },
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
  return watched;
}
