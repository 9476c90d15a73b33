import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { field } from '../../../../test/support/ingest/write-protobuf.ts';
import { organizationId } from '../../../base/ids.ts';
import type { EventDefaults } from '../normalise-event.ts';
import { type BodyForm, readEvents } from './read-events.ts';

const defaults: EventDefaults = {
  organization: organizationId('org_a'),
  index: 'main',
  source: 'shipper',
  now: Date.UTC(2026, 10, 15),
  limits: LIMITS.events,
  retentionOf: (index) => (index === 'main' ? 30 : undefined),
};

function read(form: BodyForm, body: string | Buffer, detailsMax: number = LIMITS.http.detailsMax) {
  const limits = { ...LIMITS, http: { ...LIMITS.http, detailsMax } };
  return readEvents(limits, form, Buffer.from(body), defaults);
}

const ENTRY = Buffer.from(field(2, 'm'));
const STREAM = Buffer.from(field(1, Buffer.concat([field(1, '{}'), field(2, ENTRY)])));
const SNAPPY = Buffer.concat([Buffer.from([STREAM.length, (STREAM.length - 1) << 2]), STREAM]);
const OTLP = field(1, field(2, field(2, field(5, field(1, 'm')))));
const names = { forced: undefined, usual: 'main' };

const FORMS: readonly (readonly [form: BodyForm, body: string | Buffer])[] = [
  [{ kind: 'json' }, '{"event":"m"}'],
  [{ kind: 'ndjson' }, '{"event":"m"}\n'],
  [
    { kind: 'otlp-json' },
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"m"}}]}]}]}',
  ],
  [{ kind: 'otlp-protobuf' }, Buffer.from(OTLP)],
  [{ kind: 'loki-json' }, '{"streams":[{"stream":{},"values":[["1","m"]]}]}'],
  [{ kind: 'loki-protobuf' }, SNAPPY],
  [{ kind: 'hec-events', named: {} }, '{"event":"m"}'],
  [{ kind: 'hec-lines', named: {} }, 'm'],
  [{ kind: 'bulk', names }, '{"create":{}}\n{"message":"m"}\n'],
];

for (const [form, body] of FORMS) {
  test(`an event is read in the form ${form.kind}`, () => {
    const { records, bytes, refusals, items } = read(form, body);

    assert.deepEqual(
      records.map((record) => [record.body, record.index, record.retentionDays]),
      [['m', 'main', 30]],
    );
    assert.ok(bytes > 0);
    assert.deepEqual(refusals, []);
    assert.equal(items.length, form.kind === 'bulk' ? 1 : 0);
  });
}

test('a bulk request without action is refused', () => {
  assert.throws(() => read({ kind: 'bulk', names }, '\n'), {
    code: 'VALIDATION_ERROR',
    message: 'The body contains no actions.',
  });
  const { items, records } = read({ kind: 'bulk', names }, '{"delete":{}}\n{"delete":{}}\n');
  assert.deepEqual([items.length, records.length], [2, 0]);
});

const MISSING = 'The event text is missing.';
const UNKNOWN = 'Unknown index "none".';

test('all bad events are named, wrong ones before those of an unknown index', () => {
  const body = '[{"event":"m","index":"none"},{"event":"m"},{}]';

  assert.throws(() => read({ kind: 'json' }, body), {
    code: 'VALIDATION_ERROR',
    message: 'Some events are invalid. No event was accepted.',
    facts: {
      details: [
        { path: '2.event', message: MISSING },
        { path: '0.index', message: UNKNOWN },
      ],
    },
  });
});

test('an unknown index has a code of its own', () => {
  assert.throws(() => read({ kind: 'ndjson' }, '{"event":"m"}\n{"event":"m","index":"none"}'), {
    code: 'UNKNOWN_INDEX',
    message: 'Some events have an unknown index.',
    facts: { details: [{ path: '1.index', message: UNKNOWN }] },
  });
});

test('no more are named than an answer has room for', () => {
  const unknown = { event: 'm', index: 'none' };
  const body = JSON.stringify([unknown, { event: 'm' }, {}, unknown, {}, {}]);

  assert.throws(() => read({ kind: 'json' }, body, 3), {
    facts: {
      details: [
        { path: '2.event', message: MISSING },
        { path: '0.index', message: UNKNOWN },
        { path: '3.index', message: UNKNOWN },
      ],
    },
  });
});

test('every event of a request is read, with the bytes of all', () => {
  const { records, bytes } = read({ kind: 'json' }, '[{"event":"a"},{"event":"b"}]');

  assert.deepEqual(
    records.map((record) => record.body),
    ['a', 'b'],
  );
  assert.equal(bytes, 26);
});
