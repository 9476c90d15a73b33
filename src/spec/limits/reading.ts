import { MB } from '../units.ts';

/** The threads that read large bodies. */
export const READING_LIMITS = {
  /** Share of that memory for short-lived objects. */
  readYoungBytesMax: 48 * MB,
  /** Time of pipelines for one request on such a thread; slower ones run in slices on the main thread. */
  pipelinesMsMax: 500,
  /** Organizations whose compiled pipelines such a thread caches. */
  pipelineSetsMax: 100,
} as const;
