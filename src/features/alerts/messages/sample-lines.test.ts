/** What is asked for the lines of an incident, from a store that only answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { readSamples } from './read-samples.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const ORGANIZATION = organizationId('org_a');
const IDS = ['00000000000000aa', '00000000000000bb', '00000000000000cc'];

function start(isAway = false) {
  const { search, asked } = answeringStore({ now: NOW }, () => {
    if (isAway) throw new TypeError('away');
    return [];
  });
  const told: unknown[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object, text: string) => void told.push([fields, text]),
  };
  const read = (ids: readonly string[], linesMax = 3, { signal } = new AbortController()) => {
    const facts = { id: 'inc_1', events_from: NOW - 300_500, sample_ids: JSON.stringify(ids) };
    const incident = facts as unknown as AlertIncidentRow;
    return readSamples({ search, log }, ORGANIZATION, incident, linesMax, signal);
  };
  return { read, asked, told };
}

test('as many events are asked for as lines are shown', async () => {
  const { read, asked } = start();

  await read(IDS, 2);

  const values = asked[0]?.values ?? [];
  assert.equal(asked.length, 1);
  assert.deepEqual(
    IDS.map((id) => values.some((value) => value.includes(id))),
    [true, true, false],
  );
});

test('what is no id of an event is not asked for', async () => {
  const { read, asked } = start();

  for (const id of ['', 'x', '00000000000000a', '00000000000000aaa', '00000000000000AA']) {
    assert.deepEqual(await read([id]), []);
  }
  assert.deepEqual(await read(IDS, 0), []);
  assert.equal(asked.length, 0);
});

test('a failure is told with its name, unless whoever asks has gone', async () => {
  const { read, told } = start(true);

  assert.deepEqual(await read(IDS), []);
  assert.equal(told.length, 1);
  const [[fields, text]] = told as [[{ incident: string; reason: string }, string]];
  assert.equal(fields.incident, 'inc_1');
  assert.equal(text, 'alert notification sent without log lines');
  const gone = new AbortController();
  gone.abort();
  await assert.rejects(read(IDS, 3, gone), { name: 'AbortError' });
  assert.equal(told.length, 1);
});
