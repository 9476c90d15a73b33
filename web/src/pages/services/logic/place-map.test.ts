import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceMap } from '../../../../../src/contract/service-health.ts';
import { tiesOf } from './map-ties.ts';
import { NODE_HEIGHT, NODE_WIDTH, placeMap, stepFrom } from './place-map.ts';

function mapOf(names: string, edges: string): ServiceMap {
  return {
    nodes: names.split(' ').map((id) => ({
      id,
      name: id,
      tier: 3,
      state: id === 'payments' ? 'critical' : 'healthy',
      score: 100,
      since: null,
      isInCircle: false,
    })),
    edges: edges.split(' ').map((edge) => {
      const [from = '', to = ''] = edge.split('>');
      return { from, to };
    }),
    isCut: false,
  };
}

const MAP = mapOf(
  'gateway checkout payments inventory',
  'gateway>checkout gateway>inventory checkout>payments checkout>inventory checkout>gone',
);

test('services stand beside each other, never on each other, and all within the drawing', () => {
  const { nodes, edges, width, height } = placeMap(MAP);

  assert.equal(nodes.length, 4);
  assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, 4);
  for (const { x, y } of nodes) {
    assert.ok(x >= 0 && x + NODE_WIDTH <= width && y >= 0 && y + NODE_HEIGHT <= height);
  }
  // What leads to a service that is gone is not drawn.
  assert.equal(edges.length, 4);
  assert.equal(edges.find(({ to }) => to === 'payments')?.look, 'critical');
});

test('arrow keys lead along the lines, and up and down within a layer', () => {
  const { nodes, edges } = placeMap(MAP);
  const step = (id: string, key: string) => stepFrom(nodes, edges, id, key);

  assert.equal(step('gateway', 'ArrowRight'), 'checkout');
  assert.equal(step('checkout', 'ArrowLeft'), 'gateway');
  assert.equal(step('gateway', 'ArrowLeft'), undefined);
  const below = step('payments', 'ArrowDown') ?? step('payments', 'ArrowUp');
  assert.equal(below, 'inventory');
  assert.equal(step('gateway', 'x'), undefined);
});

test('the same is told as a list', () => {
  const { dependsOn, usedBy } = tiesOf(MAP, 'checkout');

  assert.deepEqual(
    dependsOn.map(({ id }) => id),
    ['payments', 'inventory'],
  );
  assert.deepEqual(
    usedBy.map(({ id }) => id),
    ['gateway'],
  );
});
