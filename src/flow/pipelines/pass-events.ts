/**
 * Runs events through pipelines, one step after the other. It stops at points where it can resume: to yield to other
 * work, and before a pattern that needs the watchdog. Nothing here throws, and no event is lost: a step that fails or
 * takes too long leaves its event unchanged, with a mark.
 */
import { MINUTE_MS } from '../../spec/units.ts';
import type { CompiledPipeline, CompiledStep } from './compile-pipeline.ts';
import {
  markError,
  openRoom,
  type PipelineEvent,
  type PipelineLimits,
  type Room,
} from './pipeline-event.ts';
import { runWatched } from './run-watched.ts';
import type { StepResult } from './steps/step.ts';

/** The pipelines of one organization, with the memory of how often they took too long. */
export interface PipelineSet {
  readonly pipelines: readonly CompiledPipeline[];
  readonly overruns: { count: number; since: number };
}

export interface Passage<Event extends PipelineEvent> {
  readonly set: PipelineSet;
  readonly events: readonly Event[];
  /** 1 for each event that a pipeline has thrown away. */
  readonly isDropped: Uint8Array;
  readonly limits: PipelineLimits;
  readonly room: Room;
  readonly indexes: ReadonlyMap<string, number>;
  /** The step that comes next. One value, since the watchdog may strike between any two. */
  at: Place;
  isWatched: boolean;
  spentMs: number;
  /** The watched step and the state before it, for rollback. */
  before: Before | undefined;
}

interface Place {
  readonly event: number;
  readonly pipeline: number;
  /** -1 before the pipeline has looked whether the event is for it. */
  readonly step: number;
}

interface Before {
  readonly at: Place;
  readonly event: PipelineEvent;
  /** Processor time in microseconds. */
  readonly cpu: number;
}

export function openPassage<Event extends PipelineEvent>(
  set: PipelineSet,
  events: readonly Event[],
  limits: PipelineLimits,
  indexes: ReadonlyMap<string, number>,
  room: Room = openRoom(limits.events),
): Passage<Event> {
  return {
    set,
    events,
    isDropped: new Uint8Array(events.length),
    limits,
    room,
    indexes,
    at: { event: 0, pipeline: 0, step: -1 },
    isWatched: false,
    spentMs: 0,
    before: undefined,
  };
}

/** Remaining events, in order. */
export function keptEvents<Event extends PipelineEvent>({
  events,
  isDropped,
}: Passage<Event>): readonly Event[] {
  return isDropped.includes(1) ? events.filter((_, at) => isDropped[at] === 0) : events;
}

/** Works for one slice of time. True when all events have passed. */
export function passSlice(passage: Passage<PipelineEvent>): boolean {
  const { sliceMs, eventMsMax, requestMsMax } = passage.limits.pipelines;
  const startedAt = performance.now();
  const endsAt = startedAt + sliceMs;
  if (passage.spentMs > requestMsMax) passRest(passage);
  do {
    const stop = advance(passage, endsAt);
    if (stop === 'end') return true;
    if (stop === 'slice') break;
    if (isResting(passage.set, startedAt, passage.limits)) {
      passage.at = settle(passage, passage.at, RESTING);
      continue;
    }
    passage.isWatched = true;
    const isDone = runWatched(() => void advance(passage, endsAt), sliceMs + eventMsMax);
    passage.isWatched = false;
    if (!isDone) endOverrun(passage, startedAt);
  } while (performance.now() < endsAt);
  passage.spentMs += performance.now() - startedAt;
  return passage.at.event >= passage.events.length;
}

const EVENTS_BETWEEN_LOOKS = 16;
const RESTING = { reason: 'it timed out repeatedly and is paused for a minute' };

/** Continues until the end, the end of the slice, or a step that must be watched. */
function advance(passage: Passage<PipelineEvent>, endsAt: number): 'end' | 'slice' | 'watch' {
  const { events, set, isWatched } = passage;
  for (;;) {
    const { at } = passage;
    const event = events[at.event];
    if (event === undefined) return 'end';
    const pipeline = set.pipelines[at.pipeline];
    const step = pipeline?.steps[Math.max(at.step, 0)];
    if (pipeline === undefined) {
      passage.at = { event: at.event + 1, pipeline: 0, step: -1 };
      const isLook = isWatched || at.event % EVENTS_BETWEEN_LOOKS === 0;
      if (isLook && performance.now() >= endsAt) return 'slice';
    } else if (step === undefined || (at.step < 0 && !pipeline.matches(event))) {
      passage.at = { event: at.event, pipeline: at.pipeline + 1, step: -1 };
    } else {
      const here = at.step < 0 ? { ...at, step: 0 } : at;
      passage.at = here;
      const result = runStep(passage, step, event);
      if (result === 'unwatched') return 'watch';
      passage.at = settle(passage, here, result);
      // One event may have thousands of steps before it.
      if (performance.now() >= endsAt) return 'slice';
    }
  }
}

function runStep(
  passage: Passage<PipelineEvent>,
  step: CompiledStep,
  event: PipelineEvent,
): StepResult {
  if (passage.isWatched) {
    passage.before = { at: passage.at, event: copyOf(event), cpu: cpuMicros() };
  }
  const { room } = passage;
  room.isOver = false;
  try {
    const result = step.run(event, passage);
    return room.isOver && result === 'done' ? TOO_LARGE : result;
  } catch (error) {
    // A bug of ours; the event continues regardless.
    return { reason: error instanceof Error ? error.message : 'unknown error' };
  }
}

const TOO_LARGE = { reason: 'the event, or all events of the request, would become too large' };

/** Records the result of a step; returns the next place. */
function settle(passage: Passage<PipelineEvent>, at: Place, result: StepResult): Place {
  if (result === 'dropped') {
    passage.isDropped[at.event] = 1;
    return { event: at.event + 1, pipeline: 0, step: -1 };
  }
  const event = passage.events[at.event];
  const pipeline = passage.set.pipelines[at.pipeline];
  if (typeof result === 'object' && event !== undefined && pipeline !== undefined) {
    const kind = pipeline.steps[at.step]?.kind ?? 'step';
    const text = `${pipeline.name}: ${kind} (${at.step + 1}): ${result.reason}`;
    markError(event, text, passage.limits);
  }
  return { ...at, step: at.step + 1 };
}

/**
 * The watchdog goes by the clock on the wall. On a busy machine a step may have waited rather than
 * worked; it is then tried again.
 */
function endOverrun(passage: Passage<PipelineEvent>, now: number): void {
  const { at, before, limits } = passage;
  const event = passage.events[at.event];
  passage.before = undefined;
  if (event === undefined || before === undefined || before.at !== at) return;
  Object.assign(event, before.event);
  passage.room.event = undefined;
  const { eventMsMax } = limits.pipelines;
  if ((cpuMicros() - before.cpu) / 1000 < eventMsMax / 2) return;
  noteOverrun(passage.set, now);
  passage.at = settle(passage, at, { reason: `it took more than ${eventMsMax} ms` });
}

function copyOf(event: PipelineEvent): PipelineEvent {
  return { ...event, attributes: event.attributes.map(([key, value]) => [key, value]) };
}

function noteOverrun({ overruns }: PipelineSet, now: number): void {
  if (now - overruns.since > MINUTE_MS) {
    overruns.since = now;
    overruns.count = 0;
  }
  overruns.count += 1;
}

function isResting({ overruns }: PipelineSet, now: number, limits: PipelineLimits): boolean {
  const isRecent = now - overruns.since <= MINUTE_MS;
  return isRecent && overruns.count >= limits.pipelines.overrunsPerMinuteMax;
}

/** The time limit of the request is reached: the remaining events pass unchanged, with a mark. */
function passRest(passage: Passage<PipelineEvent>): void {
  const { requestMsMax } = passage.limits.pipelines;
  const text = `pipelines: they took more than ${requestMsMax} ms for this request`;
  for (const event of passage.events.slice(passage.at.event)) {
    markError(event, text, passage.limits);
  }
  passage.at = { event: passage.events.length, pipeline: 0, step: -1 };
}

function cpuMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
