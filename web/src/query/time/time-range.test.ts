import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, offsetLabel } from '../../../../src/charts/clock.ts';
import { instantsOf, labelOf, PRESETS, rangeProblem, withZone, zoomOut } from './time-range.ts';

const CONTEXT = { now: Date.UTC(2026, 10, 15, 12, 30), timeZone: 'Europe/Berlin' };

test('every preset is a range', () => {
  for (const preset of PRESETS) assert.equal(rangeProblem(preset, CONTEXT), undefined);
});

test('a wrong end is told, and so is a range that ends before it begins', () => {
  assert.match(
    rangeProblem({ earliest: 'soon', latest: 'now' }, CONTEXT) ?? '',
    /isn’t a valid time/,
  );
  assert.match(
    rangeProblem({ earliest: 'now', latest: '-1h' }, CONTEXT) ?? '',
    /end is before the start/,
  );
});

test('days begin on the clock of the organization', () => {
  const instants = instantsOf({ earliest: '@d', latest: 'now' }, CONTEXT);

  assert.equal(instants?.from, Date.UTC(2026, 10, 14, 23));
});

test('labels name presets, other lengths and fixed times', () => {
  assert.equal(labelOf({ earliest: '-1h', latest: 'now' }, 'UTC'), 'Last hour');
  assert.equal(labelOf({ earliest: '-90m', latest: 'now' }, 'UTC'), 'Last 90 minutes');
  assert.equal(labelOf({ earliest: '-1m', latest: 'now' }, 'UTC'), 'Last minute');
  assert.equal(labelOf({ earliest: '-2d@d', latest: '@h' }, 'UTC'), '-2d@d – @h');
  assert.equal(
    labelOf({ earliest: '2026-01-31T10:00:00Z', latest: '2026-01-31T11:30:00Z' }, 'Europe/Berlin'),
    '2026-01-31 11:00:00 – 12:30:00',
  );
});

test('a range means one clock and may be shown and typed on another', () => {
  const range = { earliest: '2026-01-31 10:00', latest: '2026-01-31T11:30:00Z' };

  assert.equal(labelOf(range, 'UTC', 'Asia/Tokyo'), '2026-01-31 19:00:00 – 20:30:00');
  assert.deepEqual(withZone({ earliest: '2026-01-31 19:00:00', latest: '-1h@h' }, 'Asia/Tokyo'), {
    earliest: '2026-01-31T10:00:00.000Z',
    latest: '-1h@h',
  });
  assert.deepEqual(withZone({ earliest: '2026-13-99', latest: 'now' }, 'UTC'), {
    earliest: '2026-13-99',
    latest: 'now',
  });
});

test('times are shown on the clock of the zone', () => {
  const instant = Date.UTC(2026, 6, 1, 22, 5, 6, 7);

  assert.equal(formatInstant(instant, 'Europe/Berlin'), '2026-07-02 00:05:06.007');
  assert.equal(formatInstant(instant, 'UTC', 'time'), '22:05:06.007');
  assert.equal(formatInstant(Number.NaN, 'UTC'), 'invalid time');
  assert.equal(offsetLabel(instant, 'Europe/Berlin'), 'UTC+02:00');
  assert.equal(offsetLabel(instant, 'UTC'), 'UTC');
});

test('zooming out doubles the range and does not reach into the future', () => {
  const { now } = CONTEXT;

  assert.deepEqual(zoomOut({ from: now - 7_200_000, to: now - 3_600_000 }, now), {
    earliest: new Date(now - 9_000_000).toISOString(),
    latest: new Date(now - 1_800_000).toISOString(),
  });
  assert.deepEqual(zoomOut({ from: now - 3_600_000, to: now }, now), {
    earliest: new Date(now - 7_200_000).toISOString(),
    latest: 'now',
  });
});
