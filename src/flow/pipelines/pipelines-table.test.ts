import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import type { PipelineRow } from '../../engines/metadata/tables/pipelines.ts';
import {
  countPipelines,
  findPipeline,
  insertPipeline,
  keepVersion,
  readAllPipelines,
  readEnabledPipelines,
  readHashKey,
  readPipelines,
  readVersions,
  removePipeline,
  requireHashKey,
  showContents,
  showPipeline,
  textOfRow,
  updatePipeline,
  writeOrder,
} from './pipelines-table.ts';

const ROW: Omit<PipelineRow, 'id' | 'organization_id' | 'position'> = {
  name: 'mask',
  description: 'hides mails',
  is_enabled: 1,
  match_text: 'source=web',
  steps: '[{"kind":"drop"}]',
  version: 3,
  created_at: 1_000,
  updated_at: 2_000,
  updated_by: 'ada@example.com',
};

/** Acme has the pipelines a, b and c, of which b is off; Birch has d. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: acme } = await access.newOrganization();
  const { id: birch } = await access.newOrganization();
  const rowOf = (id: string, position: number, organization = acme): PipelineRow => ({
    ...ROW,
    id,
    organization_id: organization,
    position,
    name: `pipeline ${id}`,
    is_enabled: id === 'b' ? 0 : 1,
  });
  const rows = [rowOf('c', 3), rowOf('a', 1), rowOf('b', 2), rowOf('d', 1, birch)];
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertPipeline(unit, row);
  });
  const order = async (organization = acme) =>
    (await readAllPipelines(metadata, organization)).map(({ id, position }) => `${id}${position}`);
  return { metadata, acme, birch, rowOf, order };
}

test('pipelines are those of their organization, in their order', async (t) => {
  const { metadata, acme, birch, order } = await start(t);
  const ids = async (limit: number, at?: number) => {
    const after = at === undefined ? undefined : { at, id: '' };
    return (await readPipelines(metadata, acme, { limit, after })).map(({ id }) => id);
  };

  assert.deepEqual(await order(), ['a1', 'b2', 'c3']);
  assert.deepEqual(await order(birch), ['d1']);
  assert.deepEqual(await ids(5), ['a', 'b', 'c']);
  assert.deepEqual(await ids(1), ['a', 'b'], 'one more than the page holds');
  assert.deepEqual(await ids(5, 1), ['b', 'c']);
  assert.deepEqual(await ids(5, 3), []);
  assert.deepEqual(
    [await countPipelines(metadata, acme), await countPipelines(metadata, birch)],
    [3, 1],
  );
  assert.deepEqual(
    (await readEnabledPipelines(metadata, acme)).map(({ id }) => id),
    ['a', 'c'],
  );
  assert.equal((await findPipeline(metadata, acme, 'b'))?.name, 'pipeline b');
  assert.equal(await findPipeline(metadata, birch, 'b'), undefined);
});

test('a change and a removal touch one pipeline of one organization', async (t) => {
  const { metadata, acme, birch, rowOf, order } = await start(t);
  const names = async () =>
    [...(await readAllPipelines(metadata, acme)), ...(await readAllPipelines(metadata, birch))]
      .map(({ name, version }) => `${name} ${version}`)
      .join(', ');

  const { position: _, ...changed } = { ...rowOf('b', 2), name: 'other', version: 4 };
  await metadata.transaction((unit) => updatePipeline(unit, changed));
  await metadata.transaction((unit) =>
    updatePipeline(unit, { ...changed, id: 'a', organization_id: birch }),
  );

  assert.equal(await names(), 'pipeline a 3, other 4, pipeline c 3, pipeline d 3');
  const remove = (organization: typeof acme, id: string) =>
    metadata.transaction((unit) => removePipeline(unit, organization, id));
  assert.equal(await remove(birch, 'b'), undefined);
  const removed = await remove(acme, 'b');
  assert.deepEqual([removed?.name, removed?.version], ['other', 4]);
  assert.deepEqual([await order(), await order(birch)], [['a1', 'c3'], ['d1']]);
});

test('an order is written from 1, for the rows that are given', async (t) => {
  const { metadata, birch, rowOf, order } = await start(t);

  await metadata.transaction((unit) =>
    writeOrder(unit, [rowOf('a', 1), rowOf('c', 3), rowOf('b', 2)]),
  );

  assert.deepEqual([await order(), await order(birch)], [['a1', 'c2', 'b3'], ['d1']]);
});

test('what a pipeline was is kept, the newest versions first, and only so many of them', async (t) => {
  const { metadata, acme, birch, rowOf } = await start(t);
  const keep = (id: string, version: number, versionsMax: number) =>
    metadata.transaction((unit) => keepVersion(unit, { ...rowOf(id, 1), version }, versionsMax));
  const versions = async (id: string, organization = acme) =>
    (await readVersions(metadata, organization, id)).map(({ version }) => version);

  await keep('b', 1, 2);
  for (const version of [1, 2, 3]) await keep('a', version, 3);

  assert.deepEqual(await versions('a'), [3, 2, 1]);
  await keep('a', 4, 3);
  assert.deepEqual(await versions('a'), [4, 3, 2]);
  assert.deepEqual([await versions('b'), await versions('a', birch)], [[1], []]);
  const [kept] = await readVersions(metadata, acme, 'b');
  assert.deepEqual(kept && showContents(kept), {
    name: 'pipeline b',
    description: 'hides mails',
    isEnabled: false,
    match: 'source=web',
    steps: [{ kind: 'drop' }],
    version: 1,
    updatedAt: '1970-01-01T00:00:02.000Z',
    updatedBy: 'ada@example.com',
  });
});

test('a row is shown as people read it', async (t) => {
  const { rowOf } = await start(t);

  assert.deepEqual(showPipeline(rowOf('a', 7)), {
    id: 'a',
    position: 7,
    name: 'pipeline a',
    description: 'hides mails',
    isEnabled: true,
    match: 'source=web',
    steps: [{ kind: 'drop' }],
    version: 3,
    updatedAt: '1970-01-01T00:00:02.000Z',
    updatedBy: 'ada@example.com',
    createdAt: '1970-01-01T00:00:01.000Z',
  });
  assert.deepEqual(textOfRow(rowOf('a', 7)), {
    name: 'pipeline a',
    match: 'source=web',
    steps: [{ kind: 'drop' }],
  });
});

test('the key of an organization is made once, and another one for each', async (t) => {
  const { metadata, acme, birch } = await start(t);

  assert.equal(await readHashKey(metadata, acme), undefined);
  const key = await requireHashKey(metadata, acme, 5);
  const other = await requireHashKey(metadata, birch, 6);

  assert.match(key, /^[0-9A-Za-z]{43}$/);
  assert.notEqual(other, key);
  assert.equal(await requireHashKey(metadata, acme, 7), key);
  assert.equal(await readHashKey(metadata, acme), key);
  const kept = await metadata.db
    .selectFrom('pipeline_keys')
    .select('created_at')
    .orderBy('created_at')
    .execute();
  assert.deepEqual(
    kept.map(({ created_at }) => created_at),
    [5, 6],
  );
});
