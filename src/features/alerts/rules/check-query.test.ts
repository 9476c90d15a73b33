import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { parse, print } from '../../../language/index.ts';
import { findNestedProblem, readRuleQuery, refusedParts } from './check-query.ts';
import { checkTemplate } from './check-template.ts';

const ORGANIZATION = organizationId('org_test');
const TIME = 'The window of the rule sets the time range. Remove times from the query.';
const WRITES = "Rules can't write. Remove `outputlookup`.";

function refused(text: string): unknown[] {
  const tree = parse(text).query ?? assert.fail(`${text} cannot be read`);
  return refusedParts(tree).map(({ start, end, message, code, severity }) => {
    assert.deepEqual([code, severity], ['rule', 'error']);
    return [text.slice(start, end), message];
  });
}

test('a rule has no bounds of time and writes nothing', () => {
  assert.deepEqual(refused('level=error | stats count'), []);
  assert.deepEqual(refused('a earliest=-1h latest=now'), [
    ['earliest=-1h', TIME],
    ['latest=now', TIME],
  ]);
  assert.deepEqual(refused('a _index_earliest=-1h _index_latest=now').length, 2);
  assert.deepEqual(refused('| tstats count WHERE earliest=-1h').length, 1);
  assert.deepEqual(refused('a | outputlookup hosts'), [['outputlookup hosts', WRITES]]);
  assert.deepEqual(refused('a | append [search b earliest=-1h]'), [['earliest=-1h', TIME]]);
});

/** The saved searches are known by name, and the one without a name stands for an id. */
async function nested(
  text: string,
  savedSearches: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { metadata } = needsWithoutStore({ now: 0, savedSearches });
  const tree = parse(text).query ?? assert.fail(`${text} cannot be read`);
  return findNestedProblem(metadata, ORGANIZATION, tree);
}

test('saved searches that a query goes on from are there, and could be rules themselves', async () => {
  const good = { one: '| savedsearch two', two: 'level=error' };

  assert.equal(await nested('level=error', {}), undefined);
  assert.equal(await nested('| savedsearch one', good), undefined);
  assert.equal(
    await nested('| savedsearch one', { one: good.one }),
    'No such saved search: “two”.',
  );
  assert.equal(
    await nested('| savedsearch one', { ...good, two: 'a earliest=-1h' }),
    `The saved search “two” is invalid. ${TIME}`,
  );
  assert.equal(await nested('| savedsearch one', { one: '| savedsearch one' }), undefined);
  assert.equal(await nested('| savedsearch one', { one: 'a | (' }), undefined);
});

async function read(
  query: string | null,
  savedSearches: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const needs = needsWithoutStore({ now: 0, savedSearches });
  try {
    const tree = await readRuleQuery(needs, ORGANIZATION, { query, savedSearch: 'ssr_1' });
    return print(tree);
  } catch (error) {
    assert(error instanceof AppError);
    const [detail] = error.facts.details ?? [];
    return [error.code, detail?.path, detail?.message ?? error.message];
  }
}

/** What a saved search is known by where it is found by its id. */
const BY_ID = 'undefined';

test('the query of a rule is read, or refused with its place', async () => {
  assert.equal(await read('level=error'), 'level=error');
  assert.equal(((await read('a | nonsense')) as unknown[])[0], 'QUERY_SYNTAX_ERROR');
  assert.equal(((await read('a earliest=-1h')) as unknown[])[0], 'QUERY_SYNTAX_ERROR');
  assert.deepEqual(await read('| savedsearch gone'), [
    'VALIDATION_ERROR',
    'query',
    'No such saved search: “gone”.',
  ]);
});

test('a saved search is read in place of a query, and refused as one', async () => {
  assert.equal(await read(null, { [BY_ID]: 'level=error' }), 'level=error');
  assert.equal(((await read(null)) as unknown[])[0], 'NOT_FOUND');
  const [code, path, message] = (await read(null, { [BY_ID]: 'a earliest=-1h' })) as unknown[];
  assert.deepEqual([code, path], ['VALIDATION_ERROR', 'savedSearch']);
  assert.match(String(message), /Remove times from the query/);
  assert.deepEqual(await read(null, { [BY_ID]: '| savedsearch gone' }), [
    'VALIDATION_ERROR',
    'savedSearch',
    'No such saved search: “gone”.',
  ]);
});

test('placeholders that there are not are named, each with its place', () => {
  const none = (name: string) =>
    `Unknown placeholder {{${name}}}. Available: rule.name, severity, value, condition, from, to, url, runbook, count, group.<field>.`;

  assert.deepEqual(checkTemplate('title', null), []);
  assert.deepEqual(checkTemplate('title', 'a {{ value }} {{group.host}} {one} }}'), []);
  assert.deepEqual(checkTemplate('body', 'a {{x}} {{group.}}'), [
    { path: 'body', message: none('x'), position: 2 },
    { path: 'body', message: none('group.'), position: 8 },
  ]);
  assert.deepEqual(checkTemplate('body', '{{value} {{'), [
    { path: 'body', message: 'Unclosed placeholder. Write {{value}}.', position: 0 },
    { path: 'body', message: 'Unclosed placeholder. Write {{value}}.', position: 9 },
  ]);
  const [long] = checkTemplate('body', `{{${'x'.repeat(41)}}}`);
  assert.equal(long?.message, none('x'.repeat(40)));
});
