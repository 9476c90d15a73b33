import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRefreshing } from '../../../../test/support/dashboards/refresh-without-store.ts';
import { refreshMessages } from './tell-refresh.ts';

const table = (id: string, query: string) => ({ id, kind: 'table', x: 0, y: 0, w: 4, h: 4, query });

test('only the panels that are asked for are refreshed', async () => {
  const { data, asked } = startRefreshing();
  const panels = [
    table('a', 'x=one | stats count'),
    { ...table('b', 'x=two | stats count'), y: 4 },
  ];

  assert.deepEqual(Object.keys((await data(panels, {}, { panels: ['b'] })).panels), ['b']);
  assert.equal(asked.length, 1);
  await assert.rejects(data(panels, {}, { panels: ['z'] }), { code: 'VALIDATION_ERROR' });
});

test('over the wire every part is a message of its own', async () => {
  const { begin } = startRefreshing();
  const variables = [{ name: 't', type: 'text', default: 'z' }];
  const annotations = [{ name: 'i', source: 'incidents' }];
  const messages: string[] = [];
  for await (const message of refreshMessages(
    await begin([table('a', 'x=one | stats count')], { variables, annotations }),
  )) {
    messages.push(
      message.replace(/"elapsedMs":[\d.]+/g, '"elapsedMs":0').replace(/"tag":"\w+"/, '"tag":""'),
    );
  }

  assert.deepEqual(messages.toSorted(), [
    'event: annotations\ndata: {"name":"i","color":1,"isGrouped":false,"marks":[]}\n\n',
    'event: done\ndata: {"statements":1,"cached":0,"elapsedMs":0}\n\n',
    'event: panel\n' +
      'data: {"id":"a","tag":"","columns":[{"name":"count","type":"number"}],"rows":[{"count":5}],"from":"2026-01-14T12:00:00.000Z","to":"2026-01-15T12:00:00.000Z","computedAt":"2026-01-15T12:00:03.333Z","stale":false,"limits_applied":[],"cost":{"scannedRows":0,"scannedBytes":0,"elapsedMs":0,"sharedBy":1}}\n' +
      '\n',
    'event: start\n' +
      'data: {"version":3,"now":"2026-01-15T12:00:00.000Z","from":"2026-01-14T12:00:00.000Z","to":"2026-01-15T12:00:00.000Z","timeZone":"UTC","freshSeconds":60,"statements":1}\n' +
      '\n',
    'event: variables\ndata: {"name":"t","values":["z"],"options":[],"isCut":false}\n\n',
  ]);
});
