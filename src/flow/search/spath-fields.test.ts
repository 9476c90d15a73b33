/** `spath` without a path: every value of a JSON text is a field. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 10, 18);

onBothEngines((engine) => {
  const opened = openSearch({ now: NOW, engine });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });
  let isFilled: Promise<void> | undefined;
  async function rows(query: string): Promise<Record<string, unknown>[]> {
    const search = await opened;
    isFilled ??= search.insert([
      {
        timestamp: NOW - 3_000,
        body: '{"user":{"name":"ada","roles":["admin","dev"]},"ms":12,"ok":true,"none":null}',
        attributes: [['host', 'h1']],
      },
      { timestamp: NOW - 2_000, body: '{"user":{"name":"bo"},"ms":30,"host":"from json"}' },
      {
        timestamp: NOW - 1_000,
        body: 'no json at all',
        attributes: [['payload', '{"a":{"b":7}}']],
      },
    ]);
    await isFilled;
    return search.rows(query);
  }

  test('a value is found by its path, wherever the query names it', async () => {
    assert.deepEqual(await rows('* | spath | stats sum(ms) AS ms by user.name'), [
      { 'user.name': 'ada', ms: 12 },
      { 'user.name': 'bo', ms: 30 },
    ]);
    assert.deepEqual(await rows('* | spath | where ms>20 | table user.name ok'), [
      { 'user.name': 'bo', ok: null },
    ]);
    assert.deepEqual(await rows('* | spath | search user.name=AD* | table ms'), [{ ms: 12 }]);
    assert.deepEqual(await rows('* | spath | mvexpand user.roles{} | table user.roles{}'), [
      { 'user.roles{}': null },
      { 'user.roles{}': null },
      { 'user.roles{}': 'admin' },
      { 'user.roles{}': 'dev' },
    ]);
  });

  test('fields of the event itself come first, and a limit in between changes nothing', async () => {
    assert.deepEqual(await rows('* | spath | head 2 | table host'), [
      { host: null },
      { host: 'from json' },
    ]);
    assert.deepEqual(await rows('* | spath | head 3 | stats count by host'), [
      { host: 'from json', count: 1 },
      { host: 'h1', count: 1 },
    ]);
  });

  test('another field may hold the JSON, also of rows that are no events', async () => {
    assert.deepEqual(await rows('* | spath input=payload | where a.b=7 | table a.b'), [
      { 'a.b': 7 },
    ]);
    assert.deepEqual(
      await rows('| makeresults | eval _raw="{\\"x\\":{\\"y\\":1}}" | spath | table x.y'),
      [{ 'x.y': 1 }],
    );
  });

  test('shown events have every value as a field', async () => {
    const [, second, first] = await rows('* | spath');
    assert.equal(first?.['user.name'], 'ada');
    assert.deepEqual(first?.['user.roles{}'], ['admin', 'dev']);
    assert.deepEqual([first?.['ms'], first?.['ok'], first?.['host']], [12, 'true', 'h1']);
    assert.ok(first !== undefined && !('none' in first));
    assert.equal(second?.['host'], 'from json');
    const kept = (await rows('* | spath | fields user*'))[2];
    assert.deepEqual(
      [kept?.['user.name'], kept?.['user.roles{}'], kept?.['ms'], kept?.['host']],
      ['ada', ['admin', 'dev'], undefined, undefined],
    );
    const rest = (await rows('* | spath | fields - user*'))[2];
    assert.deepEqual([rest?.['user.name'], rest?.['ms'], rest?.['host']], [undefined, 12, 'h1']);
    assert.deepEqual(await rows('* | spath | fields user* | stats count by user.name, ms'), []);
    assert.deepEqual(await rows('* | spath | table m* | stats sum(ms) AS ms'), [{ ms: 42 }]);
    const [left] = await rows('* | spath | fields - user.name | tail 1');
    assert.ok(left !== undefined && !('user.name' in left));
  });
});
