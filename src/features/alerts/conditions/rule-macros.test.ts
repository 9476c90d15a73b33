/** Rules read their queries with the macros that their organization has when they are checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { print } from '../../../language/index.ts';
import { readRuleQuery } from '../rules/check-query.ts';
import { createRuleTrees } from './rule-trees.ts';

test('a rule follows its macros, and those of others mean nothing to it', async (t) => {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: organization } = await access.newOrganization();
  const other = await access.newOrganization();
  await metadata.db.insertInto('macros').values(macroRow(organization)).execute();
  const define = async (definition: string): Promise<unknown> =>
    metadata.db.updateTable('macros').set({ definition }).execute();
  const query = '`bad` service=web';
  const trees = createRuleTrees();
  const rule = { ...exampleRule({ query }), organization };
  const settings = { query, savedSearch: null };

  const first = print(await trees.of(metadata, rule));
  await define('index=_alerts');
  const second = print(await trees.of(metadata, rule));
  await define('a earliest=-1h');

  assert.equal(first, 'level=error service=web');
  // What the rule has caused itself is left out, also where a macro leads to it.
  assert.match(second, /^index=_alerts service=web \| where isnull\(rule_id\)/);
  await assert.rejects(trees.of(metadata, rule), /Remove times from the query/);
  await assert.rejects(readRuleQuery({ metadata }, organization, settings), /Remove times/);
  await assert.rejects(readRuleQuery({ metadata }, other.id, settings), /Unknown macro `bad`/);
});

function macroRow(organization: string) {
  return {
    id: 'mac_bad',
    organization_id: organization,
    name: 'bad',
    argument_count: 0,
    arguments: '[]',
    definition: 'level=error',
    description: '',
    is_eval: 0,
    validation: null,
    error_message: null,
    version: 1,
    created_by: 'ada@example.com',
    created_at: 0,
    updated_by: 'ada@example.com',
    updated_at: 0,
  };
}
