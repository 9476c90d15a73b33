import { MB } from '../units.ts';

/** The threads that read large bodies. */
export const READING_LIMITS = {
  /** How much of it is for what is garbage a moment later. */
  readYoungBytesMax: 48 * MB,
  /** Time that pipelines may take there for one body; slower ones work in slices on the thread that answers. */
  pipelinesMsMax: 500,
  /** Organizations whose compiled pipelines such a thread keeps. */
  pipelineSetsMax: 100,
} as const;
