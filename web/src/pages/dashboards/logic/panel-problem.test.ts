/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillDefinition, fillPanel } from './fill-definition.ts';
import { panelProblem } from './panel-problem.ts';

const around = fillDefinition({
  schema: 1,
  name: 'One',
  variables: [{ name: 'span', type: 'interval' }],
  searches: [{ id: 'web', query: '* | stats count' }],
});

function problemOf(more: object): string | undefined {
  const panel = fillPanel({ id: 'p', kind: 'table', x: 0, y: 0, w: 4, h: 4, query: '*' });
  return panelProblem({ ...panel, ...more }, around)?.field;
}

test('a panel that can be shown has no problem', () => {
  assert.equal(problemOf({}), undefined);
  assert.equal(problemOf({ query: '* | timechart span=$span$ count' }), undefined);
  assert.equal(problemOf({ query: null, search: 'web', then: 'sort -count' }), undefined);
  assert.equal(problemOf({ link: { url: 'https://example.com/{path}' } }), undefined);
});

test('what cannot be read is told with its place', () => {
  assert.equal(problemOf({ query: ' ' }), 'query');
  assert.equal(problemOf({ query: '* | stat' }), 'query');
  assert.equal(problemOf({ query: '* | timechart span=$other$ count' }), 'query');
  assert.equal(problemOf({ query: null, search: 'gone' }), 'search');
  assert.equal(problemOf({ query: null, search: 'web', then: 'nope' }), 'then');
  assert.equal(problemOf({ link: { url: 'http://example.com' } }), 'link');
  assert.equal(problemOf({ link: { dashboard: '', variables: {} } }), 'link');
});

test('what has no query has no problem', () => {
  const text = fillPanel({ id: 'p', kind: 'text', x: 0, y: 0, w: 4, h: 4 });

  assert.equal(panelProblem(text, around), undefined);
});
