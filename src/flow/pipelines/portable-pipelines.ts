/**
 * Pipelines on another thread. Their source is sent as text with every body, which costs next to nothing; a thread
 * compiles it once and caches the result until it receives a later version.
 */
import type { OrganizationId } from '../../base/ids.ts';
import {
  type CompiledPipeline,
  compilePipeline,
  compilePipelineInTurns,
  type PipelineText,
} from './compile-pipeline.ts';
import { openPassage, type Passage, passSlice, type PipelineSet } from './pass-events.ts';
import type { PipelineEvent, PipelineLimits } from './pipeline-event.ts';

/** The pipelines of one organization, in a form that every thread can read. */
export interface PortablePipelines {
  readonly organization: OrganizationId;
  /** Another one for every version. */
  readonly id: string;
  /** A `PipelineSource` as JSON. */
  readonly text: string;
  /** The same memory on every thread, for what they remember together. */
  readonly overruns: SharedArrayBuffer;
  readonly limits: PipelineLimits;
}

export interface PipelineSource {
  readonly pipelines: readonly PipelineText[];
  /** Of the organization, for masks that hash. */
  readonly hashKey: string;
}

function compileSet(
  { pipelines, hashKey }: PipelineSource,
  limits: PipelineLimits,
  overruns: PipelineSet['overruns'],
): PipelineSet {
  // A pipeline that an older version accepted and this one rejects marks every event it applies to.
  const compiled = pipelines.map((text) => compilePipeline({ limits, hashKey }, text).pipeline);
  return { pipelines: compiled, overruns };
}

/** The same on the thread that answers requests. */
export async function compileSetInTurns(
  { pipelines, hashKey }: PipelineSource,
  limits: PipelineLimits,
  overruns: PipelineSet['overruns'],
): Promise<PipelineSet> {
  const compiled: CompiledPipeline[] = [];
  for (const text of pipelines) {
    compiled.push((await compilePipelineInTurns({ limits, hashKey }, text)).pipeline);
  }
  return { pipelines: compiled, overruns };
}

export interface PipelineRunner {
  /** Undefined if it takes longer than `msMax`; the events must not be used then. */
  pass<Event extends PipelineEvent>(
    portable: PortablePipelines,
    events: readonly Event[],
    indexes: ReadonlyMap<string, number>,
    msMax: number,
  ): Passage<Event> | undefined;
}

/** Keeps what was compiled for the organizations that came last. */
export function createPipelineRunner(setsMax: number): PipelineRunner {
  const known = new Map<OrganizationId, { readonly id: string; readonly set: PipelineSet }>();

  function setOf({ organization, id, text, overruns, limits }: PortablePipelines): PipelineSet {
    const before = known.get(organization);
    // Only `loadPipelines` makes such text.
    const compile = () =>
      compileSet(JSON.parse(text) as PipelineSource, limits, sharedOverruns(overruns));
    const set = before?.id === id ? before.set : compile();
    // Moves the newest entry to the end.
    known.delete(organization);
    known.set(organization, { id, set });
    const [oldest] = known.keys();
    if (known.size > setsMax && oldest !== undefined) known.delete(oldest);
    return set;
  }

  return {
    pass(portable, events, indexes, msMax) {
      const passage = openPassage(setOf(portable), events, portable.limits, indexes);
      while (!passSlice(passage)) if (passage.spentMs > msMax) return undefined;
      return passage;
    },
  };
}

const OVERRUNS_BYTES = 16;

export function overrunsMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(OVERRUNS_BYTES);
}

/**
 * What one thread notes the others see. Two that note at the same moment may count once: a pattern then
 * gets one try more before it rests.
 */
export function sharedOverruns(memory: SharedArrayBuffer): PipelineSet['overruns'] {
  const [count, since] = [new Int32Array(memory, 0, 1), new Float64Array(memory, 8, 1)];
  // The clock of a thread starts with the thread; this one is the same for all threads.
  const startedAt = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  return {
    get count() {
      return Atomics.load(count, 0);
    },
    set count(value) {
      Atomics.store(count, 0, value);
    },
    get since() {
      return (since[0] ?? 0) - startedAt;
    },
    set since(value) {
      since[0] = value + startedAt;
    },
  };
}
