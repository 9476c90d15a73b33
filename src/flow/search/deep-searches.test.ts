/** Searches of many commands, as apps of other products have them: planned in time, and by nothing that data says. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 10, 15);

onBothEngines((engine) => {
  const opened = openSearch({ now: NOW, engine }).then(async (tested) => {
    await tested.insert([
      {
        timestamp: NOW - 1_000,
        body: 'x y',
        attributes: [
          ['a', '1'],
          ['x=1 | collect index=main | eval y', '2'],
        ],
      },
    ]);
    return tested;
  });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });

  test('a list that is zipped again and again, taken apart and compared is planned in time', async () => {
    const names = ['b', 'c', 'd', 'e'];
    const query = [
      '*',
      ...names.map((name) => `rex "(?<${name}>x)"`),
      names.map((name) => `search ${name}=*`).join(' | '),
      'eval all=mvzip(a, b)',
      ...names.slice(1).map((name) => `eval all=mvzip(all, ${name})`),
      'mvexpand all',
      'rex field=all "(?<first>.*),(?<second>.*),(?<third>.*)"',
      'convert mktime(second) AS at',
      'where isnull(at) OR at > 5',
      'table all, first, third',
    ].join(' | ');

    const rows = await (await opened).rows(query);

    assert.deepEqual(rows, [{ all: '1,x,x,x,x', first: '1,x,x', third: 'x' }]);
  });

  test('the name of a field adds no command to the template of foreach', async () => {
    const found = (await opened).rows('* | foreach x* [eval <<FIELD>>=1]');

    await assert.rejects(found, /`collect` isn’t supported in `foreach`/);
  });
});
