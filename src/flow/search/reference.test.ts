/**
 * Searches and statistics beside a second opinion: a few lines that compute the same over plain objects, written
 * from the rules of the language and without any of its code. Queries are put together by a seed;
 * XPLAIN_REFERENCE_QUERIES makes the run longer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  EXAMPLE_INDEXES,
  EXAMPLE_NOW,
  exampleEvents,
} from '../../../test/support/example-events.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';

const QUERIES = Number(process.env['XPLAIN_REFERENCE_QUERIES'] ?? 160);
const SEED = Number(process.env['SEED'] ?? 20_260_131);
const DAY_MS = 86_400_000;
let tested: SearchUnderTest;

/** Lists beside single values, of texts and of numbers. */
const TAGS = [
  '["x","Y"]',
  'x',
  '["7","x"]',
  '[20,7]',
  'y',
  '["Y"]',
  '[null,"z",""]',
  '[]',
] as const;
const DURATIONS = ['[90,2400]', '700', '[1000]', '[90.5,700]'] as const;
const EVENTS = [
  ...exampleEvents(),
  ...Array.from({ length: 24 }, (_, i) => ({
    index: 'main',
    level: 'info',
    source: 'lists',
    body: `job ${i} took long`,
    timestamp: EXAMPLE_NOW - 61_007 * (i + 1),
    attributes: [
      ['tags', TAGS[i % TAGS.length] ?? ''],
      ...(i % 3 === 0 ? [] : [['duration', DURATIONS[i % DURATIONS.length] ?? ''] as const]),
    ] as const,
  })),
];

before(async () => {
  tested = await openSearch({ now: EXAMPLE_NOW, indexes: EXAMPLE_INDEXES });
  await tested.insert(EVENTS);
});
after(() => tested[Symbol.asyncDispose]());

type Row = Readonly<Record<string, string>>;

/** Newest first, of the last day, as a search without bounds sees them. */
const ROWS: readonly Row[] = EVENTS.filter(({ timestamp = 0 }) => timestamp >= EXAMPLE_NOW - DAY_MS)
  .toSorted((one, other) => (other.timestamp ?? 0) - (one.timestamp ?? 0))
  .map(({ index = '', level = '', source = '', body = '', attributes = [] }) => ({
    index,
    level,
    source,
    event: body,
    ...Object.fromEntries(attributes),
  }));

/** The values of a field: a list in JSON has several, and none that is empty. */
function valuesOf(row: Row, field: string): string[] {
  const text = row[field] ?? '';
  const values = text.startsWith('[') ? (JSON.parse(text) as (string | number | null)[]) : [text];
  return values.map((value) => String(value ?? '')).filter((value) => value !== '');
}

interface Filter {
  readonly text: string;
  readonly holds: (row: Row) => boolean;
}

const FIELDS = ['index', 'level', 'user', 'status', 'duration', 'region', 'host', 'tags'] as const;
const VALUES: Readonly<Record<(typeof FIELDS)[number], readonly [string, ...string[]]>> = {
  index: ['web', 'jobs', 'main'],
  level: ['error', 'INFO', 'warn'],
  user: ['alice', 'BOB', 'nobody'],
  status: ['200', '200.0', '404', '500'],
  duration: ['90', '700', '1000', '2400'],
  region: ['eu', 'US'],
  host: ['prod-web-1', 'batch-1', 'db-1'],
  tags: ['x', 'y', '7.0', '20', 'z', 'q'],
};
const WORDS = ['job', 'FAILED', 'user', 'orders', 'refused', 'took', 'fail', 'nothing'] as const;
const OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;

function makeFilter(random: SeededRandom, depth: number): Filter {
  const kind = depth === 0 ? random.integer(0, 1) : random.integer(0, 4);
  if (kind === 0) return wordFilter(random.pick(WORDS));
  if (kind === 1) return comparison(random);
  const left = makeFilter(random, depth - 1);
  if (kind === 2) return { text: `NOT (${left.text})`, holds: (row) => !left.holds(row) };
  const right = makeFilter(random, depth - 1);
  return kind === 3
    ? {
        text: `(${left.text}) (${right.text})`,
        holds: (row) => left.holds(row) && right.holds(row),
      }
    : {
        text: `(${left.text}) OR (${right.text})`,
        holds: (row) => left.holds(row) || right.holds(row),
      };
}

/** A word is a run of letters and digits, in any case. */
function wordFilter(word: string): Filter {
  const wanted = word.toLowerCase();
  const holds = ({ event = '' }: Row): boolean =>
    event
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(wanted);
  return { text: word, holds };
}

function comparison(random: SeededRandom): Filter {
  const field = random.pick(FIELDS);
  const value = random.pick(VALUES[field]);
  const operator = field === 'index' ? '=' : random.pick(OPERATORS);
  const fits = (own: string): boolean => {
    const order = compare(own, value, operator === '=' || operator === '!=');
    switch (operator) {
      case '=':
        return order === 0;
      case '!=':
        return order !== 0;
      case '<':
        return order < 0;
      case '<=':
        return order <= 0;
      case '>':
        return order > 0;
      case '>=':
        return order >= 0;
    }
  };
  // A field that is missing fits nothing, not even a difference.
  return { text: `${field}${operator}${value}`, holds: (row) => valuesOf(row, field).some(fits) };
}

/** As numbers where both are; equality in any case, order by the characters as they are. */
function compare(own: string, value: string, isAnyCase: boolean): number {
  const [a, b] = [Number(own), Number(value)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  const [one, other] = isAnyCase ? [own.toLowerCase(), value.toLowerCase()] : [own, value];
  return one < other ? -1 : one > other ? 1 : 0;
}

test('searches find the events that a second opinion finds', async () => {
  const random = seededRandom(SEED);
  for (let i = 0; i < QUERIES / 2; i++) {
    const { text, holds } = makeFilter(random, 3);

    const rows = await tested.rows(`index=* (${text}) | table event`);

    const expected = ROWS.filter(holds).map(({ event }) => ({ event }));
    assert.deepEqual(rows, expected, `seed ${SEED}: ${text}`);
  }
});

const AGGREGATIONS: Readonly<Record<string, (values: readonly string[]) => number | null>> = {
  'count(duration)': (values) => values.length,
  'dc(duration)': (values) => new Set(values).size,
  'sum(duration)': (values) => overNumbers(values, (all) => all.reduce((a, b) => a + b, 0)),
  'min(duration)': (values) => overNumbers(values, (all) => Math.min(...all)),
  'max(duration)': (values) => overNumbers(values, (all) => Math.max(...all)),
  'range(duration)': (values) => overNumbers(values, (all) => Math.max(...all) - Math.min(...all)),
};

function overNumbers(
  values: readonly string[],
  compute: (numbers: readonly number[]) => number,
): number | null {
  return values.length === 0 ? null : compute(values.map(Number));
}

test('statistics are those that a second opinion computes', async () => {
  const random = seededRandom(SEED + 1);
  for (let i = 0; i < QUERIES / 2; i++) {
    const { text, holds } = makeFilter(random, 2);
    const by = random.pick(FIELDS);
    const name = random.pick(Object.keys(AGGREGATIONS) as [string, ...string[]]);

    const rows = await tested.rows(`index=* (${text}) | stats count, ${name} AS n BY ${by}`);

    const found = ROWS.filter(holds);
    const keys = [...new Set(found.flatMap((row) => valuesOf(row, by)))].toSorted();
    const expected = keys.map((key) => {
      const own = found.filter((row) => valuesOf(row, by).includes(key));
      const values = own.flatMap((row) => valuesOf(row, 'duration'));
      return { [by]: key, count: own.length, n: AGGREGATIONS[name]?.(values) };
    });
    const shown = rows.map((row) => ({ ...row, [by]: String(row[by]) }));
    assert.deepEqual(sortedBy(shown, by), expected, `seed ${SEED}: ${text} by ${by}: ${name}`);
  }
});

function sortedBy(rows: readonly Readonly<Record<string, unknown>>[], by: string) {
  return rows.toSorted((one, other) => (String(one[by]) < String(other[by]) ? -1 : 1));
}

test('rows are sorted, cut and freed of repetitions as a second opinion does it', async () => {
  const random = seededRandom(SEED + 2);
  for (let i = 0; i < QUERIES / 4; i++) {
    const { text, holds } = makeFilter(random, 2);
    const by = random.pick(['user', 'region', 'level', 'host'] as const);
    const count = random.integer(1, 6);

    const rows = await tested.rows(
      `index=* (${text}) | dedup ${by} | sort 0 ${by} | head ${count} | table ${by} event`,
    );

    const seen = new Set<string>();
    const expected = ROWS.filter(holds)
      .filter((row) => {
        const key = row[by];
        if (key === undefined || key === '' || seen.has(key)) return false;
        seen.add(key);
        return true;
      })
      .toSorted((one, other) => ((one[by] ?? '') < (other[by] ?? '') ? -1 : 1))
      .slice(0, count)
      .map((row) => ({ [by]: row[by], event: row['event'] }));
    assert.deepEqual(rows, expected, `seed ${SEED}: ${text}, ${by}`);
  }
});
