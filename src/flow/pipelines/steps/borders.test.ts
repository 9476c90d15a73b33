/** What lies next to the border of a rule of a step, on both sides of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  pipelineEvent,
  RECEIVED_AT,
  runSteps,
} from '../../../../test/support/ingest/pipeline-events.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { isSecretName, MASKERS } from './mask-kinds.ts';

const PAIRS: readonly [body: string, attributes: Readonly<Record<string, string>>][] = [
  ['a=1 b=2', { a: '1', b: '2' }],
  ['=a=1', { '=a': '1' }],
  ['a="" b="x"', { a: '', b: 'x' }],
  ['a=1\tb=2', { a: '1', b: '2' }],
  ['a=1\rb=2', { a: '1', b: '2' }],
  ['a=1\bb=2', { a: '1\bb=2' }],
  ['a=1\u000eb=2', { a: '1\u000eb=2' }],
  ['a="x\\"y" b=1', { a: 'x"y', b: '1' }],
  ['a="x b=1', { a: '"x', b: '1' }],
  ["a='x y' b=1", { a: 'x y', b: '1' }],
  ['(a=1 {b=2 "c"=3', { a: '1', b: '2', c: '3' }],
];

for (const [body, attributes] of PAIRS) {
  test(`${JSON.stringify(body)} has the pairs ${JSON.stringify(attributes)}`, () => {
    const event = runSteps(pipelineEvent({ body }), { kind: 'parse_key_value' });

    assert.deepEqual(attributesOf(event), attributes);
  });
}

test('values of JSON become text, whatever they are', () => {
  const body = '{"s":"x","n":1.5,"t":true,"f":false,"z":null,"l":[1,"a"],"o":{"p":2}}';

  assert.deepEqual(attributesOf(runSteps(pipelineEvent({ body }), { kind: 'parse_json' })), {
    s: 'x',
    n: '1.5',
    t: 'true',
    f: 'false',
    l: '[1,"a"]',
    'o.p': '2',
  });
});

function timeIn(body: string) {
  const event = runSteps(pipelineEvent({ body }), {
    kind: 'extract_timestamp',
    formats: ['iso', 'epoch'],
  });
  return errorOf(event)?.replace(/^.*: /, '') ?? event?.timestamp;
}

test('a time is taken from 1970 on, up to as far in the future as clocks differ', () => {
  const ahead = RECEIVED_AT + LIMITS.events.futureMsMax;

  assert.equal(timeIn('1970-01-01T00:00:00Z'), 0);
  assert.equal(timeIn('1969-12-31T23:59:59.999Z'), 'the time is before 1970');
  assert.equal(timeIn(new Date(ahead).toISOString()), ahead);
  assert.equal(timeIn(new Date(ahead + 1).toISOString()), 'the time is too far in the future');
  assert.equal(timeIn('soon'), 'no time was found');
});

test('times and levels stand within the first 512 characters', () => {
  const spaces = (count: number): string => ' '.repeat(count);
  const time = '2026-01-01T00:00:00Z';

  assert.equal(timeIn(spaces(512 - time.length) + time), Date.UTC(2026, 0, 1));
  assert.equal(timeIn(`${spaces(512 - 15)}${time}`), 'no time was found');
  const levelIn = (body: string) =>
    runSteps(pipelineEvent({ body, level: 'info' }), { kind: 'extract_level' })?.level;
  assert.equal(levelIn(`${spaces(507)}ERROR x`), 'error');
  assert.equal(levelIn(`${spaces(508)}ERROR x`), 'info');
});

test('a field that is not there is missing, and a group that is empty writes nothing', () => {
  const event = pipelineEvent({ body: 'a=' });

  assert.equal(
    errorOf(runSteps(event, { kind: 'extract_timestamp', field: 'nosuch', formats: ['iso'] })),
    'p1: extract_timestamp (1): no time was found',
  );
  const parsed = runSteps(pipelineEvent({ body: 'a=' }), {
    kind: 'parse_regex',
    pattern: '(?<key>a)=(?<value>x*)',
  });
  assert.deepEqual(attributesOf(parsed), { key: 'a' });
});

const SECRET: readonly [name: string, isSecret: boolean][] = [
  ['password', true],
  ['db.password', true],
  ['user', false],
  [`${'a'.repeat(91)}_password`, true],
  [`${'a'.repeat(92)}_password`, false],
];

for (const [name, isSecret] of SECRET) {
  test(`${name.slice(-20)} of ${name.length} characters ${isSecret ? 'names' : 'does not name'} a secret`, () => {
    assert.equal(isSecretName(name), isSecret);
  });
}

const [, ipv6] = MASKERS.ip;
const [card] = MASKERS.card;

const FOUND: readonly [
  what: string,
  isIt: ((found: string) => boolean) | undefined,
  text: string,
  isOne: boolean,
][] = [
  ['card', card?.isIt, '4111111111111111', true],
  ['card', card?.isIt, '4111111111111112', false],
  // Twelve, thirteen, nineteen and twenty digits, all with the right check digit.
  ['card', card?.isIt, '400000000006', false],
  ['card', card?.isIt, '4222222222222', true],
  ['card', card?.isIt, '6304000000000000000', true],
  ['card', card?.isIt, '40000000000000000002', false],
  ['card', card?.isIt, '0000000000000000', false],
  ['card', card?.isIt, '5500005555555559', true],
  ['address', ipv6?.isIt, '::1', true],
  ['address', ipv6?.isIt, '::', false],
  ['address', ipv6?.isIt, '1::2::3', false],
  ['address', ipv6?.isIt, '12:30:45', false],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7:8', true],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7', false],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7:', false],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7:8:9', false],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7::', true],
  ['address', ipv6?.isIt, '1:2:3:4:5:6:7:8::', false],
];

for (const [what, isIt, text, isOne] of FOUND) {
  test(`${text} is ${isOne ? 'a' : 'no'} number of a ${what}`, () => {
    assert.equal(isIt?.(text), isOne);
  });
}

test('keys of a cloud are hidden by their form', () => {
  const after = (body: string) =>
    runSteps(pipelineEvent({ body }), { kind: 'mask', what: ['token'] })?.body;

  const key = (beginning: string, count: number): string =>
    `id ${beginning}${'A'.repeat(count)} end`;

  assert.equal(after(key('AKIA', 16)), 'id [token] end');
  assert.equal(after(key('ASIA', 16)), 'id [token] end');
  assert.equal(after(key('AKIA', 15)), key('AKIA', 15));
});
