/** Query texts of every kind: valid ones, broken ones, and those that somebody wrote to do harm. */
import { EVERY_COMMAND, print, STATS_FUNCTIONS } from '../../../src/language/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { generateQuery } from './generate-query.ts';
import { examplesOf } from '../../../src/language/commands/examples/examples.ts';
import { FUNCTION_EXAMPLES } from '../../../src/language/functions/function-examples.ts';

const FRAGMENTS = [
  "'",
  '"',
  '`',
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '{p1:String}',
  '${x}',
  '\0',
  '%',
  '%00',
  '(',
  ')',
  '[',
  ']',
  '[search *]',
  '[| makeresults]',
  '|',
  '||',
  "' OR 1=1 --",
  "'; DROP TABLE logs --",
  '`) UNION SELECT * FROM system.tables --',
  "') OR organization != '' OR ('",
  ' OR organization=* ',
  'index=* OR index=other ',
  'index=_* ',
  'tupleElement(1)',
  "file('/etc/passwd')",
  '😀',
  '\u202e',
  'ﬀ',
  'İ',
  '\ud83d',
  '999999999999999999999',
  '1e400',
  'nan',
  'inf',
  '-0',
  '0x7fffffffffffffff',
  'NULL',
  '\n',
  '\r',
  '\t',
  ' OR ',
  ' NOT ',
  ' earliest=-1d@d ',
  ' latest=0 ',
  ' _index_earliest=-1h ',
  ' _indextime>0 ',
  '=',
  '!=',
  '<',
  '*',
  '**',
  ',',
  '.',
  '@d',
  '-1mon',
  '(?i)(a+)+$',
  '\\Q\\E',
  '[[:alpha:]]',
  '{1000}',
  'span=1s',
  'limit=0',
  'bins=10000',
] as const;

const SEARCHES = [
  '*',
  'error',
  '"connection to"',
  'err* OR NOT refused',
  'status>=300 level=error',
  'service=* client_ip=10.1.0.0/16',
  'index=* bytes!=3',
] as const;

/** Makes one query after the other; the same seed makes the same ones. */
export function createHostileQueries(random: SeededRandom): () => string {
  const { searches, commands } = knownParts();
  const pick = (list: readonly string[]): string => list[random.integer(0, list.length - 1)] ?? '*';
  const joined = (): string => {
    const stages = Array.from({ length: random.integer(0, 4) }, () => pick(commands));
    return [pick(searches), ...stages].join(' | ');
  };
  const kinds: readonly [() => string, ...(() => string)[]] = [
    joined,
    joined,
    () => print(generateQuery(random)),
    () => print(generateQuery(random)),
    () => mutated(random, joined()),
    () => mutated(random, joined()),
    () => mutated(random, print(generateQuery(random))),
    () => nonsense(random),
    () => nested(random),
    () => repeated(random, pick(commands)),
  ];
  return () => random.pick(kinds)();
}

/** Searches and commands of the examples, and every function with its own example. */
function knownParts(): { searches: readonly string[]; commands: readonly string[] } {
  const examples = EVERY_COMMAND.flatMap((command) =>
    examplesOf(command).map(({ query }) => query),
  );
  const parts = examples.flatMap((query) => (query.includes('[') ? [] : query.split('|')));
  const commands = parts.map((part) => part.trim()).filter((part) => /^[a-z]+\b/.test(part));
  const evals = Object.values(FUNCTION_EXAMPLES).map((example) => `eval x=${example}`);
  const fields = ['bytes', 'status', 'service', '_time', 'x'];
  const stats = Object.keys(STATS_FUNCTIONS).flatMap((name) => {
    const call = name.endsWith('perc') ? `${name}95` : name;
    return fields.flatMap((field) => [
      `stats ${call}(${field}) by service`,
      `timechart span=10m ${call}(${field}) by level`,
      `eventstats ${call}(${field}) AS x`,
      `streamstats window=5 ${call}(${field}) AS x`,
    ]);
  });
  const nestedExamples = examples.flatMap((query) => {
    const [, stage] = /^[^|]*\| (.*\[.*)$/.exec(query) ?? [];
    return stage === undefined ? [] : [stage];
  });
  const firsts = examples.filter((query) => !query.startsWith('|') && !query.includes('['));
  return {
    searches: [...SEARCHES, ...firsts.map((query) => query.split('|')[0] ?? '*')],
    commands: [...commands, ...evals, ...stats, ...nestedExamples],
  };
}

function mutated(random: SeededRandom, query: string): string {
  let text = query;
  for (let left = random.integer(1, 4); left > 0; left -= 1) text = mutate(random, text);
  return text;
}

function mutate(random: SeededRandom, text: string): string {
  const at = random.integer(0, text.length);
  const to = Math.min(text.length, at + random.integer(0, 6));
  if (random.chance(0.3)) return text.slice(0, at) + text.slice(to);
  if (random.chance(0.2)) return text.slice(0, to) + text.slice(at);
  return text.slice(0, at) + random.pick(FRAGMENTS) + text.slice(random.chance(0.5) ? at : to);
}

function nonsense(random: SeededRandom): string {
  return Array.from({ length: random.integer(1, 12) }, () =>
    random.chance(0.7)
      ? random.pick(FRAGMENTS)
      : String.fromCodePoint(random.integer(0, random.chance(0.8) ? 0x7e : 0x1_f6ff)),
  ).join(random.chance(0.5) ? '' : ' ');
}

type Brackets = readonly [open: string, close: string];

const BRACKETS: readonly [Brackets, ...Brackets[]] = [
  ['(', ')'],
  ['NOT ', ''],
  ['[search ', ']'],
  ['| where (', ')'],
  ['* | eval x=if(', ', 1, 2)'],
  ['* | eval x=-', ''],
  ['* | append [', ']'],
];

function nested(random: SeededRandom): string {
  const [open, close] = random.pick(BRACKETS);
  const depth = random.integer(1, random.chance(0.9) ? 80 : 600);
  const ends = random.chance(0.8) ? depth : random.integer(0, depth);
  return open.repeat(depth) + random.pick(['a', 'a=1', '*', '']) + close.repeat(ends);
}

const LENGTH_MAX = 4_000;

function repeated(random: SeededRandom, command: string): string {
  const piece = random.chance(0.5) ? ` | ${command}` : random.pick([' a OR b', ' x=1', ' "y z"']);
  return `*${piece.repeat(random.integer(1, random.chance(0.9) ? 20 : 120))}`.slice(0, LENGTH_MAX);
}
