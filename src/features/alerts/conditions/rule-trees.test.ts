/** The trees of rules: read once for each version, and refused where they cannot be run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { print } from '../../../language/index.ts';
import { createRuleTrees } from './rule-trees.ts';

function start(savedSearches: Record<string, string> = {}) {
  const { metadata } = needsWithoutStore({ now: 0, savedSearches });
  const trees = createRuleTrees();
  const of = (
    settings: Parameters<typeof exampleRule>[0],
    rule: { id?: string; version?: number } = {},
  ) => trees.of(metadata, exampleRule(settings, rule));
  return { of, savedSearches };
}

test('a tree is read once for each rule, version and text', async () => {
  const { of } = start();
  const first = await of({ query: 'level=error' });

  assert.equal(await of({ query: 'level=error' }), first);
  assert.notEqual(await of({ query: 'level=error' }, { version: 2 }), first);
  assert.notEqual(await of({ query: 'level=error' }, { id: 'alr_other' }), first);
  const other = await of({ query: 'level=warn' });
  assert.match(print(other), /level=warn/);
  assert.match(print(await of({ query: null })), /^\*/);
});

test('the text of a saved search is that of now', async () => {
  // Without a name it stands for an id.
  const { of, savedSearches } = start({ undefined: 'level=error' });
  const settings = { query: null, savedSearch: 'svs_1' };

  assert.match(print(await of(settings)), /level=error/);
  savedSearches['undefined'] = 'level=warn';
  assert.match(print(await of(settings)), /level=warn/);
  delete savedSearches['undefined'];
  await assert.rejects(of(settings), {
    code: 'NOT_FOUND',
    message: 'The saved search of this rule was deleted. Select another one.',
  });
});

test('what cannot be run is refused', async () => {
  const { of } = start({ timed: 'a earliest=-1h' });

  await assert.rejects(of({ query: 'a | (' }), { code: 'QUERY_SYNTAX_ERROR' });
  await assert.rejects(of({ query: 'a earliest=-1h' }), {
    code: 'QUERY_SYNTAX_ERROR',
    message: /Remove times from the query/,
  });
  await assert.rejects(of({ query: '| savedsearch timed' }), {
    code: 'QUERY_SYNTAX_ERROR',
    message: /^The saved search “timed” is invalid\./,
  });
});
