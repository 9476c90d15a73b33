import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import {
  type CompleteDefinition,
  completeDefinition,
  type CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { mergeDefinitions } from './merge-definitions.ts';

function definitionOf(definition: DashboardDefinition): CompleteDefinition {
  return completeDefinition(definition);
}

function panel(id: string, y: number, more: object = {}): CompletePanel {
  const place = { x: 0, y, w: 24, h: 4 };
  const { panels } = definitionOf({
    schema: 1,
    name: 'One',
    panels: [{ id, kind: 'table', ...place, query: '*', ...more }],
  });
  const [only] = panels;
  assert.ok(only);
  return only;
}

const base: CompleteDefinition = {
  ...definitionOf({
    schema: 1,
    name: 'Checkout',
    variables: [
      { name: 'region', type: 'text' },
      { name: 'host', type: 'text' },
    ],
  }),
  panels: [panel('a', 0), panel('b', 4)],
};

function withPanels(...panels: CompletePanel[]): CompleteDefinition {
  return { ...base, panels };
}

test('changes of different panels come together without a question', () => {
  const mine = withPanels(panel('a', 0, { title: 'Mine' }), panel('b', 4));
  const theirs = withPanels(panel('a', 0), panel('b', 4, { query: 'level=error' }));

  const merge = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(merge.conflicts, []);
  assert.deepEqual(merge.definition.panels, [
    panel('a', 0, { title: 'Mine' }),
    panel('b', 4, { query: 'level=error' }),
  ]);
});

test('the same panel changed on both sides asks, and either answer is taken', () => {
  const mine = withPanels(panel('a', 0, { title: 'Mine' }), panel('b', 4));
  const theirs = withPanels(panel('a', 0, { title: 'Theirs' }), panel('b', 4));

  const merge = mergeDefinitions({ base, mine, theirs });
  const decided = mergeDefinitions({ base, mine, theirs }, { 'panels:a': 'theirs' });

  assert.deepEqual(
    merge.conflicts.map(({ key }) => key),
    ['panels:a'],
  );
  assert.equal(merge.definition.panels[0]?.title, 'Mine');
  assert.equal(decided.definition.panels[0]?.title, 'Theirs');
});

test('the same change on both sides is no conflict', () => {
  const both = withPanels(panel('a', 0, { title: 'Same' }), panel('b', 4));

  assert.deepEqual(mergeDefinitions({ base, mine: both, theirs: both }).conflicts, []);
});

test('moving a panel and changing what it shows go together', () => {
  const mine = withPanels(panel('a', 4), panel('b', 0));
  const theirs = withPanels(panel('a', 0, { title: 'Theirs' }), panel('b', 4));

  const merge = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(merge.conflicts, []);
  assert.deepEqual(merge.definition.panels, [panel('a', 4, { title: 'Theirs' }), panel('b', 0)]);
});

test('panels that both sides put at the same place do not lie on each other', () => {
  const mine = withPanels(...base.panels, panel('mine', 8));
  const theirs = withPanels(...base.panels, panel('theirs', 8));

  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(conflicts, []);
  assert.deepEqual(definition.panels.map(({ id, y }) => `${id}@${y}`).toSorted(), [
    'a@0',
    'b@4',
    'mine@8',
    'theirs@12',
  ]);
});

test('deleting what the other side changed asks; deleting what it only moved does not', () => {
  const deleted = withPanels(panel('b', 0));
  const changed = withPanels(panel('a', 0, { title: 'Kept' }), panel('b', 4));
  const moved = withPanels(panel('a', 4), panel('b', 0));

  const asked = mergeDefinitions({ base, mine: deleted, theirs: changed });
  const quiet = mergeDefinitions({ base, mine: deleted, theirs: moved });

  assert.deepEqual(
    asked.conflicts.map(({ key, mine }) => [key, mine]),
    [['panels:a', undefined]],
  );
  assert.deepEqual(
    mergeDefinitions({ base, mine: deleted, theirs: changed }, { 'panels:a': 'theirs' }).definition
      .panels.length,
    2,
  );
  assert.deepEqual(quiet.conflicts, []);
  assert.deepEqual(
    quiet.definition.panels.map(({ id }) => id),
    ['b'],
  );
});

test('settings are elements of their own', () => {
  const mine = { ...base, name: 'Mine', refreshSeconds: 60 as const };
  const theirs = { ...base, name: 'Theirs', description: 'Told by them' };

  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(
    conflicts.map(({ key, theirs: other }) => [key, other]),
    [['setting:name', 'Theirs']],
  );
  assert.equal(definition.description, 'Told by them');
  assert.equal(definition.refreshSeconds, 60);
});

test('variables keep an order in which a new one stands behind what it stood behind', () => {
  const [region, host] = base.variables;
  assert.ok(region && host);
  const mine = { ...base, variables: [region, { ...host, name: 'mine' }, host] };
  const theirs = { ...base, variables: [region, host, { ...host, name: 'theirs' }] };

  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    definition.variables.map(({ name }) => name),
    ['region', 'mine', 'host', 'theirs'],
  );
});

test('a variable that one side deleted is gone, one that only they deleted too', () => {
  const [region, host] = base.variables;
  const mine = { ...base, variables: host === undefined ? [] : [host] };
  const theirs = { ...base, variables: region === undefined ? [] : [region] };

  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });

  assert.deepEqual(conflicts, []);
  assert.deepEqual(definition.variables, []);
});
