import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../../src/language/index.ts';
import { isDefinition } from '../../../../../test/support/dashboards/dashboards.ts';
import { overlaps } from '../../../query/panel/free-place.ts';
import { templatesFor } from './templates.ts';

const field = (name: string, distinct = 5) => ({ name, count: 10, distinct, values: [] });

const RICH = {
  fields: ['level', 'service.name', 'http.status_code', 'duration_ms', 'path'].map((name) =>
    field(name),
  ),
};

test('what is offered can be saved: whole definitions, readable queries, no panel on another', () => {
  const templates = [
    ...templatesFor(RICH),
    ...templatesFor({ fields: [field('level')] }),
    ...templatesFor({ fields: [field('status')] }),
  ];

  for (const { definition } of templates) {
    assert.ok(isDefinition(definition), definition.name);
    const variables = new Map([['sender', { values: ['x'] }]]);
    const panels = definition.panels ?? [];
    for (const panel of panels) {
      const text = 'query' in panel ? (panel.query ?? '') : '';
      assert.deepEqual(parse(text, { variables }).diagnostics, [], text);
    }
    for (const panel of panels) {
      assert.deepEqual(
        panels.filter((other) => overlaps(other, panel)),
        [panel],
      );
    }
  }
  assert.equal(templates.length, 5);
});

test('only what fits the fields is offered', () => {
  assert.deepEqual(
    templatesFor(RICH).map(({ title }) => title),
    ['Errors', 'Requests', 'Sources'],
  );
  assert.deepEqual(templatesFor({ fields: [] }), []);
  assert.deepEqual(templatesFor({ fields: [field('host', 1_001)] }), []);
  assert.equal(templatesFor({ fields: [field('host', 1_000)] }).length, 1);
});
