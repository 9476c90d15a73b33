import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS, THEIRS } from '../../../../test/support/alerts/alert-tables.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { findByToken, putAddress, readAddresses } from '../tables/alert-addresses-table.ts';
import {
  channelSecretKeepers,
  countChannels,
  findChannel,
  findChannels,
  insertChannel,
  readChannels,
  readFailingChannels,
  readFailingMailChannels,
  removeChannel,
  updateChannel,
} from '../tables/alert-channels-table.ts';

const idsOf = (rows: readonly AlertChannelRow[]): string[] => rows.map(({ id }) => id);

test('channels are read by name, by id, and of one organization', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', name: 'b' });
  await putChannel({ id: 'chn_2', name: 'a' });
  await putChannel({ id: 'chn_3', name: 'c', organization_id: THEIRS });

  assert.deepEqual(idsOf(await readChannels(metadata, OURS)), ['chn_2', 'chn_1']);
  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.name, 'b');
  assert.equal(await findChannel(metadata, OURS, 'chn_3'), undefined);
  assert.deepEqual(idsOf(await findChannels(metadata, OURS, ['chn_1', 'chn_3'])), ['chn_1']);
  assert.deepEqual(await findChannels(metadata, OURS, []), []);
  assert.equal(await countChannels(metadata, OURS), 2);
});

test('one channel is changed or removed, and of one organization', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', name: 'b' });
  await putChannel({ id: 'chn_2', name: 'a' });

  const answers = await metadata.transaction(async (unit) => [
    (await updateChannel(unit, OURS, 'chn_1', { version: 2 }))?.version,
    await updateChannel(unit, THEIRS, 'chn_2', { version: 2 }),
    await removeChannel(unit, THEIRS, 'chn_1'),
  ]);
  const versions = (await readChannels(metadata, OURS)).map(({ version }) => version);
  const removed = await metadata.transaction((unit) => removeChannel(unit, OURS, 'chn_1'));

  assert.deepEqual(
    [answers, versions],
    [
      [2, undefined, undefined],
      [1, 2],
    ],
  );
  assert.equal(removed?.id, 'chn_1');
  assert.deepEqual(idsOf(await readChannels(metadata, OURS)), ['chn_2']);
  await metadata.transaction((unit) => insertChannel(unit, { ...removed, name: 'anew' }));
  assert.deepEqual(idsOf(await readChannels(metadata, OURS)), ['chn_2', 'chn_1']);
});

test('channels fail since long, are enabled, and nobody was told of them lately', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_2', failing_since: 10 });
  await putChannel({ id: 'chn_1', failing_since: 9, told_at: 19, organization_id: THEIRS });
  await putChannel({ id: 'chn_late', failing_since: 11 });
  await putChannel({ id: 'chn_told', failing_since: 1, told_at: 20 });
  await putChannel({ id: 'chn_disabled', failing_since: 1, disabled_at: 1 });
  await putChannel({ id: 'chn_well' });
  const bounds = { failingBefore: 10, notifiedBefore: 20 };

  assert.deepEqual(idsOf(await readFailingChannels(metadata, bounds, 9)), ['chn_1', 'chn_2']);
  assert.deepEqual(idsOf(await readFailingChannels(metadata, bounds, 1)), ['chn_1']);
});

test('channels by mail that fail are read, the latest first', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  const mail = { kind: 'email' } as const;
  await putChannel({ ...mail, id: 'chn_1', failing_since: 1 });
  await putChannel({ ...mail, id: 'chn_2', failing_since: 2, organization_id: THEIRS });
  await putChannel({ ...mail, id: 'chn_well' });
  await putChannel({ id: 'chn_hook', failing_since: 3 });

  assert.deepEqual(idsOf(await readFailingMailChannels(metadata, 9)), ['chn_2', 'chn_1']);
  assert.deepEqual(idsOf(await readFailingMailChannels(metadata, 1)), ['chn_2']);
});

test('secrets under an old key are read page by page, and replaced unless they have changed', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', secret: 'old:1', previous_secret: 'old:p' });
  await putChannel({ id: 'chn_2', secret: 'old:2' });
  await putChannel({ id: 'chn_3', secret: 'new:3' });
  await putChannel({ id: 'chn_0', secret: 'old:0', organization_id: THEIRS });
  const [secrets, previous] = channelSecretKeepers(metadata);
  const stale = (await secrets?.readStale('new:', undefined, 2)) ?? [];
  const rest = (await secrets?.readStale('new:', stale[1]?.place, 2)) ?? [];
  const [first] = stale;
  if (first === undefined) assert.fail();
  await secrets?.replace(first, 'new:1');
  await secrets?.replace({ ...first, kept: 'old:1' }, 'new:lost');

  assert.deepEqual(stale, [
    { place: { organization: OURS, purpose: 'alert-channel', row: 'chn_1' }, kept: 'old:1' },
    { place: { organization: OURS, purpose: 'alert-channel', row: 'chn_2' }, kept: 'old:2' },
  ]);
  assert.deepEqual(rest, [
    { place: { organization: THEIRS, purpose: 'alert-channel', row: 'chn_0' }, kept: 'old:0' },
  ]);
  assert.deepEqual(await previous?.readStale('new:', undefined, 9), [
    {
      place: { organization: OURS, purpose: 'alert-channel-previous', row: 'chn_1' },
      kept: 'old:p',
    },
  ]);
  const rows = [...(await readChannels(metadata, OURS)), ...(await readChannels(metadata, THEIRS))];
  assert.deepEqual(
    rows.map(({ secret }) => secret),
    ['new:1', 'old:2', 'new:3', 'old:0'],
  );
});

test('a secret is replaced in its own row', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', secret: 'same' });
  await putChannel({ id: 'chn_2', secret: 'same' });
  const [secrets] = channelSecretKeepers(metadata);
  const place = { purpose: 'alert-channel', row: 'chn_1' } as const;

  await secrets?.replace({ place: { ...place, organization: THEIRS }, kept: 'same' }, 'theirs');
  await secrets?.replace({ place: { ...place, organization: OURS }, kept: 'same' }, 'ours');

  assert.deepEqual(
    (await readChannels(metadata, OURS)).map(({ secret }) => secret),
    ['ours', 'same'],
  );
});

test('an address is asked once, and found by its token', async (t) => {
  const { metadata } = await openAlertTables(t);
  const row = { organization_id: OURS, email: 'a@b.c', token_hash: 'one', asked_at: 1 };
  const put = (changed: Partial<typeof row>, confirmedAt: number | null = null) =>
    metadata.transaction((unit) =>
      putAddress(unit, { ...row, confirmed_at: confirmedAt, ...changed }),
    );
  await put({});
  await put({ organization_id: THEIRS, token_hash: 'theirs' });
  await put({ token_hash: 'two', asked_at: 5 }, 7);

  assert.deepEqual(
    (await readAddresses(metadata, OURS)).map((each) => ({ ...each })),
    [{ ...row, token_hash: 'two', asked_at: 5, confirmed_at: 7 }],
  );
  assert.equal(await findByToken(metadata, 'one'), undefined);
  assert.equal((await findByToken(metadata, 'theirs'))?.organization_id, THEIRS);
});
