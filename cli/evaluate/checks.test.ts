import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { LIMITS } from '../../src/spec/limits.ts';
import { readChecks, type Checks } from './checks.ts';

const WHOLE = `
name: Deployment
checks:
  - absent: 'panic:'
  - id: migrated
    title: The schema is migrated
    present: /migrated to v\\d+/i
  - { id: retries, count: retry, max: 3 }
  - { id: exactly, count: 404, equals: 2 }
  - { id: range, count: ok, min: 1, max: 9 }
  - id: steps
    order: [build, test, deploy]
criteria: |
  Judge whether the deployment went through.
items:
  - { id: backup, description: A backup was made, expect: [passed, skipped] }
  - { id: alarm, description: The alarm was raised, expect: failed }
  - { id: done, description: It finished }
mode: test_classification
model: vendor-haiku-4-5
logCompression: true
compressionOptions: { maxTemplates: 50, simThreshold: 0.5 }
`;

function read(text: string): Checks {
  const result = readChecks(text);
  assert.ok('checks' in result, JSON.stringify(result));
  return result.checks;
}

function problems(text: string): string[] {
  const result = readChecks(text);
  assert.ok('problems' in result, 'It was read without a problem.');
  return result.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('every part of a file is read', () => {
  const checks = read(WHOLE);
  assert.equal(checks.name, 'Deployment');
  assert.deepEqual(
    checks.rowChecks.map(({ id, kind }) => [id, kind]),
    [
      ['check-1', 'absent'],
      ['migrated', 'present'],
      ['retries', 'count'],
      ['exactly', 'count'],
      ['range', 'count'],
      ['steps', 'order'],
    ],
  );
  const counts = checks.rowChecks.filter((check) => check.kind === 'count');
  assert.deepEqual(
    counts.map(({ min, max, pattern }) => [min, max, pattern.source]),
    [
      [0, 3, 'retry'],
      [2, 2, '404'],
      [1, 9, 'ok'],
    ],
  );
  assert.equal(checks.criteria, 'Judge whether the deployment went through.\n');
  assert.deepEqual(
    checks.items.map(({ expect }) => expect),
    [['passed', 'skipped'], ['failed'], ['passed']],
  );
  assert.deepEqual(checks.compressionOptions, { maxTemplates: 50, simThreshold: 0.5 });
});

test('parts and repeated answers are chosen in the file', () => {
  const { strategy, samples } = read('criteria: x\nstrategy: split\nsamples: 3');
  assert.deepEqual([strategy, samples], ['split', 3]);
  assert.deepEqual(problems('criteria: x\nsamples: 2'), ['2:10 expected samples to be 1 or 3']);
  assert.match(problems('criteria: x\nstrategy: both').join(), /^2:11 /);
});

test('an anchor can be used again', () => {
  const { rowChecks } = read('checks:\n  - { id: a, absent: &x boom }\n  - { id: b, present: *x }');
  assert.equal(rowChecks.length, 2);
});

test('a name that is not known is refused at its place, with the nearest one', () => {
  assert.deepEqual(
    problems('criterias: x\nchecks:\n  - absnet: y\n  - present: z\n    title: ok\n'),
    [
      '1:1 unknown key "criterias" in the file. Did you mean criteria?',
      '3:5 unknown key "absnet" in a check. Did you mean absent?',
      '3:5 a check requires exactly one of: absent, present, count, order',
    ],
  );
  assert.deepEqual(problems('criteria: x\nitems:\n  - id: a\n    descripton: b'), [
    '3:5 an item requires an id and a description',
    '4:5 unknown key "descripton" in an item. Did you mean description?',
  ]);
  assert.match(problems('__proto__: x\ncriteria: y').join(), /1:1 unknown key "__proto__"/);
});

test('what is no YAML names the place', () => {
  const [first = ''] = problems('criteria: "not closed\nchecks: [\n');
  assert.match(first, /^\d+:\d+ /);
  assert.match(problems('criteria: a\ncriteria: b').join(), /^2:1 .*unique/);
});

test('values of the wrong kind, in one go', () => {
  const found = problems(`
checks:
  - { count: a }
  - { count: a, min: 5, max: 2 }
  - { count: a, equals: 1, max: 2 }
  - { count: a, min: -1 }
  - { count: a, max: 1.5 }
  - { absent: a, max: 2 }
  - { order: [a] }
  - { order: a }
  - { present: '/(/' }
  - { present: /a/g }
  - { present: [] }
  - just text
mode: fast
logCompression: maybe
compressionOptions: { maxTemplates: 0, simThreshold: 2, maxSamples: 1.5 }
criteria: '  '
`);
  const expected = [
    '3:5 count requires min, max or equals',
    '4:5 min (5) is greater than max (2)',
    '5:25 use either equals, or min and max',
    '6:22 expected min: a whole number, 0 or greater',
    '7:22 expected max: a whole number, 0 or greater',
    '8:23 min, max and equals are only allowed with count, not with absent',
    '9:14 order requires at least two patterns',
    '10:14 expected a list of patterns, each starting with "-"',
    '10:14 order requires at least two patterns',
    '11:16 Invalid regular expression: /(/: Unterminated group',
    '12:16 unsupported regex flags "g". Use i, m, s, u or v',
    '13:16 expected a pattern',
    '14:5 expected a check: a mapping with id, title, absent, present, count, order, min, max, equals',
    '14:5 a check requires exactly one of: absent, present, count, order',
    '15:7 expected a mode: one of test_classification, generic_verdict',
    '16:17 expected logCompression: true, false or auto',
    '17:37 expected maxTemplates: a whole number from 1 to 500',
    '17:54 expected simThreshold: a number from 0 to 1',
    '17:69 expected maxSamples: a whole number from 0 to 5',
    '18:11 expected criteria',
  ];
  assert.deepEqual(found, expected);
});

test('what does not go together', () => {
  assert.deepEqual(problems('name: x'), ['1:1 nothing to check: add checks, criteria, or both']);
  assert.match(problems('').join(), /expected the file: a mapping/);
  assert.match(problems('- a').join(), /expected the file: a mapping/);
  const item = 'items: [{ id: a, description: b }]';
  assert.match(problems(item).join(), /1:8 items require criteria/);
  assert.match(
    problems(`criteria: x\nmode: generic_verdict\n${item}`).join(),
    /3:8 mode generic_verdict/,
  );
  const twice = 'criteria: x\nitems: [{ id: a, description: b }, { id: a, description: c }]';
  assert.match(problems(twice).join(), /2:8 duplicate ID "a"/);
  assert.match(
    problems('criteria: x\nitems: [{ id: a, description: b, expect: fine }]').join(),
    /2:42 expected a status: one of passed, failed, not_found, skipped/,
  );
});

test('the limits of the server hold here already, on both sides', () => {
  const { criteriaCharactersMax, itemsMax, itemIdCharactersMax, itemDescriptionCharactersMax } =
    LIMITS.evaluation;
  const items = (count: number) =>
    `criteria: x\nitems:\n${Array.from({ length: count }, (_, at) => `  - { id: i${at}, description: d }\n`).join('')}`;
  const one = (id: number, description: number) =>
    `criteria: x\nitems: [{ id: ${'i'.repeat(id)}, description: ${'d'.repeat(description)} }]`;

  read(`criteria: ${'x'.repeat(criteriaCharactersMax)}`);
  assert.equal(problems(`criteria: ${'x'.repeat(criteriaCharactersMax + 1)}`).length, 1);
  read(items(itemsMax));
  assert.match(problems(items(itemsMax + 1)).join(), /too many items \(maximum 200\)/);
  read(one(itemIdCharactersMax, itemDescriptionCharactersMax));
  assert.equal(problems(one(itemIdCharactersMax + 1, 1)).length, 1);
  assert.equal(problems(one(1, itemDescriptionCharactersMax + 1)).length, 1);
});

test('the examples of the documentation can be used', () => {
  const page = readFileSync(new URL('../../docs/evaluation/ci.md', import.meta.url), 'utf8');
  const [example = '', ...snippets] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(
    ([, text = '']) => text,
  );
  const checks = read(example);
  assert.deepEqual([checks.rowChecks.length, checks.items.length], [5, 2]);
  assert.equal(snippets.length, 2);
  for (const snippet of snippets) assert.equal(typeof parse(snippet), 'object');
});
