/** How much panels show, and how much a node remembers: both sides. */
/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { shown, startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';
import { annotationStatement } from './annotations.ts';
import { createAnswerCache } from './answer-cache.ts';
import { planPanel, type QueryPanel } from './plan-panel.ts';
import { openScope } from './refresh-scope.ts';
import { showPanel } from './show-panel.ts';

const limits = LIMITS.dashboards;
const store = await openTestStore();
const moment = {
  now: Date.UTC(2026, 10, 15),
  zone: openZone('UTC') ?? assert.fail(),
  earliest: '-24h',
  latest: 'now',
};

function panelOf(kind: string, query = '* | stats count BY a'): QueryPanel {
  const panel = { id: 'p', kind, x: 0, y: 0, w: 2, h: 2, query } as DashboardPanel;
  const [found] = completeDefinition(dashboardOf([panel])).panels;
  assert.ok(found !== undefined && 'query' in found);
  return found;
}

function resultOf(columns: readonly string[], rows: SearchResult['rows']): SearchResult {
  return {
    columns: columns.map((name, at) => ({ name, type: at === 0 ? 'text' : 'number' })),
    rows,
    stats: { scannedRows: 0, scannedBytes: 0, elapsedMs: 0 },
    truncated: false,
    limits_applied: [],
    warnings: [],
  };
}

function show(kind: string, result: SearchResult) {
  const panel = panelOf(kind);
  const { shown: statement } = planPanel(panel, [], new Map(), moment);
  return showPanel(panel, statement, { shown: { result, computedAt: 0 } }, false, 1);
}

test('a chart has so many series, and says when there are more', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);
  const fits = show('timeseries', resultOf(['_time', ...names(limits.seriesMax)], []));
  const over = show('timeseries', resultOf(['_time', ...names(limits.seriesMax + 1)], []));

  assert.deepEqual([fits.columns.length, fits.limits_applied], [limits.seriesMax + 1, []]);
  assert.equal(over.columns.length, limits.seriesMax + 1);
  assert.deepEqual(
    over.limits_applied.map(({ limit }) => limit),
    ['series'],
  );
});

test('a share has so many slices and one for the rest', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ a: `${at}`, n: 1 }));
  const labelsOf = (count: number) =>
    show('share', resultOf(['a', 'n'], rows(count))).rows.map((row) => (row as { a: string }).a);

  assert.equal(labelsOf(limits.slicesMax).includes('Other'), false);
  assert.equal(labelsOf(limits.slicesMax).length, limits.slicesMax);
  assert.equal(labelsOf(limits.slicesMax + 1).at(-1), 'Other');
  const notes = (count: number) => show('bars', resultOf(['a', 'n'], rows(count))).limits_applied;
  assert.equal(notes(limits.labelsMax - 1).length, 0);
  assert.equal(notes(limits.labelsMax).length, 1);
});

test('each kind asks for as many rows as it can show', () => {
  const rowsMax = (kind: string) => planPanel(panelOf(kind), [], new Map(), moment).shown.rowsMax;
  const annotation = { name: 'a', source: 'query', query: '*', color: 1 } as const;

  assert.deepEqual(
    ['value', 'bars', 'share', 'heatmap', 'table', 'logs', 'patterns', 'timeseries'].map(rowsMax),
    [
      1,
      limits.labelsMax,
      limits.labelsMax,
      limits.cellsMax,
      limits.tableRowsMax,
      limits.logRowsDefault,
      limits.patternsDefault,
      LIMITS.query.rowsMax,
    ],
  );
  const marks = annotationStatement(annotation, new Map(), moment);
  assert.equal(marks.rowsMax, limits.annotationsReadMax);
});

test('a shared search has so many rows, and panels built on it say when there are more', async (t) => {
  const { access, make, data } = await startDashboards(t, store);
  const { owner } = await access.newOrganization();
  const place = { x: 0, w: 4, h: 2 };
  const definition = (count: number) =>
    dashboardOf(
      [
        {
          id: 'n',
          kind: 'value',
          ...place,
          y: 0,
          search: 's',
          then: 'stats count',
          options: { compare: 'none' },
        },
      ],
      { searches: [{ id: 's', query: `| makeresults count=${count} | eval n=1 | table n` }] },
    );
  for (const [count, noted] of [
    [limits.sharedRowsMax, []],
    [limits.sharedRowsMax + 1, ['rows']],
  ] as const) {
    const { panels } = await data(owner, await make(owner, definition(count)));
    const answer = shown(panels['n']);
    assert.deepEqual(answer.rows, [{ count: limits.sharedRowsMax }]);
    assert.deepEqual(
      answer.limits_applied.map(({ limit }) => limit),
      noted,
    );
  }
});

test('a statement has its time, which no operator makes longer', async (t) => {
  const { access, needs } = await startDashboards(t, store);
  const { owner } = await access.newOrganization();
  const terms = { actor: owner.actor, mayShowRaw: true, countRate: async () => {} };
  const definition = completeDefinition(dashboardOf());
  for (const [set, held] of [
    [limits.statementMsMax + 1, limits.statementMsMax],
    [limits.statementMsMax - 1, limits.statementMsMax - 1],
  ] as const) {
    const query = { ...needs.limits.query, timeoutMsMax: set };
    const search = { ...needs, limits: { ...needs.limits, query } };
    const { asker } = await openScope(search, terms, definition, {});
    assert.equal(asker.search.limits.query.timeoutMsMax, held);
  }
});

test('a node remembers so much, of one answer and one organization so much', () => {
  const { cacheBytesMax, cacheEntryBytesMax, cacheOrganizationDivisor } = limits;
  const share = cacheBytesMax / cacheOrganizationDivisor;
  const cache = createAnswerCache({
    bytesMax: cacheBytesMax,
    entryBytesMax: cacheEntryBytesMax,
    organizationBytesMax: share,
  });
  const answer = (characters: number) => ({
    result: resultOf(['a'], [{ a: 'x'.repeat(characters) }]),
    computedAt: 0,
  });
  const set = (organization: string, key: string, characters: number): boolean => {
    cache.set(organization, key, `w${key}`, answer(characters));
    return cache.get(key) !== undefined;
  };

  assert.ok(set('a', 'small', cacheEntryBytesMax / 2 - 500));
  assert.ok(!set('a', 'large', cacheEntryBytesMax / 2));
  for (let at = 0; at < 40; at += 1) set('a', `a${at}`, cacheEntryBytesMax / 2 - 500);
  assert.ok(cache.bytes('a') <= share && cache.bytes('a') > share - cacheEntryBytesMax);
  assert.equal(cache.get('small'), undefined);
  assert.equal(cache.lastOf('wsmall'), undefined);
  for (const organization of ['b', 'c', 'd', 'e']) {
    for (let at = 0; at < 40; at += 1) {
      set(organization, `${organization}${at}`, cacheEntryBytesMax / 2 - 500);
    }
  }
  assert.ok(
    cache.bytes() <= cacheBytesMax && cache.bytes() > cacheBytesMax - 2 * cacheEntryBytesMax,
  );
  assert.ok(cache.bytes('e') > share - cacheEntryBytesMax);
  assert.ok(cache.get('e39') !== undefined && cache.lastOf('we39') !== undefined);
});
