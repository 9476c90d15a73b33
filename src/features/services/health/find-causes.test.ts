import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceRow, ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ServiceState } from '../../../spec/services.ts';
import { drawMap, findCauses } from './find-causes.ts';

type Known = Readonly<Record<string, readonly [state: ServiceState, since: number]>>;

function around(known: Known, edges: readonly (readonly [from: string, to: string])[]) {
  const ids = Object.keys(known);
  const services = ids.map((id): ServiceRow => {
    return {
      id,
      organization_id: 'org_a',
      name: `the ${id}`,
      version: 1,
      selector: '*',
      owner: null,
      tier: 3,
      links: '[]',
      tags: '[]',
      created_by: '',
      created_at: 0,
      updated_at: 0,
    };
  });
  const runs = ids.map((id): [string, ServiceRunRow] => {
    const [state = 'unknown', since = 0] = known[id] ?? [];
    const due = { due_at: null, lease_until: null, claimed_by: null, fence: 0, attempts: 0 };
    const run = { id, organization_id: 'org_a', state, score: 0, state_since: since };
    return [id, { ...run, summed_day: null, ...due }];
  });
  const dependencies = edges.map(([from, to]) => ({
    service_id: from,
    organization_id: 'org_a',
    depends_on: to,
  }));
  return { services, runs: new Map(runs), dependencies };
}

test('only what is bad, and was so before, is a cause; by way of bad ones alone', () => {
  const known = {
    shop: ['degraded', 100],
    before: ['critical', 50],
    deeper: ['degraded', 20],
    after: ['critical', 101],
    well: ['healthy', 10],
    behind: ['critical', 10],
  } as const;
  const surroundings = around(known, [
    ['shop', 'before'],
    ['before', 'deeper'],
    ['shop', 'after'],
    ['shop', 'well'],
    ['well', 'behind'],
  ]);

  assert.deepEqual(
    findCauses('shop', surroundings).map(({ service, state }) => [service, state]),
    [
      ['the deeper', 'degraded'],
      ['the before', 'critical'],
    ],
  );
  assert.deepEqual(findCauses('well', surroundings), []);
});

test('circles end, are shown, and many causes are cut', () => {
  const many = Array.from({ length: LIMITS.services.causesMax + 1 }, (_, at) => `s${at}`);
  const known = Object.fromEntries(
    ['shop', ...many].map((id, at) => [id, ['critical', 1_000 - at]]),
  ) as Known;
  const edges = many.map((id) => ['shop', id] as const);
  const surroundings = around(known, [...edges, ['s0', 'shop'], ['s1', 's2']]);

  assert.equal(findCauses('shop', surroundings).length, LIMITS.services.causesMax);
  const circles = drawMap(surroundings).nodes.filter(({ isInCircle }) => isInCircle);
  assert.deepEqual(
    circles.map(({ id }) => id),
    ['shop', 's0'],
  );
});
