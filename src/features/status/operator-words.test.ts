import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIncident, readMaintenance, readUpdate } from './operator-words.ts';

const now = Date.UTC(2026, 11, 1, 12);
const maintenance = {
  from: '2026-12-03T20:00:00Z',
  to: '2026-12-03T22:00+01:00',
  components: ['search', 'api'],
  text: ' New disks ',
  name: 'Ada',
};
const update = { step: 'identified', text: 'A disk is full.', name: 'Ada' };
const incident = { ...update, title: 'Slow searches', components: ['search'], outage: true };

test('maintenance is read, its parts in the order of the page', () => {
  assert.deepEqual(readMaintenance(maintenance, now), {
    ok: true,
    value: {
      from: Date.UTC(2026, 11, 3, 20),
      to: Date.UTC(2026, 11, 3, 21),
      components: ['api', 'search'],
      text: 'New disks',
      name: 'Ada',
    },
  });
});

test('an update and an incident are read', () => {
  assert.deepEqual(readUpdate(update), { ok: true, value: update });
  const { outage: isOutage, ...rest } = incident;
  assert.deepEqual(readIncident(incident), { ok: true, value: { ...rest, isOutage } });
  const quiet = readIncident(rest);
  assert.equal(quiet.ok && quiet.value.isOutage, false);
});

const parts =
  'Expected one or more of api, ingest-http, ingest-otlp, search, evaluation, alerts, web, stored-logs.';
const time = 'Expected a time with a time zone: 2026-12-01T20:00:00Z.';
const over = 'This time is in the past.';

for (const [name, more, path, message] of [
  ['an end at its beginning', { to: maintenance.from }, 'to', 'The end must be after the start.'],
  [
    'more than seven days',
    { to: '2026-12-10T20:00:00.001Z' },
    'to',
    'Maintenance can last at most 7 days.',
  ],
  ['an end now', { from: '2026-12-01T11:00:00Z', to: '2026-12-01T12:00:00Z' }, 'to', over],
  ['a time without its zone', { from: '2026-12-03T20:00:00' }, 'from', time],
  ['a day', { from: '2026-12-03' }, 'from', time],
  ['a time that is none', { to: '2026-13-03T20:00:00Z' }, 'to', time],
  ['a number for a time', { from: 7 }, 'from', time],
  ['no parts', { components: [] }, 'components', parts],
  ['an unknown part', { components: ['api', 'moon'] }, 'components', parts],
  ['a part as a text', { components: 'api' }, 'components', parts],
  ['no text', { text: ' ' }, 'text', 'Expected a text of 1 to 2000 characters.'],
  ['a long text', { text: 'x'.repeat(2_001) }, 'text', 'Expected a text of 1 to 2000 characters.'],
  ['a number for a text', { text: 7 }, 'text', 'Expected a text of 1 to 2000 characters.'],
  ['a long name', { name: 'x'.repeat(121) }, 'name', 'Expected a text of 1 to 120 characters.'],
  ['a further field', { moon: 1 }, 'moon', 'Unknown field.'],
  ['a long field', { ['x'.repeat(101)]: 1 }, 'x'.repeat(100), 'Unknown field.'],
] as const) {
  test(`maintenance with ${name} is refused`, () => {
    const read = readMaintenance({ ...maintenance, ...more }, now);
    assert.deepEqual(read, { ok: false, problems: [{ path, message }] });
  });
}

for (const more of [
  { to: '2026-12-10T20:00:00Z' },
  { from: '2026-12-01T11:00:00Z', to: '2026-12-01T12:00:00.001Z' },
  { text: 'x'.repeat(2_000), name: 'x'.repeat(120) },
  { components: ['api', 'api'] },
]) {
  test(`maintenance with ${JSON.stringify(more).slice(0, 60)} is taken`, () => {
    assert.equal(readMaintenance({ ...maintenance, ...more }, now).ok, true);
  });
}

for (const [name, more, path, message] of [
  [
    'an unknown step',
    { step: 'sleeping' },
    'step',
    'Expected one of investigating, identified, monitoring, resolved.',
  ],
  ['a text for a flag', { outage: 'yes' }, 'outage', 'Expected true or false.'],
  ['a long title', { title: 'x'.repeat(121) }, 'title', 'Expected a text of 1 to 120 characters.'],
  ['no parts', { components: undefined }, 'components', parts],
] as const) {
  test(`an incident with ${name} is refused`, () => {
    const read = readIncident({ ...incident, ...more });
    assert.deepEqual(read, { ok: false, problems: [{ path, message }] });
  });
}

test('what is no object is refused, and every field that is missing is named', () => {
  assert.deepEqual(readUpdate(undefined), {
    ok: false,
    problems: [
      { path: '', message: 'Expected a JSON object.' },
      {
        path: 'step',
        message: 'Expected one of investigating, identified, monitoring, resolved.',
      },
      { path: 'text', message: 'Expected a text of 1 to 2000 characters.' },
      { path: 'name', message: 'Expected a text of 1 to 120 characters.' },
    ],
  });
  for (const name of Object.keys(update)) {
    assert.equal(readUpdate({ ...update, [name]: undefined }).ok, false, name);
  }
  const unknown = readUpdate({ ...update, title: 'x' });
  assert.deepEqual(unknown, {
    ok: false,
    problems: [{ path: 'title', message: 'Unknown field.' }],
  });
});
