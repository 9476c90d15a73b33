/** What steps add to events is bounded, counted, and never a way to show what should be hidden. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  INDEXES,
  pipelineEvent,
  pipelineSet,
  runSteps,
} from '../../../test/support/ingest/pipeline-events.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { passedEvents } from './apply-pipelines.ts';
import { openPassage, passSlice } from './pass-events.ts';
import type { PipelineEvent } from './pipeline-event.ts';

const { eventBytesMax, expandedBytesMax, attributeValueBytesMax } = LIMITS.events;

/** Each doubles what is there, until it fills the event. */
const doubling: PipelineStep[] = Array.from({ length: 50 }, (_, i) => ({
  kind: 'set',
  field: `f${i}`,
  value: i === 0 ? '{event}{event}' : `{f${i - 1}}{f${i - 1}}`,
}));

function sizeOf({ body, level, source, id, attributes }: PipelineEvent): number {
  return Buffer.byteLength([body, level, source, id, ...attributes.flat()].join(''));
}

function pass(events: readonly PipelineEvent[], steps: readonly PipelineStep[]) {
  const passage = openPassage(pipelineSet([{ steps }]), events, LIMITS, INDEXES);
  while (!passSlice(passage));
  return passedEvents(passage);
}

test('an event grows up to its size and no further, says so, and goes on', () => {
  const last = { kind: 'set', field: 'level', value: 'debug' } as const;

  const event = runSteps(pipelineEvent({ body: 'x'.repeat(1_000) }), ...doubling, last);

  assert.ok(event !== undefined);
  const withoutMark = sizeOf(event) - Buffer.byteLength(errorOf(event) ?? '');
  assert.ok(withoutMark <= eventBytesMax + 50, `${withoutMark}`);
  assert.ok(withoutMark > eventBytesMax - 2 * attributeValueBytesMax, `${withoutMark}`);
  assert.match(errorOf(event) ?? '', /^p1: set \(\d+\): the event, .* become too large/);
  assert.equal(event.level, 'debug');
});

test('an event of exactly the allowed size is as it should be', () => {
  const whole = pipelineEvent({ body: 'b' });
  while (eventBytesMax - sizeOf(whole) > attributeValueBytesMax) {
    whole.attributes.push([
      `a${whole.attributes.length}`,
      'x'.repeat(attributeValueBytesMax - 100),
    ]);
  }
  const rest = eventBytesMax - sizeOf(whole) - 'last'.length;
  const fill = (characters: number): PipelineStep[] =>
    Array.from({ length: Math.ceil(characters / 1_000) }, (_, i): PipelineStep => {
      const more = 'y'.repeat(Math.min(1_000, characters - i * 1_000));
      return { kind: 'set', field: 'last', value: i === 0 ? more : `{last}${more}` };
    });

  const full = runSteps(structuredClone(whole), ...fill(rest));
  const over = runSteps(structuredClone(whole), ...fill(rest + 1));

  assert.equal(errorOf(full), undefined);
  assert.equal(full && sizeOf(full), eventBytesMax);
  assert.match(errorOf(over) ?? '', /too large/);
});

test('the events of a request grow together up to their bound, and what they grew is counted', () => {
  const count = Math.ceil((2 * expandedBytesMax) / eventBytesMax);
  const events = Array.from({ length: count }, () => pipelineEvent({ body: 'x'.repeat(1_000) }));
  const before = events.reduce((sum, event) => sum + sizeOf(event), 0);

  const { kept, grownBytes } = pass(events, doubling);

  const marks = kept.reduce((sum, event) => sum + Buffer.byteLength(errorOf(event) ?? '') + 15, 0);
  const after = kept.reduce((sum, event) => sum + sizeOf(event), 0);
  assert.equal(kept.length, count);
  assert.ok(after - before - marks <= expandedBytesMax, `${after}`);
  assert.equal(grownBytes, after - before - marks);
  assert.match(errorOf(kept.at(-1)) ?? '', /too large/);
});

test('renaming and removing give back what they free', () => {
  const events = Array.from({ length: 50 }, () =>
    pipelineEvent({ attributes: { a: 'x'.repeat(1_000), 'k8s.pod': 'p', 'k8s.node': 'n' } }),
  );
  const before = events.reduce((sum, event) => sum + sizeOf(event), 0);
  const steps: PipelineStep[] = [
    ...Array.from({ length: 20 }, (_, i): PipelineStep => {
      const [from, to] = i % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
      return { kind: 'rename', from, to };
    }),
    { kind: 'rename', from: 'a', to: 'source' },
    { kind: 'remove', fields: ['k8s.*', 'event'] },
  ];

  const { kept, grownBytes } = pass(events, steps);

  const after = kept.reduce((sum, event) => sum + sizeOf(event), 0);
  assert.equal(errorOf(kept[0]), undefined);
  assert.equal(grownBytes, after - before);
});

test('a field that finds no room under its new name keeps the old one', () => {
  const event = pipelineEvent({ body: '' });
  for (let i = 0; i < 31; i += 1) event.attributes.push([`a${i}`, 'x'.repeat(32_000)]);
  const rest = eventBytesMax - sizeOf(event) - 'key'.length;
  event.attributes.push(['key', 'z'.repeat(Math.min(rest, 30_000))]);
  while (sizeOf(event) < eventBytesMax) {
    const left = eventBytesMax - sizeOf(event) - 3;
    event.attributes.push([`b${event.attributes.length}`, 'w'.repeat(Math.min(left, 30_000))]);
  }

  const renamed = runSteps(event, { kind: 'rename', from: 'key', to: 'a much longer name' });

  assert.match(errorOf(renamed) ?? '', /too large/);
  assert.match(attributesOf(renamed)['key'] ?? '', /^z+$/);
});

test('what has to be hidden is hidden, also where its replacement has no room', () => {
  const event = pipelineEvent({ body: 'a@b.de' });
  for (let i = 0; i < 31; i += 1) event.attributes.push([`a${i}`, 'x'.repeat(32_000)]);
  while (sizeOf(event) < eventBytesMax - 50) {
    const left = eventBytesMax - sizeOf(event) - 50;
    event.attributes.push([`b${event.attributes.length}`, 'w'.repeat(Math.min(left, 30_000))]);
  }
  const replacement = 'hidden '.repeat(20);

  const masked = runSteps(event, { kind: 'mask', what: ['email'], replacement });

  assert.equal(masked?.body, '*');
  assert.match(errorOf(masked) ?? '', /mask \(1\): .* too large/);
});

test('a short secret with a long replacement does not become a huge text', () => {
  const body = 'a'.repeat(LIMITS.events.bodyBytesMax / 2);
  const replacement = 'b'.repeat(LIMITS.pipelines.valueCharactersMax);
  const before = process.threadCpuUsage();

  const masked = runSteps(pipelineEvent({ body }), { kind: 'mask', pattern: 'a', replacement });

  const { user } = process.threadCpuUsage(before);
  assert.match(masked?.body ?? '', /^b+$/);
  assert.ok(user < 200_000, `took ${user} µs`);
});

test('a level is no longer than an attribute', () => {
  const body = 'X'.repeat(LIMITS.events.bodyBytesMax);

  const event = runSteps(pipelineEvent({ body }), {
    kind: 'set',
    field: 'level',
    value: '{event}',
  });

  assert.equal(event?.level, 'x'.repeat(attributeValueBytesMax));
});
