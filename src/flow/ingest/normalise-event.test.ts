import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorDetail } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { type DraftRecord, type EventDefaults, normaliseEvent } from './normalise-event.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const limits = LIMITS.events;

const defaults: EventDefaults = {
  organization: organizationId('org_a'),
  index: 'main',
  source: 'shipper key',
  now: NOW,
  limits,
  retentionOf: (index) => (index === 'main' || index === 'web' ? 30 : undefined),
};

function normalise(input: unknown): {
  record: DraftRecord | undefined;
  details: ErrorDetail[];
  unknown: string[];
} {
  const details: ErrorDetail[] = [];
  const unknown: string[] = [];
  const record = normaliseEvent(input, '3', defaults, {
    add: (detail) => details.push(detail),
    addUnknownIndex: (path, index) => unknown.push(`${path}=${index}`),
  });
  return { record, details, unknown };
}

function good(input: unknown): DraftRecord {
  const { record, details, unknown } = normalise(input);
  assert.deepEqual([details, unknown], [[], []]);
  assert.ok(record);
  return record;
}

function attributes(record: DraftRecord): Record<string, string | undefined> {
  return Object.fromEntries(record.attributes);
}

function keys(record: DraftRecord): string[] {
  return record.attributes.map(([key]) => key);
}

test('a full event keeps every field', () => {
  const record = good({
    event: 'started',
    level: 'WARN',
    source: 'api',
    timestamp: '2026-11-15T11:59:59.123Z',
    index: 'web',
    id: 'e-1',
    attributes: { host: 'a', port: 80 },
    region: 'eu',
  });

  assert.equal(record.body, 'started');
  assert.equal(record.level, 'warn');
  assert.equal(record.source, 'api');
  assert.equal(record.timestamp, NOW - 877);
  assert.equal(record.index, 'web');
  assert.equal(record.id, 'e-1');
  assert.equal(record.retentionDays, 30);
  assert.deepEqual(attributes(record), { host: 'a', port: '80', region: 'eu' });
});

test('a bare message gets the defaults', () => {
  const record = good({ message: 'x' });

  assert.equal(record.level, 'info');
  assert.equal(record.source, 'shipper key');
  assert.equal(record.timestamp, NOW);
  assert.equal(record.index, 'main');
  assert.equal(record.id, '');
});

test('the first of event, message and body is the body, the others are attributes', () => {
  const record = good({ message: 'm', event: 'e', body: 'b' });

  assert.equal(record.body, 'e');
  assert.deepEqual(attributes(record), { message: 'm', body: 'b' });
});

test('a body of another type is serialised, not refused', () => {
  assert.equal(good({ event: { a: 1 } }).body, '{"a":1}');
  assert.equal(good({ event: 7 }).body, '7');
  assert.equal(good({ event: false }).body, 'false');
  assert.equal(good({ event: ['a'] }).body, '["a"]');
  assert.equal(good({ event: '' }).body, '');
});

test('nested attributes are flattened with dots, arrays stay JSON, nulls are left out', () => {
  const record = good({
    event: 'x',
    attributes: { a: { b: { c: 1 }, d: [1, { e: 2 }] }, n: null },
  });

  assert.deepEqual(attributes(record), { 'a.b.c': '1', 'a.d': '[1,{"e":2}]' });
});

test('very deep attributes end as JSON text', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 40; i++) deep = { k: deep };

  const record = good({ event: 'x', attributes: { deep } });

  assert.equal(record.attributes.length, 1);
  assert.match(record.attributes[0]?.[1] ?? '', /^\{"k":\{/);
});

test('names of the object prototype are ordinary keys', () => {
  const input: unknown = JSON.parse(
    '{"event":"x","__proto__":{"polluted":1},"constructor":"c","attributes":{"__proto__":"p","toString":"t"}}',
  );

  const record = good(input);

  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  assert.deepEqual(keys(record), ['__proto__.polluted', 'constructor', '__proto__', 'toString']);
});

test('attributes stop at the limit, in order', () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.attributesMax + 1 }, (_, i) => [`k${i}`, i]),
  );

  const record = good({ event: 'x', attributes: many });

  assert.equal(record.attributes.length, limits.attributesMax);
  assert.equal(record.attributes.at(-1)?.[0], `k${limits.attributesMax - 1}`);
});

test('a key is cut behind its last allowed character', () => {
  const fits = 'k'.repeat(limits.attributeKeyCharactersMax);

  assert.deepEqual(keys(good({ event: 'x', [fits]: 1 })), [fits]);
  assert.deepEqual(keys(good({ event: 'x', [`${fits}y`]: 1 })), [fits]);
});

test('a value is cut at its limit on a character boundary', () => {
  const fits = 'v'.repeat(limits.attributeValueBytesMax);

  assert.equal(good({ event: 'x', a: fits }).attributes[0]?.[1], fits);
  assert.equal(good({ event: 'x', a: `${fits}y` }).attributes[0]?.[1], fits);
  assert.equal(good({ event: 'x', a: `${fits.slice(1)}ä` }).attributes[0]?.[1], fits.slice(1));
});

test('a body is cut at its limit and the event marked', () => {
  const fits = 'b'.repeat(limits.bodyBytesMax);

  assert.deepEqual(keys(good({ event: fits })), []);
  const cut = good({ event: `${fits}c` });
  assert.equal(cut.body, fits);
  assert.deepEqual(attributes(cut), { _truncated: 'event' });
});

test('the mark of a cut body finds its place among full attributes', () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.attributesMax }, (_, i) => [`k${i}`, i]),
  );

  const record = good({ event: 'b'.repeat(limits.bodyBytesMax + 1), attributes: many });

  assert.equal(record.attributes.length, limits.attributesMax);
  assert.equal(record.attributes.at(-1)?.[0], '_truncated');
});

test('what is no event is refused with its position', () => {
  for (const input of ['text', 7, null, [], true]) {
    assert.deepEqual(normalise(input).details, [
      { path: '3', message: 'An event must be a JSON object.' },
    ]);
  }
  assert.equal(normalise({}).details[0]?.path, '3.event');
  assert.equal(normalise({ event: null }).details[0]?.path, '3.event');
  assert.equal(normalise({ event: 'x', attributes: [] }).details[0]?.path, '3.attributes');
});

test('a timestamp must be one, and not too far ahead', () => {
  assert.equal(normalise({ event: 'x', timestamp: 'soon' }).details[0]?.path, '3.timestamp');
  assert.equal(
    good({ event: 'x', timestamp: NOW + limits.futureMsMax }).timestamp,
    NOW + limits.futureMsMax,
  );
  assert.equal(
    normalise({ event: 'x', timestamp: NOW + limits.futureMsMax + 1 }).details[0]?.path,
    '3.timestamp',
  );
});

test('a reserved or unknown index is refused', () => {
  assert.equal(normalise({ event: 'x', index: '_audit' }).details[0]?.path, '3.index');
  assert.deepEqual(normalise({ event: 'x', index: 'nope' }).unknown, ['3.index=nope']);
});

test('each field may be blank or of another type, and stands alone as the body', () => {
  assert.equal(good({ body: 'b' }).body, 'b');
  assert.equal(good({ event: null, message: 'm' }).body, 'm');
  const blank = good({ event: 'x', level: ' ', source: '', index: '', id: null });
  assert.deepEqual(
    [blank.level, blank.source, blank.index, blank.id],
    ['info', 'shipper key', 'main', ''],
  );
  const typed = good({ event: 'x', level: 3, source: false, id: 7, a: Infinity, b: true });
  assert.deepEqual([typed.level, typed.source, typed.id], ['3', 'false', '7']);
  assert.deepEqual(attributes(typed), { a: 'Infinity', b: 'true' });
});

test('one bad field is enough to refuse an event, whatever comes behind it', () => {
  const far = NOW + limits.futureMsMax + 1;
  const wrongTime = 'A timestamp must be ISO 8601 or an epoch number in s, ms, µs or ns.';
  const cases: readonly (readonly [input: unknown, details: readonly ErrorDetail[]])[] = [
    [
      { event: 'x', timestamp: 'soon', attributes: {} },
      [{ path: '3.timestamp', message: wrongTime }],
    ],
    [
      { event: 'x', timestamp: far },
      [{ path: '3.timestamp', message: 'The timestamp is too far in the future.' }],
    ],
    [
      { event: 'x', attributes: 'text', timestamp: NOW },
      [{ path: '3.attributes', message: 'Attributes must be a JSON object.' }],
    ],
    [{ level: 'warn' }, [{ path: '3.event', message: 'The event text is missing.' }]],
    [
      { event: 'x', index: '_other' },
      [{ path: '3.index', message: 'Index names that start with _ are reserved.' }],
    ],
  ];
  for (const [input, details] of cases) {
    assert.deepEqual(normalise(input), { record: undefined, details, unknown: [] });
  }
  assert.equal(normalise({ event: 'x', index: 'nope' }).record, undefined);
  assert.equal(normalise(7).record, undefined);
});

test('of the only event of a request just the field is named', () => {
  const paths: string[] = [];
  const problems = {
    add: ({ path }: ErrorDetail) => void paths.push(path),
    addUnknownIndex: (path: string) => void paths.push(path),
  };

  normaliseEvent({}, '', defaults, problems);
  normaliseEvent({ event: 'x', index: 'nope' }, '', defaults, problems);

  assert.deepEqual(paths, ['event', 'index']);
});

test('sixteen levels are flattened, the seventeenth is JSON text', () => {
  const nest = (levels: number): unknown => (levels === 0 ? 1 : { k: nest(levels - 1) });

  const levels = (count: number) => good({ event: 'x', a: nest(count) }).attributes;

  assert.deepEqual(levels(16), [[`a${'.k'.repeat(16)}`, '1']]);
  assert.deepEqual(levels(17), [[`a${'.k'.repeat(16)}`, '{"k":1}']]);
});

test('a key that comes again replaces its value, also where all places are taken', () => {
  const few = { ...defaults, limits: { ...limits, attributesMax: 2 } };
  const none = (): void => assert.ok(false, 'nothing is wrong here');
  const take = (input: unknown) =>
    normaliseEvent(input, '', few, { add: none, addUnknownIndex: none })?.attributes;

  assert.deepEqual(take({ event: 'x', a: 1, b: 2, attributes: { a: 3, c: 4 } }), [
    ['a', '3'],
    ['b', '2'],
  ]);
  const long = 'b'.repeat(limits.bodyBytesMax + 1);
  assert.deepEqual(take({ event: long, _truncated: 'mine', b: 2 }), [
    ['_truncated', 'event'],
    ['b', '2'],
  ]);
  assert.deepEqual(take({ event: long, a: 1 }), [
    ['a', '1'],
    ['_truncated', 'event'],
  ]);
});

test('level, source and id are cut like attributes, and no pair of a key is torn', () => {
  const fits = 'v'.repeat(limits.attributeValueBytesMax);
  const long = `${fits}v`;

  const record = good({ event: 'x', level: long, source: long, id: long });

  assert.deepEqual([record.level, record.source, record.id], [fits, fits, fits]);
  const smiles = '😀'.repeat(limits.attributeKeyCharactersMax);
  assert.deepEqual(keys(good({ event: 'x', [`${smiles}y`]: 1 })), [smiles]);
});
