import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, print } from '../../../language/index.ts';
import { type HealthPanel, healthStatement, showHealth } from './health-panel.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const panelOf = (services: string[], tag: string | null = null) =>
  ({ kind: 'health', options: { services, tag } }) as unknown as HealthPanel;

test('services are asked for by the last word on each, of the last three hours', () => {
  const zone = openZone('UTC') ?? assert.fail();
  const ask = (panel: HealthPanel) =>
    healthStatement(panel, { now: NOON, zone, earliest: '-7d', latest: '-6d' });
  const all = ask(panelOf([]));

  assert.equal(
    print(all.tree),
    'index=_kpi kind=service | stats latest(service) AS service, latest(state) AS state, latest(score) AS score, latest(reason) AS reason, latest(tier) AS tier, latest(tags) AS tags, max(_time) AS measured BY service_id | where state!="deleted" | eval score=if(state="unknown", null(), tonumber(score)), reason=if(state="healthy", null(), reason)',
  );
  assert.deepEqual(
    [all.range.from - NOON, all.range.to - NOON, all.rowsMax, all.isOfServices],
    [-10800000, 0, 500, true],
  );
  assert.match(print(ask(panelOf(['svc_a', 'no"'])).tree), / service_id IN \(svc_a, ""\)/);
});

test('the worst stand first, and those of which nothing was heard are unknown', () => {
  const row = (id: string, state: string, tags = ',shop,') => ({
    service_id: id,
    service: `the ${id}`,
    state,
    tags,
    score: 5,
  });
  const rows = [
    row('b', 'healthy'),
    row('a', 'healthy'),
    row('c', 'unknown', ',edge,'),
    row('d', 'critical'),
    row('e', 'degraded'),
  ];
  const show = (panel: HealthPanel, given: object[] = rows) =>
    showHealth(panel, { columns: [], rows: given } as never);
  const ids = (panel: HealthPanel): unknown[] => show(panel).rows.map((each) => each['service_id']);

  assert.deepEqual(ids(panelOf([])), ['d', 'e', 'c', 'a', 'b']);
  assert.deepEqual(ids(panelOf([], 'edge')), ['c']);
  assert.deepEqual(ids(panelOf(['a', 'x'], 'edge')), ['d', 'e', 'x', 'c', 'a', 'b']);
  assert.deepEqual(show(panelOf(['x']), []), {
    columns: [
      { name: 'service_id', type: 'text' },
      { name: 'service', type: 'text' },
      { name: 'state', type: 'text' },
      { name: 'score', type: 'number' },
      { name: 'reason', type: 'text' },
      { name: 'measured', type: 'time' },
    ],
    rows: [
      {
        service_id: 'x',
        service: null,
        state: 'unknown',
        score: null,
        reason: null,
        measured: null,
      },
    ],
  });
  const many = Array.from({ length: 51 }, (_, at) => row(`s${at}`, 'healthy'));
  assert.equal(show(panelOf([]), many).rows.length, 50);
});
