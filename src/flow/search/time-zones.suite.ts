/** What a time zone and a fixed `now` mean for a search, the same on every store. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';

/** With an hour that is skipped and one that comes twice, half an hour of it, at midnight, and none at all. */
const ZONES = [
  'Europe/Berlin',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'UTC',
];
/** A month of events twice a year: in each the clocks of all these zones change that do. */
const SEASONS = { spring: Date.UTC(2026, 2, 7), autumn: Date.UTC(2026, 9, 3) };
const DAYS = 30;
const EVERY_MS = 30 * MINUTE_MS;

export function timeZonesSuite(engine: EmbeddedEngine | undefined): void {
  for (const [season, from] of Object.entries(SEASONS)) {
    describe(season, () => daysAndHours(engine, from));
  }
  describe('a search', () => searchesInZones(engine));
}

async function openMonth(
  engine: EmbeddedEngine | undefined,
  from: number,
): Promise<SearchUnderTest> {
  const now = from + DAYS * DAY_MS;
  const tested = await openSearch({ now, ...(engine === undefined ? {} : { engine }) });
  const times = Array.from({ length: (DAYS * DAY_MS) / EVERY_MS }, (_, i) => from + i * EVERY_MS);
  await tested.insert(times.map((timestamp) => ({ body: 'tick', timestamp })));
  return tested;
}

function daysAndHours(engine: EmbeddedEngine | undefined, from: number): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openMonth(engine, from);
  });
  after(() => tested[Symbol.asyncDispose]());
  const find: SearchUnderTest['rows'] = (query, input) => tested.rows(query, input);

  for (const timeZone of ZONES) {
    const to = from + DAYS * DAY_MS;
    const range = { earliest: String(from / 1000), latest: String(to / 1000), timeZone };

    test(`days of ${timeZone} have the events of their 23, 24 or 25 hours`, async () => {
      const wanted = countsByDay(from, to, timeZone);

      const charted = await find('* | timechart span=1d count', range);
      const binned = await find(
        '* | bin span=1d _time | stats count by _time | eval day=strftime(_time, "%Y-%m-%d")',
        range,
      );
      const named = await find(
        '* | eval day=strftime(_time, "%Y-%m-%d") | stats count by day | sort 0 day',
        range,
      );
      const snapped = await find(
        '* | eval start=relative_time(_time, "@d") | stats count by start | eval day=strftime(start, "%Y-%m-%d") | sort 0 day',
        range,
      );

      assert.deepEqual(
        charted.map((row) => row['count']),
        [...wanted.values()],
      );
      for (const rows of [binned, named, snapped]) {
        assert.deepEqual(new Map(rows.map((row) => [row['day'], row['count']])), wanted);
      }
    });

    test(`hours of ${timeZone} hold two events each, also when they come twice`, async () => {
      const rows = await find('* | timechart span=1h count', { ...range, limit: 1_000 });

      assert.equal(
        rows.reduce((sum, row) => sum + Number(row['count']), 0),
        (DAYS * DAY_MS) / EVERY_MS,
      );
      const starts = rows.map((row) => Date.parse(String(row['_time'])));
      assert.ok(starts.every((start, i) => i === 0 || start - (starts[i - 1] ?? 0) <= HOUR_MS));
    });
  }
}

function searchesInZones(engine: EmbeddedEngine | undefined): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openMonth(engine, SEASONS.autumn);
  });
  after(() => tested[Symbol.asyncDispose]());

  test('a time that is written is read and shown in the zone of the search', async () => {
    const query = `| makeresults | eval summer=strftime(1782900000, "%H:%M %z"), read=strptime("2026-07-01 12:00", "%Y-%m-%d %H:%M") | table summer read`;

    const [berlin] = await tested.rows(query, { timeZone: 'Europe/Berlin' });
    const [nepal] = await tested.rows(query, { timeZone: 'Asia/Kathmandu' });
    const [utc] = await tested.rows(query);

    assert.deepEqual(berlin, { summer: '12:00 +0200', read: Date.UTC(2026, 6, 1, 10) / 1000 });
    assert.deepEqual(nepal, { summer: '15:45 +0545', read: Date.UTC(2026, 6, 1, 6, 15) / 1000 });
    assert.deepEqual(utc, { summer: '10:00 +0000', read: Date.UTC(2026, 6, 1, 12) / 1000 });
  });

  test('the bounds of a search snap to the days of its zone', async () => {
    const now = Date.UTC(2026, 9, 26, 9);

    const rows = await tested.rows('earliest=-1d@d latest=@d | stats count', {
      timeZone: 'Europe/Berlin',
      now,
    });

    assert.deepEqual(rows, [{ count: 50 }]);
  });

  test('now is what the search says it is, wherever it is asked for', async () => {
    const now = Date.UTC(2026, 9, 10, 12, 30, 45);

    const [row] = await tested.rows(
      '| makeresults | eval n=now(), t=time(), d=relative_time(now(), "@h")',
      {
        now,
      },
    );
    const counted = await tested.rows('earliest=-2h | stats count', { now });
    const inside = await tested.rows('* | append [search earliest=-1h | stats count] | tail 1', {
      now,
    });

    assert.deepEqual(row, {
      _time: new Date(now).toISOString(),
      n: now / 1000,
      t: now / 1000,
      d: Date.UTC(2026, 9, 10, 12) / 1000,
    });
    assert.deepEqual(counted, [{ count: 4 }]);
    assert.equal(inside[0]?.['count'], 2);
  });

  test('a zone may be spelled in small letters, and one that is none is refused', async () => {
    const [row] = await tested.rows('| makeresults | eval t=strftime(0, "%H %Z") | table t', {
      timeZone: 'europe/berlin',
    });
    assert.deepEqual(row, { t: '01 Europe/Berlin' });

    for (const timeZone of [
      'Mars/Olympus',
      '+01:00',
      'UTC+1',
      "UTC'; --",
      'Europe/Berlin\0',
      ' ',
    ]) {
      await assert.rejects(tested.search('*', { timeZone }), {
        code: 'VALIDATION_ERROR',
        facts: {
          details: [
            {
              path: 'timeZone',
              message: 'Unknown time zone. Use an IANA name such as Europe/Berlin.',
            },
          ],
        },
      });
    }
  });
}

/** Events per day of a zone, by what the runtime says the date was. */
function countsByDay(from: number, to: number, timeZone: string): Map<string, number> {
  const dateOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const counts = new Map<string, number>();
  for (let at = from; at < to; at += EVERY_MS) {
    const day = dateOf.format(at);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}
