import type { SettableLimits } from '../../src/spec/defaults.ts';
import type { ProbesOf } from './probe.ts';
import { ACCESS_PROBES } from './probes/access.ts';
import { ENGINE_PROBES } from './probes/engines.ts';
import { EVALUATION_PROBES } from './probes/evaluation.ts';
import { HTTP_PROBES } from './probes/http.ts';
import { INGEST_PROBES } from './probes/ingest.ts';
import { SEARCH_PROBES } from './probes/search.ts';
import { STORE_PROBES } from './probes/store.ts';
import { THREAD_PROBES } from './probes/threads.ts';

/** One for every limit that an operator may set. */
export const PROBES: ProbesOf<keyof SettableLimits> = {
  ...ACCESS_PROBES,
  ...ENGINE_PROBES,
  ...HTTP_PROBES,
  ...INGEST_PROBES,
  ...SEARCH_PROBES,
  ...STORE_PROBES,
  ...THREAD_PROBES,
  ...EVALUATION_PROBES,
};
