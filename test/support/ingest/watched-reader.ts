import { createLocalReader } from '../../../src/flow/ingest/reading/create-local-reader.ts';
import type { EventReader } from '../../../src/flow/ingest/reading/event-reader.ts';
import type { ReaderNeeds } from '../../../src/flow/ingest/reading/open-event-reader.ts';
import { openThreadReader } from '../../../src/flow/ingest/reading/open-thread-reader.ts';

/** Real threads for every body, and what they have done. */
export interface WatchedReader extends EventReader, AsyncDisposable {
  /** Off: bodies are read where requests are answered. */
  isOn: boolean;
  bodies: number;
  /** Bodies whose pipelines took too long there. */
  givenBack: number;
}

export function openWatchedReader(needs: ReaderNeeds, pipelinesMsMax?: number): WatchedReader {
  const { limits } = needs;
  const reading = {
    ...limits.reading,
    ...(pipelinesMsMax === undefined ? {} : { pipelinesMsMax }),
  };
  const here = createLocalReader(needs);
  const local: EventReader = {
    read(body) {
      watched.givenBack += 1;
      return here.read(body);
    },
  };
  const threads = openThreadReader({ ...needs, limits: { ...limits, reading }, local });
  const watched: WatchedReader = {
    isOn: true,
    bodies: 0,
    givenBack: 0,
    read(body) {
      if (!watched.isOn) return here.read(body);
      watched.bodies += 1;
      return threads.read(body);
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
  return watched;
}
