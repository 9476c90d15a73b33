/** Whatever text comes in, the answer is rows or a reason, and never says anything about the store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import { COMMANDS, EVAL_FUNCTIONS, STATS_FUNCTIONS } from '../../language/index.ts';
import { ERROR_CODES } from '../../spec/codes.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const SECRET = 'secretofanother';
const QUERIES = 1_500;
const STATUSES = new Set<number>([400, 408, 422]);
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW, indexes: ['main', 'web', '_audit'] });
  const records = Array.from({ length: 60 }, (_, i) => ({
    body: `Error ${i}: connection to 10.0.0.${i} refused user=u${i % 3} {"a":{"b":[${i}]}}`,
    level: ['error', 'info', 'warn'][i % 3] ?? 'info',
    timestamp: NOW - 5_000 * i,
    attributes: [
      ['service', ['checkout', 'cart', ''][i % 3] ?? ''],
      ['status', String(200 + i * 10)],
      ['bytes', i % 7 === 0 ? 'many' : String(i * 1.5)],
      ['client_ip', `10.1.2.${i}`],
      ['payload', '{"user":{"name":"x","roles":["a","b"]}}'],
    ] as const,
  }));
  const foreign = { body: SECRET, organization: organizationId('org_other'), timestamp: NOW - 1 };
  await tested.insert([
    ...records,
    foreign,
    { ...foreign, index: 'web', attributes: [['service', SECRET]] },
  ]);
});
after(() => tested[Symbol.asyncDispose]());

test('any query gives rows or a reason, and nothing of the store or of others', async () => {
  const seed = 20_260_131;
  const random = seededRandom(seed);
  const stages = knownStages();
  let answered = 0;
  for (let i = 0; i < QUERIES; i++) {
    const query = makeQuery(random, stages);
    const said = await answerOf(query, `seed ${seed}, query ${i}: ${query}`);
    assert.ok(!said.includes(SECRET), `another organization's event: ${query}`);
    answered += said.startsWith('[') ? 1 : 0;
  }
  assert.ok(answered > QUERIES / 10, `only ${answered} queries could be run`);
});

async function answerOf(query: string, place: string): Promise<string> {
  try {
    const { data } = await tested.search(query, { earliest: '-2h', limit: 20 });
    return JSON.stringify([data.rows, data.warnings]);
  } catch (error) {
    assert.ok(error instanceof AppError, `${place}\n${causeOf(error)}`);
    assert.ok(STATUSES.has(ERROR_CODES[error.code].status), `${place}: ${error.code}`);
    const said = `${error.message} ${JSON.stringify(error.facts)}`;
    assert.doesNotMatch(said, /DB::|Exception|organization =|FROM logs/, place);
    return said.replaceAll(query, '');
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : (error.stack ?? error.message);
}

/** Searches and commands of the examples, and every function with its own example. */
function knownStages(): { searches: string[]; commands: string[] } {
  const examples = Object.values(COMMANDS).flatMap(({ examples: own }) =>
    own.map(({ query }) => query),
  );
  const parts = examples.flatMap((query) => (query.includes('[') ? [] : query.split('|')));
  const commands = parts.map((part) => part.trim()).filter((part) => /^[a-z]+\b/.test(part));
  const evals = Object.values(EVAL_FUNCTIONS).map(({ example }) => `eval x=${example}`);
  const fields = ['bytes', 'status', 'service', '_time', 'x'];
  const stats = Object.keys(STATS_FUNCTIONS).flatMap((name) => {
    const call = name.endsWith('perc') ? `${name}95` : name;
    return fields.flatMap((field) => [
      `stats ${call}(${field}) by service`,
      `timechart span=10m ${call}(${field}) by level`,
      `eventstats ${call}(${field}) AS x`,
    ]);
  });
  const searches = [
    '*',
    'error',
    '"connection to"',
    'err* OR NOT refused',
    'status>=300 level=error',
    'service=* client_ip=10.1.0.0/16',
    'index=* bytes!=3',
    ...examples
      .filter((query) => !query.startsWith('|'))
      .map((query) => query.split('|')[0] ?? '*'),
  ];
  return { searches, commands: [...commands, ...evals, ...stats] };
}

const HOSTILE = [
  "'",
  '"',
  '`',
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '{p1:String}',
  '\0',
  '%',
  '(',
  ')',
  '[',
  ']',
  '|',
  '||',
  "' OR 1=1 --",
  "'; DROP TABLE logs --",
  '`) UNION SELECT * FROM logs --',
  '😀',
  '\ud83d',
  '999999999999999999999',
  '1e400',
  'nan',
  'inf',
  '-0',
  'NULL',
  '\n',
  ' OR ',
  ' NOT ',
  '=',
  '!=',
  '<',
  '*',
  ',',
  '.',
  '@d',
  '-1mon',
] as const;

function makeQuery(
  random: SeededRandom,
  { searches, commands }: { searches: string[]; commands: string[] },
): string {
  const pickOf = (list: readonly string[]): string =>
    list[random.integer(0, list.length - 1)] ?? '*';
  const stages = Array.from({ length: random.integer(0, 4) }, () => pickOf(commands));
  const query = [pickOf(searches), ...stages].join(' | ');
  if (random.chance(0.5)) return query;
  return Array.from({ length: random.integer(1, 3) }).reduce<string>(
    (text) => mutate(random, text),
    query,
  );
}

function mutate(random: SeededRandom, text: string): string {
  const at = random.integer(0, text.length);
  const to = Math.min(text.length, at + random.integer(0, 6));
  if (random.chance(0.3)) return text.slice(0, at) + text.slice(to);
  if (random.chance(0.2)) return text.slice(0, to) + text.slice(at);
  return text.slice(0, at) + random.pick(HOSTILE) + text.slice(random.chance(0.5) ? at : to);
}
