import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  countSilences,
  findSilenceRow,
  insertSilence,
  readSilences,
  readSilencesAt,
  removeSilence,
  removeSilencesBefore,
  updateSilence,
} from '../tables/alert-silences-table.ts';

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

async function open(t: Parameters<typeof openAlertTables>[0]) {
  const tables = await openAlertTables(t);
  const { putSilence } = tables;
  await putSilence({ id: 'als_2', starts_at: 10, ends_at: 20, created_at: 1 });
  await putSilence({ id: 'als_1', starts_at: 10, ends_at: 20, created_at: 1 });
  await putSilence({ id: 'als_always', starts_at: 10, ends_at: null, created_at: 0 });
  await putSilence({ id: 'als_theirs', starts_at: 10, ends_at: 20, organization_id: THEIRS });
  return tables;
}

test('silences hold from their beginning until before their end, the oldest first', async (t) => {
  const { metadata } = await open(t);
  const holding = async (at: number) => idsOf(await readSilencesAt(metadata, OURS, at));

  assert.deepEqual(await holding(9), []);
  assert.deepEqual(await holding(10), ['als_always', 'als_1', 'als_2']);
  assert.deepEqual(await holding(19), ['als_always', 'als_1', 'als_2']);
  assert.deepEqual(await holding(20), ['als_always']);
});

test('silences are listed newest first, found and counted, and of one organization', async (t) => {
  const { metadata } = await open(t);
  const page = { limit: 9, after: undefined };

  assert.deepEqual(idsOf(await readSilences(metadata, OURS, page)), [
    'als_2',
    'als_1',
    'als_always',
  ]);
  assert.equal((await findSilenceRow(metadata, OURS, 'als_1'))?.id, 'als_1');
  assert.equal(await findSilenceRow(metadata, OURS, 'als_theirs'), undefined);
  assert.equal(await countSilences(metadata, OURS, 19, ''), 3);
  assert.equal(await countSilences(metadata, OURS, 20, ''), 1);
  assert.equal(await countSilences(metadata, OURS, 19, 'als_1'), 2);
});

test('one silence is changed or removed, and of one organization', async (t) => {
  const { metadata } = await open(t);
  const versions = async () =>
    (await readSilences(metadata, OURS, { limit: 9, after: undefined })).map(
      ({ id, version }) => `${id} ${version}`,
    );
  const [none, gone] = await metadata.transaction(async (unit) => {
    await updateSilence(unit, OURS, 'als_1', { version: 2 });
    await updateSilence(unit, THEIRS, 'als_2', { version: 2 });
    return [
      await removeSilence(unit, THEIRS, 'als_2'),
      await removeSilence(unit, OURS, 'als_always'),
    ];
  });
  const changed = await versions();
  await metadata.transaction((unit) => insertSilence(unit, gone ?? assert.fail()));

  assert.equal(none, undefined);
  assert.deepEqual(changed, ['als_2 1', 'als_1 2']);
  assert.deepEqual(await versions(), ['als_2 1', 'als_1 2', 'als_always 1']);
});

test('what ended before a time is removed, and of one organization', async (t) => {
  const { metadata } = await open(t);
  const left = async (before: number) => {
    await metadata.transaction((unit) => removeSilencesBefore(unit, OURS, before));
    return idsOf(
      await metadata.db.selectFrom('alert_silences').select('id').orderBy('id').execute(),
    );
  };

  assert.equal((await left(20)).length, 4);
  assert.deepEqual(await left(21), ['als_always', 'als_theirs']);
});
