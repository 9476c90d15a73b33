import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import {
  type PortablePipelines,
  compileSetInTurns,
  overrunsMemory,
  type PipelineSource,
  sharedOverruns,
} from './portable-pipelines.ts';
import {
  keptEvents,
  openPassage,
  type Passage,
  passSlice,
  type PipelineSet,
} from './pass-events.ts';
import type { PipelineEvent } from './pipeline-event.ts';
import { readEnabledPipelines, readHashKey, textOfRow } from './pipelines-table.ts';

export interface PipelineNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly limits: Limits;
}

/** Result of running pipelines on the events of a request. */
export interface PassedEvents<Event> {
  /** The events that are left, in order. */
  readonly kept: readonly Event[];
  /** By how much they have grown in all; less than zero when they have shrunk. */
  readonly grownBytes: number;
}

/**
 * Returns the events after the pipelines of their organization. Synchronous if it is known that there are none, or if
 * they take no longer than one time slice.
 */
export function applyPipelines<Event extends PipelineEvent>(
  needs: PipelineNeeds,
  organization: OrganizationId,
  events: readonly Event[],
  indexes: ReadonlyMap<string, number>,
): PassedEvents<Event> | Promise<PassedEvents<Event>> {
  const known = pipelinesOf(needs, organization);
  if (known instanceof Promise) {
    return known.then(({ set }) => passAll(needs, set, events, indexes));
  }
  return passAll(needs, known.set, events, indexes);
}

/** Whether events may pass their pipelines on another thread. */
export type ThreadPipelines =
  /** There is none to pass. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'portable';
      readonly pipelines: PortablePipelines;
      /** Called if they took too long there, so that for a minute other requests do not wait for them again. */
      readonly noteSlow: () => void;
    }
  | { readonly kind: 'slow' };

/** Synchronous if cached. */
export function pipelinesForThread(
  needs: PipelineNeeds,
  organization: OrganizationId,
): ThreadPipelines | Promise<ThreadPipelines> {
  const known = pipelinesOf(needs, organization);
  return known instanceof Promise ? known.then(forThread) : forThread(known);
}

function forThread(known: KnownPipelines): ThreadPipelines {
  const { portable, slowSince } = known;
  if (portable === undefined) return { kind: 'none' };
  if (performance.now() - slowSince <= MINUTE_MS) return { kind: 'slow' };
  const noteSlow = (): void => void (known.slowSince = performance.now());
  return { kind: 'portable', pipelines: portable, noteSlow };
}

function passAll<Event extends PipelineEvent>(
  { limits }: PipelineNeeds,
  set: PipelineSet,
  events: readonly Event[],
  indexes: ReadonlyMap<string, number>,
): PassedEvents<Event> | Promise<PassedEvents<Event>> {
  if (set.pipelines.length === 0) return { kept: events, grownBytes: 0 };
  const passage = openPassage(set, events, limits, indexes);
  return passSlice(passage) ? passedEvents(passage) : passOn(passage);
}

export function passedEvents<Event extends PipelineEvent>(
  passage: Passage<Event>,
): PassedEvents<Event> {
  return { kept: keptEvents(passage), grownBytes: passage.room.grownBytes };
}

/** Yields to other work between the slices. */
async function passOn<Event extends PipelineEvent>(
  passage: Passage<Event>,
): Promise<PassedEvents<Event>> {
  do {
    await setImmediate();
  } while (!passSlice(passage));
  return passedEvents(passage);
}

interface KnownPipelines {
  readonly set: PipelineSet;
  /** Undefined when there is none. */
  readonly portable: PortablePipelines | undefined;
  /** When they last took too long on another thread. */
  slowSince: number;
}

const NONE: KnownPipelines = {
  set: { pipelines: [], overruns: { count: 0, since: 0 } },
  portable: undefined,
  slowSince: -Infinity,
};

/** Synchronous if cached. Every change invalidates the cache on all nodes. */
function pipelinesOf(
  needs: PipelineNeeds,
  organization: OrganizationId,
): KnownPipelines | Promise<KnownPipelines> {
  const known = needs.cache.get<KnownPipelines>(`pipelines:${organization}`, async () => ({
    subject: organization,
    value: await loadPipelines(needs, organization),
  }));
  if (known instanceof Promise) return known.then((pipelines) => pipelines ?? NONE);
  return known ?? NONE;
}

async function loadPipelines(
  { metadata, limits }: PipelineNeeds,
  organization: OrganizationId,
): Promise<KnownPipelines> {
  const rows = await readEnabledPipelines(metadata, organization);
  if (rows.length === 0) return NONE;
  const hashKey = (await readHashKey(metadata, organization)) ?? '';
  const source: PipelineSource = { pipelines: rows.map(textOfRow), hashKey };
  const overruns = overrunsMemory();
  const portable = {
    organization,
    id: randomUUID(),
    text: JSON.stringify(source),
    overruns,
    limits: { events: limits.events, pipelines: limits.pipelines },
  };
  const set = await compileSetInTurns(source, limits, sharedOverruns(overruns));
  return { set, portable, slowSince: -Infinity };
}
