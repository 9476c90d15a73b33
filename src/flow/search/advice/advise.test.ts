/** What is said about an answer, from what the store said when it was asked once more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { encodeCursor } from '../../../base/cursor.ts';
import { AppError } from '../../../base/errors.ts';
import { parse } from '../../../language/index.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchInput } from '../search-input.ts';
import { advise, adviseFromText, type Shown } from './advise.ts';
import type { FieldMemory } from './field-memory.ts';
import { lookAtFields } from './look-at-fields.ts';

const NONE: Shown = { rows: [], isWhole: true };
/** What a look at the newest events finds: how many there are, and how many have each field. */
const seen = (events: number, ...names: readonly string[]): FakeRows => [
  { name: '', events },
  ...names.map((name) => ({ name, events: 1 })),
];
const AWAY = new AppError('QUERY_TIMEOUT', 'late');

interface Advising {
  readonly shown?: Shown;
  readonly told?: readonly (FakeRows | Error)[];
  readonly elapsedMs?: number;
  readonly memory?: Partial<FieldMemory>;
}

async function adviseOn(input: SearchInput, { shown = NONE, ...rest }: Advising = {}) {
  const { needs, actor, signal, asked } = fakeSearch(rest.told ?? []);
  const noted: unknown[] = [];
  const fieldMemory: FieldMemory = {
    has: () => false,
    isPaused: () => false,
    add: (_organization, names) => noted.push([...names].filter((name) => /^[a-z]+$/.test(name))),
    pause: () => noted.push('paused'),
    ...rest.memory,
  };
  const prepared = await prepareSearch(needs, actor, input, signal);
  const warnings = await advise(
    { ...needs, fieldMemory },
    actor,
    prepared,
    shown,
    rest.elapsedMs ?? 0,
  );
  const codes = warnings.map(({ code, position }) => `${code} ${position}`);
  return { codes, warnings, asked, noted };
}

test('of nothing that was found the reason is a field that no event has', async () => {
  const { codes, asked, noted } = await adviseOn(
    { query: 'nosuch=5' },
    { told: [seen(5, 'host')] },
  );

  assert.deepEqual(codes, ['unknown-field 0']);
  assert.equal(asked.length, 1);
  assert.deepEqual(noted, [['event', 'level', 'source', 'index', 'host']]);
});

test('without any event nothing is known about fields, and nothing is remembered', async () => {
  const { codes, noted } = await adviseOn({ query: 'nosuch=5' }, { told: [seen(0)] });

  assert.deepEqual(codes, []);
  assert.deepEqual(noted, []);
});

test('a look that fails is passed over, and with rows to show the next one waits', async () => {
  const empty = await adviseOn({ query: 'nosuch=5' }, { told: [AWAY] });
  assert.deepEqual([empty.codes, empty.noted], [[], []]);
  const shown = { rows: [{ host: 'a' }], isWhole: true };
  const found = await adviseOn({ query: 'a | eval b=nosuch' }, { told: [AWAY], shown });
  assert.deepEqual([found.codes, found.noted], [[], ['paused']]);
  await assert.rejects(adviseOn({ query: 'nosuch=5' }, { told: [new TypeError('a defect')] }), {
    message: 'a defect',
  });
});

test('what rows, the search or the memory tell is not looked for', async () => {
  const shown = { rows: [{ host: 'a' }], isWhole: true };
  const asks = async (query: string, parts: Advising = {}) =>
    (await adviseOn({ query }, { shown, told: [seen(5)], ...parts })).asked.length;

  assert.equal(await asks('a | where host="a"'), 0);
  assert.equal(await asks('user=x | where user="x"'), 0);
  assert.equal(await asks('a | where other="a"'), 1);
  assert.equal(await asks('a | where other="a"', { memory: { has: () => true } }), 0);
  assert.equal(await asks('a | where other="a"', { memory: { isPaused: () => true } }), 0);
  assert.equal(await asks('word', { shown: NONE }), 0);
  assert.equal(await asks('level:error', { shown: NONE }), 1);
  assert.equal(await asks('level:error'), 0);
  assert.equal(await asks('5:5', { shown: NONE }), 0);
});

test('whoever sees nothing waits for the reason, whoever sees rows no longer than for them', async (t) => {
  t.mock.method(performance, 'now', () => 1_000);
  const timeout = async (shown: Shown, elapsedMs: number) => {
    const query = 'a | where other="a"';
    const { asked } = await adviseOn({ query }, { shown, elapsedMs, told: [seen(5)] });
    return asked[0]?.options.timeoutMs;
  };
  const some = { rows: [{ host: 'a' }], isWhole: true };

  assert.equal(await timeout(NONE, 5), 1_000);
  assert.equal(await timeout(some, 5), 250);
  assert.equal(await timeout(some, 600), 600);
  assert.equal(await timeout(some, 6_000), 1_000);
});

test('that a word was not found is said only where everything was looked at and kept', async () => {
  const said = async (query: string, shown: Shown) =>
    (await adviseOn({ query }, { shown })).codes.includes('no-word-hit 0');

  assert.equal(await said('fail', NONE), true);
  assert.equal(await said('fail', { rows: [], isWhole: false }), false);
  assert.equal(await said('fail', { rows: [{ event: 'x' }], isWhole: true }), false);
  assert.equal(await said('fail | stats count', { rows: [{ count: 0 }], isWhole: true }), true);
  for (const kept of [
    'eval a=1',
    'table level',
    'fields level',
    'sort level',
    'rename level AS a',
  ]) {
    assert.equal(await said(`fail | ${kept}`, NONE), true, kept);
  }
  assert.equal(await said('fail | fillnull level', NONE), true);
  assert.equal(await said('fail | timechart count', NONE), true);
  for (const left of ['head 5', 'dedup level', 'stats count BY level', 'where level="a"']) {
    assert.equal(await said(`fail | ${left}`, NONE), false, left);
  }
});

test('rows that BY leaves out are counted, for fields that events have', async () => {
  const query = 'a | stats count BY host, user';
  const shown = { rows: [{ host: 'a', user: 'b', count: 1 }], isWhole: true };

  const { warnings, asked } = await adviseOn({ query }, { shown, told: [[{ d0: 4, d1: 0 }]] });

  assert.equal(asked.length, 1);
  assert.deepEqual(
    warnings.map(({ message }) => /`host`/.test(message)),
    [true],
  );
  assert.match(warnings[0]?.message ?? '', /4/);
  const demanded = await adviseOn(
    { query: 'host=a user=b | stats count BY host, user' },
    { shown },
  );
  assert.deepEqual(demanded.asked, []);
  const unknown = await adviseOn(
    { query: 'a | stats count BY nosuch' },
    { told: [seen(5)], shown: NONE },
  );
  assert.deepEqual(unknown.codes, ['unknown-field 19']);
  const late = await adviseOn({ query }, { shown, told: [AWAY] });
  assert.deepEqual(late.codes, []);
});

test('a subsearch that was cut is named at its own stage', async () => {
  const query = 'host=a | head 5 | append maxout=3 [search b | table host] | eval c=1';
  const shown = { rows: [{ host: 'a' }], isWhole: true };

  const { codes } = await adviseOn({ query }, { shown, told: [[{ n: 4 }]] });

  assert.deepEqual(codes, ['subsearch-cut 18']);
});

test('a search that finds rows and is not looked at does not make the next look wait', async () => {
  const shown = { rows: [{ host: 'a' }], isWhole: true };

  assert.deepEqual((await adviseOn({ query: 'a' }, { shown })).noted, []);
});

test('fields that the search asks for are never missing in its first command alone', async () => {
  const shown = { rows: [{ host: 'a', count: 1 }], isWhole: true };
  const asks = async (query: string) =>
    (await adviseOn({ query }, { shown, told: [[{ d0: 0 }]] })).asked.length;

  assert.equal(await asks('host=a | stats count BY host'), 0);
  assert.equal(await asks('host=a | eval host=null() | stats count BY host'), 1);
});

test('a later page and a tree of the platform are not looked at', async () => {
  const { query } = parse('nosuch=5');
  assert.ok(query !== undefined);
  assert.deepEqual((await adviseOn({ tree: query })).asked, []);
  const cursor = encodeCursor({ at: 0, id: '00000000000000ff' });
  const later = await adviseOn({ query: 'nosuch=5', cursor });
  assert.deepEqual([later.asked, later.noted], [[], []]);
});

test('from the text alone advice comes in the order of its places, with what could be changed', async () => {
  const { needs, actor, signal } = fakeSearch([]);
  const prepared = await prepareSearch(needs, actor, { query: '*ailed or done' }, signal);

  const warnings = adviseFromText(prepared, undefined);

  assert.deepEqual(
    warnings.map(({ code, position, fix }) => [code, position, fix?.text]),
    [
      ['leading-wildcard', 0, undefined],
      ['lowercase-operator', 7, 'OR'],
    ],
  );
  const { query } = parse('*ailed or done');
  const fromTree = await prepareSearch(
    needs,
    actor,
    query === undefined ? {} : { tree: query },
    signal,
  );
  assert.deepEqual(adviseFromText(fromTree, NONE), []);
});

async function look(
  reported: readonly (FakeRows | Error)[],
  wanted: readonly string[],
  eventsMax = 5,
) {
  const { needs, actor, signal, asked } = fakeSearch(reported);
  const { scope, asking } = await prepareSearch(needs, actor, { query: 'a' }, signal);
  return { look: await lookAtFields(asking, scope, eventsMax, wanted), asked };
}

test('fewer events than are looked at are all there are', async () => {
  const few = await look([seen(4, 'host')], ['nosuch']);

  assert.equal(few.asked.length, 1);
  assert.equal(few.look?.isAll, true);
  assert.equal(few.look.events, 4);
  for (const name of ['_time', 'event', '_raw', '_index', 'host']) {
    assert.equal(few.look.names.has(name), true, name);
  }
  assert.equal(few.look.names.has(''), false);
});

test('of more events what is missing is looked for in all of them', async () => {
  const many = await look([seen(5, 'host'), [{ f0: 0, f1: 2 }]], ['a', 'b', 'host']);

  assert.equal(many.asked.length, 2);
  assert.match(many.asked[1]?.text ?? '', /AS `f0`, .*AS `f1` FROM/);
  assert.equal(many.look?.isAll, true);
  assert.deepEqual(
    ['a', 'b', 'host'].filter((name) => many.look?.names.has(name)),
    ['b', 'host'],
  );
  const known = await look([seen(5, 'host')], ['host']);
  assert.deepEqual([known.asked.length, known.look?.isAll], [1, true]);
  const away = await look([seen(5, 'host'), AWAY], ['a']);
  assert.equal(away.look?.isAll, false);
  const wanted = Array.from({ length: 11 }, (_, i) => `n${i}`);
  const ten = await look([seen(5), [{}]], wanted);
  assert.match(ten.asked[1]?.text ?? '', /`f9`/);
  assert.doesNotMatch(ten.asked[1]?.text ?? '', /`f10`/);
});

test('of ten thousand names none can be said to be missing', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);

  assert.equal((await look([seen(1, ...names(9_999))], [])).look, undefined);
  assert.equal((await look([seen(1, ...names(9_998))], [])).look?.events, 1);
});
