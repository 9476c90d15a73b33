import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { changesOf } from './changes-of.ts';

const {
  changeCharactersMax,
  changeContextCharactersMax,
  changesCharactersMax,
  changedCharactersMax,
} = LIMITS.audit;

test('each field that differs is listed with what it was and what it is', () => {
  const before = {
    name: 'Errors',
    condition: { kind: 'threshold', value: 5 },
    tags: ['a'],
    note: '',
  };
  const after = { name: 'Errors', condition: { kind: 'threshold', value: 9 }, tags: ['a', 'b'] };

  assert.deepEqual(changesOf({ before, after }), {
    changed: ['condition', 'tags', 'note'],
    changes: [
      { field: 'condition.value', before: 5, after: 9 },
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
      { field: 'note', before: '' },
    ],
  });
});

test('what changes with every change is no difference, and an equal thing has none', () => {
  const bookkeeping = (version: number) => ({
    id: `x${version}`,
    version,
    createdAt: `${version}`,
    createdBy: `${version}`,
    updatedAt: `${version}`,
    updatedBy: `${version}`,
  });
  const before = { ...bookkeeping(1), steps: [{ kind: 'drop' }], at: { version: 1 } };
  const after = { ...bookkeeping(2), steps: [{ kind: 'drop' }], at: { version: 2 } };

  assert.deepEqual(changesOf({ before, after }), {
    changed: ['at'],
    changes: [{ field: 'at.version', before: 1, after: 2 }],
  });
  assert.deepEqual(changesOf({ before, after: before }), { changed: [], changes: [] });
});

test('a new thing has no before, and one that is gone no after', () => {
  const thing = { name: 'Errors', owner: null };
  assert.deepEqual(changesOf({ after: thing }), {
    changes: [
      { field: 'name', after: 'Errors' },
      { field: 'owner', after: null },
    ],
  });
  assert.deepEqual(changesOf({ before: thing }).changes[0], { field: 'name', before: 'Errors' });
});

test('parts with ids are compared by id, wherever they moved', () => {
  const before = {
    panels: [
      { id: 'a', query: 'x' },
      { id: 'b', query: 'y' },
    ],
  };
  const after = { panels: [{ id: 'b', query: 'z' }, { id: 'a', query: 'x' }, { id: 'c' }] };

  assert.deepEqual(changesOf({ before, after }).changes, [
    { field: 'panels.b.query', before: 'y', after: 'z' },
    { field: 'panels.c', after: { id: 'c' } },
  ]);
});

test('a part that came in between does not change those around it', () => {
  const steps = ['a', 'b', 'c', 'd'].map((kind) => ({ kind }));
  const [first, second, ...rest] = steps;
  const more = [first, second, { kind: 'new' }, ...rest];

  assert.deepEqual(changesOf({ before: { steps }, after: { steps: more } }).changes, [
    { field: 'steps.3', after: { kind: 'new' } },
  ]);
  assert.deepEqual(changesOf({ before: { steps: more }, after: { steps } }).changes, [
    { field: 'steps.3', before: { kind: 'new' } },
  ]);
  const changed = [{ kind: 'a', on: true }, ...steps.slice(1)];
  assert.deepEqual(changesOf({ before: { steps }, after: { steps: changed } }).changes, [
    { field: 'steps.1.on', after: true },
  ]);
});

test('of a secret nothing is told but that it is another one', () => {
  const thing = { host: 'siem.example.com' };
  assert.deepEqual(changesOf({ before: thing, after: thing, secrets: ['url'] }), {
    changed: ['url'],
    changes: [{ field: 'url', secret: 'changed' }],
  });
});

test('a long value is cut to where it differs', () => {
  const start = 'x'.repeat(changeCharactersMax);
  const long = (end: string): object => ({ query: `${start}${end}${start}` });
  const [change] = changesOf({ before: long('old'), after: long('new') }).changes;

  const [before, after] = [String(change?.before), String(change?.after)];
  assert.ok(before.startsWith(`…${'x'.repeat(changeContextCharactersMax)}old`));
  assert.match(before, /^…x+oldx+…$/);
  assert.match(after, /^…x+newx+…$/);
  assert.equal(before.length, changeCharactersMax + 2);

  const whole = { query: 'y'.repeat(changeCharactersMax) };
  assert.deepEqual(changesOf({ before: { query: '' }, after: whole }).changes, [
    { field: 'query', before: '', after: whole.query },
  ]);
});

test('of ten thousand changed fields some are listed and the others counted, secrets first', () => {
  const many = (value: string): object =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field ${at} 😀`, value]));
  const entry = changesOf({ before: many('a'), after: many('\ud800'), secrets: ['url'] });

  assert.deepEqual(entry.changes[0], { field: 'url', secret: 'changed' });
  assert.equal(entry.changes.length + (entry.changesLeftOut ?? 0), 10_001);
  assert.ok(JSON.stringify(entry.changes).length <= changesCharactersMax + 2);
  const names = JSON.stringify(entry.changed);
  assert.ok(names.length <= changedCharactersMax + 2 && names.length > changedCharactersMax - 30);
  assert.ok(Buffer.byteLength(JSON.stringify(entry)) < LIMITS.events.attributeValueBytesMax);
});

test('what has no room is counted, and an entry is never cut off in the store', () => {
  const wide = (text: string): object =>
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, text.repeat(400)]));
  const { changes, changesLeftOut } = changesOf({ before: wide('ä'), after: wide('本') });

  const text = JSON.stringify(changes);
  assert.ok(text.length <= changesCharactersMax + 2);
  assert.ok(Buffer.byteLength(text) < LIMITS.events.attributeValueBytesMax);
  assert.ok(changes.length > 0);
  assert.equal(changes.length + (changesLeftOut ?? 0), 500);
});
