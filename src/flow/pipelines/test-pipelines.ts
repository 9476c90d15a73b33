import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../../base/actor.ts';
import { isoTime } from '../../base/clock.ts';
import type { PipelineTest, ShownEvent, TestedEvent } from '../../contract/pipelines.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';
import { type CompiledPipeline, compilePipelineInTurns } from './compile-pipeline.ts';
import { type ManageNeeds, requireUsable } from './manage-pipelines.ts';
import { keptEvents, openPassage, passSlice, type PipelineSet } from './pass-events.ts';
import {
  ERROR_ATTRIBUTE,
  openRoom,
  type PipelineEvent,
  readField,
  removeField,
  type Room,
} from './pipeline-event.ts';
import { findUnmasked } from './steps/find-unmasked.ts';
import { readEnabledPipelines, requireHashKey, textOfRow } from './pipelines-table.ts';

export interface TrialNeeds extends ManageNeeds {
  /** The indexes of an organization, each with the days it keeps events. */
  readonly indexesOf: (organization: Actor['organization']) => Indexes | Promise<Indexes>;
}

type Indexes = ReadonlyMap<string, number>;

/** Each event before and after, step by step. Nothing is stored. */
export async function testPipelines(
  needs: TrialNeeds,
  actor: Actor,
  { events, pipeline }: PipelineTest,
): Promise<TestedEvent[]> {
  const { metadata, limits, clock } = needs;
  const trial = pipeline && { name: 'Trial', match: '', ...pipeline };
  if (trial !== undefined) await requireUsable(needs, trial);
  const hashKey = await requireHashKey(metadata, actor.organization, clock.now());
  const texts =
    trial === undefined
      ? (await readEnabledPipelines(metadata, actor.organization)).map(textOfRow)
      : [trial];
  const pipelines: TriedPipeline[] = [];
  for (const text of texts) {
    const { pipeline: compiled } = await compilePipelineInTurns({ limits, hashKey }, text);
    const masks = text.steps.flatMap((step) => (step.kind === 'mask' ? [step] : []));
    const looks = masks.map((step) => findUnmasked(step, limits.pipelines));
    pipelines.push({ ...compiled, looks });
  }
  const indexes = await needs.indexesOf(actor.organization);
  const shownBytesMax = limits.pipelines.testShownBytesMax;
  const run: Run = {
    pipelines,
    indexes,
    limits,
    overruns: { count: 0, since: 0 },
    room: openRoom({ ...limits.events, expandedBytesMax: shownBytesMax }),
    spentMs: 0,
    shownBytesLeft: shownBytesMax,
  };
  const tested: TestedEvent[] = [];
  for (const sent of events) tested.push(await testEvent(run, eventOf(sent, indexes, clock.now())));
  return tested;
}

interface TriedPipeline extends CompiledPipeline {
  /** What each of its masks would still find. */
  readonly looks: readonly ReturnType<typeof findUnmasked>[];
}

interface Run {
  readonly pipelines: readonly TriedPipeline[];
  readonly indexes: Indexes;
  readonly limits: TrialNeeds['limits'];
  readonly overruns: PipelineSet['overruns'];
  readonly room: Room;
  spentMs: number;
  /** What may yet be shown of events between two steps. */
  shownBytesLeft: number;
}

async function testEvent(run: Run, event: PipelineEvent): Promise<TestedEvent> {
  const before = showEvent(event);
  const tested: TestedEvent['pipelines'] = [];
  const looks: TriedPipeline['looks'][number][] = [];
  let isDropped = false;
  for (const pipeline of run.pipelines) {
    if (isDropped) break;
    const matched = pipeline.matches(event);
    const steps = matched ? await testSteps(run, pipeline, event) : [];
    if (matched) looks.push(...pipeline.looks);
    isDropped = steps.at(-1)?.outcome === 'dropped';
    tested.push({ name: pipeline.name, matched, steps });
  }
  if (isDropped) return { before, pipelines: tested, after: null, unmasked: [] };
  const unmasked: TestedEvent['unmasked'] = [];
  for (const look of looks) {
    // Each goes through the whole event.
    await setImmediate();
    unmasked.push(...look(event));
  }
  return { before, pipelines: tested, after: showEvent(event), unmasked };
}

type TestedSteps = TestedEvent['pipelines'][number]['steps'];

/** Runs every step as a separate pipeline, so that it behaves exactly as for incoming events. */
async function testSteps(
  run: Run,
  pipeline: CompiledPipeline,
  event: PipelineEvent,
): Promise<TestedSteps> {
  const tested: TestedSteps = [];
  for (const [at, step] of pipeline.steps.entries()) {
    const before = JSON.stringify(showEvent(event));
    const mark = readField(event, ERROR_ATTRIBUTE);
    removeField(event, ERROR_ATTRIBUTE, run.room);
    const { isDropped, micros } = await runAlone(run, pipeline, at, event);
    if (isDropped) {
      tested.push({ kind: step.kind, outcome: 'dropped', micros });
      return tested;
    }
    const error = readField(event, ERROR_ATTRIBUTE);
    restoreMark(run.room, event, mark, error);
    const after = showEvent(event);
    const text = JSON.stringify(after);
    const isChanged = text !== before;
    if (isChanged) run.shownBytesLeft -= text.length;
    const outcome = error !== undefined ? 'failed' : isChanged ? 'changed' : 'unchanged';
    tested.push({
      kind: step.kind,
      outcome,
      ...(error === undefined ? {} : { error }),
      micros,
      ...(isChanged && run.shownBytesLeft >= 0 ? { after } : {}),
    });
  }
  return tested;
}

/** Runs one step on one event; yields to other work first. */
async function runAlone(run: Run, pipeline: CompiledPipeline, at: number, event: PipelineEvent) {
  // The steps before it stay, so that it keeps its number.
  const alone = { ...pipeline, steps: pipeline.steps.slice(0, at + 1) };
  const set = { pipelines: [alone], overruns: run.overruns };
  const passage = openPassage(set, [event], run.limits, run.indexes, run.room);
  passage.at = { event: 0, pipeline: 0, step: at };
  passage.spentMs = run.spentMs;
  await setImmediate();
  const startedAt = performance.now();
  while (!passSlice(passage)) await setImmediate();
  const elapsedMs = performance.now() - startedAt;
  run.spentMs += elapsedMs;
  const micros = Math.round(elapsedMs * 10_000) / 10;
  return { isDropped: keptEvents(passage).length === 0, micros };
}

function restoreMark(
  room: Room,
  event: PipelineEvent,
  before: string | undefined,
  now: string | undefined,
): void {
  if (before === undefined) return;
  removeField(event, ERROR_ATTRIBUTE, room);
  event.attributes.push([ERROR_ATTRIBUTE, now === undefined ? before : `${before}; ${now}`]);
}

function eventOf(
  sent: PipelineTest['events'][number],
  indexes: Indexes,
  now: number,
): PipelineEvent {
  const index = sent.index ?? DEFAULT_INDEX;
  return {
    index,
    retentionDays: indexes.get(index) ?? 0,
    timestamp: sent.timestamp === undefined ? now : Date.parse(sent.timestamp),
    receivedAt: now,
    level: sent.level?.trim().toLowerCase() || 'info',
    source: sent.source ?? 'test',
    id: sent.id ?? '',
    body: sent.event,
    attributes: Object.entries(sent.attributes ?? {}),
  };
}

function showEvent(event: PipelineEvent): ShownEvent {
  return {
    event: event.body,
    index: event.index,
    level: event.level,
    source: event.source,
    timestamp: isoTime(event.timestamp),
    attributes: Object.fromEntries(event.attributes),
  };
}
