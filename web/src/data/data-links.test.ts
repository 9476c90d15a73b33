import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataLink } from '../../../src/contract/data-links.ts';
import { linksOf } from './data-links.ts';

const link = (name: string, field: string, url: string): DataLink => ({
  id: `lnk_${name}`,
  name,
  description: '',
  field,
  url,
  version: 1,
  createdBy: '',
  createdAt: '',
  updatedBy: '',
  updatedAt: '',
});
const ALL = [
  link('Tempo', 'trace_id', 'https://tempo.example.com/{trace_id}'),
  link('Jaeger', 'trace_id', 'https://jaeger.example.com/{service}/{trace_id}'),
  link('Runbook', 'host', 'https://wiki.example.com/{host}'),
];

test('the links of a field come by name, filled with values of the row', () => {
  assert.deepEqual(linksOf(ALL, { trace_id: 'a b', service: 'x' }, 'trace_id'), [
    {
      id: 'lnk_Jaeger',
      name: 'Jaeger',
      href: 'https://jaeger.example.com/x/a%20b',
      host: 'jaeger.example.com',
    },
    {
      id: 'lnk_Tempo',
      name: 'Tempo',
      href: 'https://tempo.example.com/a%20b',
      host: 'tempo.example.com',
    },
  ]);
  assert.deepEqual(
    linksOf(ALL, { trace_id: 7 }, 'trace_id').map(({ name }) => name),
    ['Tempo'],
  );
});

test('without a value of its own there is no link', () => {
  for (const trace_id of [undefined, null, '', ['a', 'b'], { a: 1 }]) {
    assert.deepEqual(linksOf(ALL, { trace_id }, 'trace_id'), []);
  }
  assert.deepEqual(linksOf(ALL, {}, 'trace_id'), []);
  assert.deepEqual(linksOf([link('x', 'toString', 'https://a.b/{toString}')], {}, 'toString'), []);
});
