import assert from 'node:assert/strict';
import type { PipelineStep } from '../../../src/contract/pipeline-steps.ts';
import { compilePipeline } from '../../../src/flow/pipelines/compile-pipeline.ts';
import {
  keptEvents,
  openPassage,
  passSlice,
  type PipelineSet,
} from '../../../src/flow/pipelines/pass-events.ts';
import { ERROR_ATTRIBUTE, type PipelineEvent } from '../../../src/flow/pipelines/pipeline-event.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { LIMITS } from '../limits.ts';

export const RECEIVED_AT = Date.UTC(2026, 10, 15, 8, 30);
export const INDEXES: ReadonlyMap<string, number> = new Map([
  ['main', 30],
  ['web', 14],
]);

/** A plain event; what the test is about goes into `parts`. */
export function pipelineEvent(
  parts: Partial<Omit<PipelineEvent, 'attributes'>> & {
    readonly attributes?: Readonly<Record<string, string>>;
  } = {},
): PipelineEvent {
  return {
    index: 'main',
    retentionDays: 30,
    timestamp: RECEIVED_AT,
    receivedAt: RECEIVED_AT,
    level: 'info',
    source: 'test',
    id: '',
    body: 'request completed',
    ...parts,
    attributes: Object.entries(parts.attributes ?? {}),
  };
}

export function pipelineSet(
  pipelines: readonly { name?: string; match?: string; steps: readonly PipelineStep[] }[],
  limits: Limits = LIMITS,
): PipelineSet {
  return {
    pipelines: pipelines.map((text, at) => {
      const whole = { name: `p${at + 1}`, match: '', ...text };
      const { pipeline, problems } = compilePipeline({ limits, hashKey: 'key' }, whole);
      assert.deepEqual(problems, []);
      return pipeline;
    }),
    overruns: { count: 0, since: 0 },
  };
}

/** The events that are left. */
export function passThrough<Event extends PipelineEvent>(
  set: PipelineSet,
  events: readonly Event[],
  limits: Limits = LIMITS,
): readonly Event[] {
  const passage = openPassage(set, events, limits, INDEXES);
  while (!passSlice(passage));
  return keptEvents(passage);
}

/** One event through steps; undefined when it was dropped. */
export function runSteps(
  event: PipelineEvent,
  ...steps: readonly PipelineStep[]
): PipelineEvent | undefined {
  return passThrough(pipelineSet([{ steps }]), [event])[0];
}

export function attributesOf(event: PipelineEvent | undefined): Record<string, string> {
  return Object.fromEntries(event?.attributes ?? []);
}

export function errorOf(event: PipelineEvent | undefined): string | undefined {
  return attributesOf(event)[ERROR_ATTRIBUTE];
}
