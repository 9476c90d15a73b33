import { setImmediate } from 'node:timers/promises';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { compilePipeline } from './compile-pipeline.ts';
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

/**
 * The events that are left once the pipelines of their organization have seen them, in order. At once when
 * it is known that there are none, or when it takes no longer than one slice of time.
 */
export function applyPipelines<Event extends PipelineEvent>(
  needs: PipelineNeeds,
  organization: OrganizationId,
  events: readonly Event[],
  indexes: ReadonlyMap<string, number>,
): readonly Event[] | Promise<readonly Event[]> {
  const set = pipelinesOf(needs, organization);
  if (set instanceof Promise) {
    return set.then((loaded) => passAll(needs, loaded, events, indexes));
  }
  return passAll(needs, set, events, indexes);
}

/** At once when it is known. */
export function hasPipelines(
  needs: PipelineNeeds,
  organization: OrganizationId,
): boolean | Promise<boolean> {
  const set = pipelinesOf(needs, organization);
  if (set instanceof Promise) return set.then(({ pipelines }) => pipelines.length > 0);
  return set.pipelines.length > 0;
}

function passAll<Event extends PipelineEvent>(
  { limits }: PipelineNeeds,
  set: PipelineSet,
  events: readonly Event[],
  indexes: ReadonlyMap<string, number>,
): readonly Event[] | Promise<readonly Event[]> {
  if (set.pipelines.length === 0) return events;
  const passage = openPassage(set, events, limits, indexes);
  return passSlice(passage) ? keptEvents(passage) : passOn(passage);
}

/** Others have their turn between the slices. */
async function passOn<Event extends PipelineEvent>(
  passage: Passage<Event>,
): Promise<readonly Event[]> {
  do {
    await setImmediate();
  } while (!passSlice(passage));
  return keptEvents(passage);
}

const NONE: PipelineSet = { pipelines: [], overruns: { count: 0, since: 0 } };

/** At once when they are known. Every change makes all nodes forget them. */
function pipelinesOf(
  needs: PipelineNeeds,
  organization: OrganizationId,
): PipelineSet | Promise<PipelineSet> {
  const known = needs.cache.get<PipelineSet>(`pipelines:${organization}`, async () => ({
    subject: organization,
    value: await loadPipelines(needs, organization),
  }));
  if (known instanceof Promise) return known.then((set) => set ?? NONE);
  return known ?? NONE;
}

async function loadPipelines(
  { metadata, limits }: PipelineNeeds,
  organization: OrganizationId,
): Promise<PipelineSet> {
  const rows = await readEnabledPipelines(metadata, organization);
  if (rows.length === 0) return NONE;
  const hashKey = (await readHashKey(metadata, organization)) ?? '';
  // What an older version let through and this one refuses says so on every event it is for.
  const pipelines = rows.map(
    (row) => compilePipeline({ limits, hashKey }, textOfRow(row)).pipeline,
  );
  return { pipelines, overruns: { count: 0, since: 0 } };
}
