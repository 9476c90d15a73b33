/** What a pipeline takes for a match is what a search would find, on the real store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MATCH_CASES, MATCH_EVENTS } from '../../../test/support/ingest/match-cases.ts';
import { pipelineEvent, RECEIVED_AT } from '../../../test/support/ingest/pipeline-events.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';
import { compileMatch } from './match-event.ts';
import type { PipelineEvent } from './pipeline-event.ts';

const SEED = 20_261_115;
const EVENTS = 60;
const EXPRESSIONS = 250;

const WORDS = [
  'error',
  'Error',
  'errors',
  'disk',
  'full',
  '10.0.0.7',
  'über',
  'a_b',
  'x',
  '200',
] as const;
const VALUES = [
  '200',
  '200.0',
  '2e2',
  '0200',
  '404',
  '-1',
  'web',
  'Web',
  'web-1',
  '10.0.0.7',
  '',
  'Ü',
] as const;
const FIELDS = ['status', 'host', 'client', 'level', 'source', 'index', 'event'] as const;
const WANTED = [
  '200',
  '200.0',
  '404',
  '-1',
  'web',
  'w*',
  '*1',
  'W*B',
  '10.0.0.0/8',
  'Ü',
  '*',
  'info',
] as const;
const OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;

function randomEvent(random: SeededRandom): PipelineEvent {
  const words = Array.from({ length: random.integer(1, 5) }, () => random.pick(WORDS));
  const attributes = Object.fromEntries(
    (['status', 'host', 'client'] as const)
      .filter(() => random.chance(0.7))
      .map((name) => [name, random.pick(VALUES)] as const),
  );
  return pipelineEvent({
    body: words.join(random.pick([' ', ', ', '=', '_', '/'] as const)),
    level: random.pick(['info', 'error', 'warn'] as const),
    source: random.pick(VALUES),
    index: random.pick(['main', 'web'] as const),
    attributes,
  });
}

function randomExpression(random: SeededRandom, depth = 0): string {
  const inner = (): string => randomExpression(random, depth + 1);
  const kind = random.integer(0, depth > 2 ? 4 : 7);
  switch (kind) {
    case 0:
      return `"${random.pick(WORDS)}"`;
    case 1:
      return random.pick([
        'err*',
        '*rror',
        '*is*',
        'e*r',
        'CASE(Error)',
        'TERM(10.0.0.7)',
        'TERM(dis*)',
        '"disk full"',
      ] as const);
    case 2:
    case 3:
      return randomComparison(random);
    case 4: {
      const field = random.pick(FIELDS);
      return `${field} IN ("${wantedFor(random, field)}", "${wantedFor(random, field)}")`;
    }
    case 5:
      return `NOT (${inner()})`;
    case 6:
      return `(${inner()} OR ${inner()})`;
    default:
      return `(${inner()} ${inner()})`;
  }
}

/** The language takes wildcards with = and != only. */
function randomComparison(random: SeededRandom): string {
  const field = random.pick(FIELDS);
  const wanted = wantedFor(random, field);
  const operator = wanted.includes('*')
    ? random.pick(['=', '!='] as const)
    : random.pick(OPERATORS);
  return `${field}${operator}"${wanted}"`;
}

/** A search for an index that does not exist is an error. */
function wantedFor(random: SeededRandom, field: string): string {
  return random.pick(field === 'index' ? (['web', 'main', 'w*', '*'] as const) : WANTED);
}

test('the table and generated expressions find the same events in memory and in the store', async () => {
  const random = seededRandom(SEED);
  const events = [
    ...Object.values(MATCH_EVENTS),
    ...Array.from({ length: EVENTS }, () => randomEvent(random)),
  ];
  await using under = await openSearch({ now: RECEIVED_AT + 1_000, indexes: ['main', 'web'] });
  await under.insert(
    events.map((event, at) => ({
      ...event,
      attributes: [...event.attributes, ['number', String(at)] as const],
    })),
  );
  const expressions = [
    ...MATCH_CASES.map(([expression]) => expression),
    ...Array.from({ length: EXPRESSIONS }, () => randomExpression(random)),
  ];
  const differences: string[] = [];

  for (const expression of expressions) {
    const result = compileMatch(expression);
    assert.ok('matcher' in result, expression);
    const here = events.flatMap((event, at) => (result.matcher(event) ? [at] : []));
    const rows = await under.rows(`${expression || '*'} | fields number`);
    const found = new Set(rows.map((row) => Number(row['number'])));
    for (const [at, event] of events.entries()) {
      if (here.includes(at) === found.has(at)) continue;
      const { body, level, source, index, attributes } = event;
      const text = JSON.stringify({ body, level, source, index, attributes });
      differences.push(`${expression} | search ${found.has(at)} | ${text}`);
    }
  }

  assert.deepEqual(differences.slice(0, 20), [], `seed ${SEED}`);
});
