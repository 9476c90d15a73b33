import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layerNodes } from './layer-nodes.ts';

function places(ids: string, edges: string): Record<string, string> {
  const pairs = edges === '' ? [] : edges.split(' ');
  const list = pairs.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));
  const nodes = layerNodes(ids.split(''), list);
  return Object.fromEntries(nodes.map(({ id, layer, row }) => [id, `${layer}.${row}`]));
}

test('whoever depends stands left of everything it depends on, by the longest way', () => {
  assert.deepEqual(places('abc', 'ab bc ac'), { a: '0.0', b: '1.0', c: '2.0' });
});

test('nodes stand near those they are tied to, and each has a place of its own', () => {
  // Without sorting, the lines of a and b would cross.
  const nodes = places('abcd', 'ad bc');
  assert.equal(nodes['a']?.charAt(2) === nodes['d']?.charAt(2), true);
  assert.equal(nodes['b']?.charAt(2) === nodes['c']?.charAt(2), true);
  assert.equal(new Set(Object.values(nodes)).size, 4);
});

test('circles, edges to oneself and to nobody end somewhere', () => {
  const circle = places('abc', 'ab bc ca');
  assert.deepEqual(circle, { a: '0.0', b: '1.0', c: '2.0' });
  assert.deepEqual(places('ab', 'aa ax xb'), { a: '0.0', b: '0.1' });
  assert.deepEqual(places('', ''), {});
});

test('a way of 500 services has 500 layers', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `s${at}`);
  const edges = ids.slice(1).map((id, at) => ({ from: ids[at] ?? '', to: id }));

  const layers = layerNodes(ids, edges).map(({ layer }) => layer);

  assert.deepEqual(
    layers,
    ids.map((_, at) => at),
  );
});
