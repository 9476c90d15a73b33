import assert from 'node:assert/strict';
import type { OrganizationId } from '../../base/ids.ts';
import { type AccessUnderTest, onBothStores } from '../../../test/support/open-access.ts';
import { organizationRows } from './organization-rows.ts';

const searches = organizationRows('saved_searches');

async function start(access: AccessUnderTest) {
  const { metadata } = access;
  const { id: ours } = await access.newOrganization();
  const { id: theirs } = await access.newOrganization();
  const insert = async (organization: OrganizationId, id: string, created: number) => {
    const times = { created_at: created, updated_at: created };
    const range = { earliest: created === 1 ? null : '-1h', latest: null, display: null };
    const texts = { name: `Search ${id}`, description: '', query: '*', created_by: 'ada' };
    const row = { id, organization_id: organization, ...texts, ...range, ...times };
    await metadata.transaction((unit) => searches.insert(unit, row));
  };
  for (const [at, id] of ['a', 'b', 'c'].entries()) await insert(ours, id, at + 1);
  await insert(theirs, 'd', 9);
  return { metadata, ours, theirs };
}

const idsOf = (rows: readonly { readonly id: string }[]): string => rows.map(({ id }) => id).join();

onBothStores(
  'rows of another organization are not read, however they are named',
  async (_t, access) => {
    const { metadata, ours, theirs } = await start(access);
    const page = { limit: 2, after: undefined };

    assert.equal(idsOf(await searches.page(metadata, ours, page)), 'c,b,a');
    assert.equal(idsOf(await searches.page(metadata, ours, page, { earliest: '-1h' })), 'c,b');
    const after = { at: 3, id: 'c' };
    assert.equal(idsOf(await searches.page(metadata, ours, { limit: 1, after })), 'b,a');
    assert.equal(idsOf(await searches.list(metadata, ours, {}, 'name')), 'a,b,c');
    assert.equal(idsOf(await searches.list(metadata, ours, { id: 'd' }, 'name')), '');
    assert.equal(idsOf(await searches.among(metadata, ours, ['b', 'd', 'x'])), 'b');
    assert.deepEqual(await searches.among(metadata, ours, []), []);
    assert.equal(await searches.count(metadata, ours), 3);
    assert.equal(await searches.countWith(metadata, ours, { earliest: null }), 1);
    assert.equal(await searches.countWith(metadata, ours, { id: 'd' }), 0);
    assert.equal((await searches.find(metadata, ours, 'a'))?.name, 'Search a');
    assert.equal((await searches.find(metadata, ours, { name: 'Search b' }))?.id, 'b');
    assert.equal(await searches.find(metadata, ours, 'd'), undefined);
    assert.equal((await searches.find(metadata, theirs, 'd'))?.id, 'd');
  },
);

onBothStores(
  'a change reaches the rows of its key alone, in its organization',
  async (_t, access) => {
    const { metadata, ours, theirs } = await start(access);
    const set = { description: 'changed' };

    const changes = await metadata.transaction(async (unit) => [
      await searches.update(unit, ours, 'b', set),
      await searches.update(unit, ours, { id: 'a', earliest: '-1h' }, set),
      await searches.update(unit, ours, 'd', set),
      await searches.remove(unit, ours, 'd'),
      await searches.remove(unit, ours, { id: 'a', earliest: null }),
      await searches.remove(unit, ours, 'a'),
    ]);

    const ids = changes.map((row) => row?.id);
    assert.deepEqual(ids, ['b', undefined, undefined, undefined, 'a', undefined]);
    const left = await searches.list(metadata, ours, {}, 'id');
    assert.deepEqual(
      left.map(({ id, description }) => [id, description]),
      [
        ['b', 'changed'],
        ['c', ''],
      ],
    );
    assert.equal((await searches.find(metadata, theirs, 'd'))?.description, '');
  },
);

onBothStores('a key without columns or values is refused, not all rows', async (_t, access) => {
  const { metadata, ours } = await start(access);
  const unset = { name: undefined } as unknown as { name: string };

  await assert.rejects(async () => searches.find(metadata, ours, {}), TypeError);
  await assert.rejects(async () => searches.find(metadata, ours, unset), TypeError);
  await metadata.transaction(async (unit) => {
    await assert.rejects(async () => searches.update(unit, ours, {}, { name: 'x' }), TypeError);
    await assert.rejects(async () => searches.remove(unit, ours, {}), TypeError);
    await assert.rejects(async () => searches.remove(unit, ours, unset), TypeError);
  });

  assert.equal(await searches.count(metadata, ours), 3);
});
