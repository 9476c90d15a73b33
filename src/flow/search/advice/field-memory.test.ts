import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { createFieldMemory } from './field-memory.ts';

const ours = organizationId('org_ours');
const theirs = organizationId('org_theirs');

function openMemory() {
  const clock = { at: 1_000_000, now: () => clock.at };
  return { clock, memory: createFieldMemory({ clock }) };
}

test('names are known to their organization for ten minutes', () => {
  const { clock, memory } = openMemory();
  memory.add(ours, ['host']);

  assert.equal(memory.has(ours, 'host'), true);
  assert.equal(memory.has(ours, 'user'), false);
  assert.equal(memory.has(theirs, 'host'), false);
  clock.at += 10 * 60_000 - 1;
  assert.equal(memory.has(ours, 'host'), true);
  clock.at += 1;
  assert.equal(memory.has(ours, 'host'), false);
});

test('a look that took too long is not repeated for a minute', () => {
  const { clock, memory } = openMemory();
  assert.equal(memory.isPaused(ours), false);
  memory.add(ours, ['host']);
  assert.equal(memory.isPaused(ours), false);
  memory.pause(ours);

  assert.equal(memory.isPaused(ours), true);
  assert.equal(memory.isPaused(theirs), false);
  assert.equal(memory.has(ours, 'host'), false);
  clock.at += 60_000 - 1;
  assert.equal(memory.isPaused(ours), true);
  clock.at += 1;
  assert.equal(memory.isPaused(ours), false);
});

test('a thousand organizations are remembered, those that were written last', () => {
  const { memory } = openMemory();
  const numbered = (i: number) => organizationId(`org_${i}`);
  for (let i = 0; i < 1_000; i += 1) memory.add(numbered(i), ['host']);
  assert.equal(memory.has(numbered(0), 'host'), true);
  memory.add(numbered(0), ['user']);

  memory.add(numbered(1_000), ['host']);

  assert.equal(memory.has(numbered(0), 'user'), true);
  assert.equal(memory.has(numbered(1), 'host'), false);
  assert.equal(memory.has(numbered(2), 'host'), true);
  assert.equal(memory.has(numbered(1_000), 'host'), true);
});
