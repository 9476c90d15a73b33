import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventDiff } from './event-diff.ts';

const event = {
  event: 'user=7 logged in',
  index: 'main',
  level: 'info',
  source: 'login',
  timestamp: '2026-11-15T08:30:00.000Z',
  attributes: { host: 'web-1', usr: '7' },
};

test('nothing changed, nothing shown', () => {
  assert.deepEqual(eventDiff(event, { ...event, attributes: { ...event.attributes } }), []);
});

test('new, changed and gone fields are told apart, own ones first', () => {
  const after = { ...event, level: 'warn', attributes: { host: 'web-2', user: '7' } };
  assert.deepEqual(eventDiff(event, after), [
    { field: 'level', before: 'info', after: 'warn' },
    { field: 'host', before: 'web-1', after: 'web-2' },
    { field: 'user', before: undefined, after: '7' },
    { field: 'usr', before: '7', after: undefined },
  ]);
});

test('an attribute named like a part of every object is an attribute', () => {
  const after = { ...event, attributes: { ...event.attributes, constructor: 'x' } };
  assert.deepEqual(eventDiff(event, after), [
    { field: 'constructor', before: undefined, after: 'x' },
  ]);
});
