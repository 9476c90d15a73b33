import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { PANEL_KINDS } from '../../../../../src/spec/dashboards.ts';
import { isDefinition } from '../../../../../test/support/dashboards/dashboards.ts';
import { overlaps } from '../../../query/panel/free-place.ts';
import { askedDefinition } from './asked-definition.ts';
import {
  asDefinition,
  asKind,
  withCopies,
  withNewPanel,
  withoutPanel,
  withPanel,
} from './change-draft.ts';
import { fillDefinition } from './fill-definition.ts';
import { readPanels, writePanels } from './panel-text.ts';

const empty = fillDefinition({ schema: 1, name: 'Empty' });
const full = PANEL_KINDS.reduce((draft, kind) => withNewPanel(draft, kind).draft, empty);

function panelOf(id: string): CompletePanel {
  const panel = full.panels.find((each) => each.id === id);
  assert.ok(panel);
  return panel;
}

test('a new panel of every kind is one the platform takes, and none lies on another', () => {
  assert.ok(isDefinition(asDefinition(full)));
  for (const [at, panel] of full.panels.entries()) {
    assert.ok(!full.panels.slice(at + 1).some((other) => overlaps(panel, other)));
  }
});

test('every kind becomes every other, and stays one the platform takes', () => {
  for (const panel of full.panels) {
    for (const kind of PANEL_KINDS) {
      const draft = withPanel(full, asKind(panel, kind));
      assert.ok(isDefinition(asDefinition(draft)), `${panel.kind} → ${kind}`);
    }
  }
});

test('another kind keeps title, query, thresholds and unit', () => {
  const value = {
    ...panelOf('p2'),
    title: 'Failed',
    query: 'level=error | stats count',
    thresholds: [{ from: 10, state: 'critical' }],
    options: { ...panelOf('p2').options, unit: 'ms' },
  } as CompletePanel;

  const bars = asKind(value, 'bars');

  assert.equal(bars.kind, 'bars');
  assert.deepEqual({ ...bars, options: undefined }, { ...value, kind: 'bars', options: undefined });
  assert.deepEqual(bars.options, { top: 10, unit: 'ms' });
});

test('copies have ids and places of their own', () => {
  const { draft, ids } = withCopies(full, [panelOf('p1'), panelOf('p2')]);

  assert.deepEqual(ids, ['p12', 'p13']);
  assert.ok(isDefinition(asDefinition(draft)));
  assert.equal(new Set(draft.panels.map(({ id }) => id)).size, 13);
});

test('a deleted panel leaves no gap', () => {
  const draft = withoutPanel(full, 'p1');

  assert.ok(!draft.panels.some(({ id }) => id === 'p1'));
  assert.equal(Math.min(...draft.panels.map(({ y }) => y)), 0);
});

test('panels go through text and come back as they were, without ids and places', () => {
  const text = writePanels([panelOf('p1')]);

  const back = readPanels(text);

  assert.deepEqual(back, [{ ...panelOf('p1'), id: 'pasted', x: 0, y: 0 }]);
  assert.equal(readPanels(JSON.stringify(full))?.length, PANEL_KINDS.length);
});

test('a text that holds no panels is refused', () => {
  for (const text of ['', 'hello', '{}', '[]', '{"kind":"nope"}', '{"kind":"table"}', '[1]']) {
    assert.equal(readPanels(text), undefined, text);
  }
});

test('what a text adds of its own does not come along', () => {
  const [panel] = readPanels('{"kind":"text","evil":1,"w":99,"h":-3}') ?? [];

  assert.deepEqual(panel, {
    id: 'pasted',
    kind: 'text',
    title: '',
    description: '',
    x: 0,
    y: 0,
    w: 24,
    h: 2,
    options: { markdown: '' },
  });
});

test('titles, places and looks ask nothing; queries and numbers of rows do', () => {
  const asked = JSON.stringify(askedDefinition(full));
  const looks = full.panels.map((panel) => ({ ...panel, title: 'Other', y: panel.y + 100 }));
  const [series, ...others] = full.panels;
  assert.equal(series?.kind, 'timeseries');

  const same = askedDefinition({ ...full, name: 'Other', panels: looks });
  const style = { ...series, options: { ...series.options, style: 'bars' } } as CompletePanel;
  const query = { ...series, query: 'level=error | timechart count' } as CompletePanel;

  assert.equal(JSON.stringify(same), asked);
  assert.equal(JSON.stringify(askedDefinition({ ...full, panels: [style, ...others] })), asked);
  assert.notEqual(JSON.stringify(askedDefinition({ ...full, panels: [query, ...others] })), asked);
});

test('what is asked is a definition the platform takes', () => {
  assert.ok(isDefinition(askedDefinition(full)));
});
