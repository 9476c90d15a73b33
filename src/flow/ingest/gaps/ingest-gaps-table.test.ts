/** Statements on gaps, on a store of their own. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Gap } from './gap.ts';
import {
  closeAway,
  closeGapsOf,
  findGaps,
  findOpenKinds,
  forgetGaps,
  noteAway,
  openGapsOf,
  putGap,
} from './ingest-gaps-table.ts';

const ALL = { from: 0, to: 1_000_000 };

async function setUp(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const acme = (await access.newOrganization()).id;
  const birch = (await access.newOrganization()).id;
  const gap = (id: string, change: Partial<Gap> = {}): Gap => ({
    id,
    node: 'own',
    organization: acme,
    kind: 'lag',
    from: 100,
    to: null,
    ...change,
  });
  const put = async (...gaps: readonly Gap[]): Promise<void> => {
    for (const each of gaps) await putGap(metadata, each);
  };
  /** Ends by id, of all that are there. */
  const ends = async (): Promise<Record<string, number | null>> => {
    const rows = await metadata.db.selectFrom('ingest_gaps').selectAll().orderBy('id').execute();
    return Object.fromEntries(rows.map(({ id, to_ms }) => [id, to_ms]));
  };
  return { metadata, acme, birch, gap, put, ends };
}

test('a gap is kept as it is, and written again only its end changes', async (t) => {
  const { metadata, acme, gap, put } = await setUp(t);
  await put(gap('a'), gap('a', { from: 7, to: 300 }));

  assert.deepEqual(await findGaps(metadata, acme, ALL, 10), [gap('a', { to: 300 })]);
});

test('a gap of an organization that is gone is left out, another fault is told', async (t) => {
  const { metadata, gap, ends } = await setUp(t);

  await putGap(metadata, gap('a', { organization: organizationId('org_gone') }));
  assert.deepEqual(await ends(), {});
  await metadata.db.schema.dropTable('ingest_gaps').execute();
  await assert.rejects(putGap(metadata, gap('a')), /ingest_gaps/);
});

test('whoever notes a node as away after another opens nothing again', async (t) => {
  const { metadata, gap, ends } = await setUp(t);
  const away = gap('away', { organization: null, kind: 'node_away' });

  await noteAway(metadata, away);
  assert.deepEqual(await ends(), { away: null });
  await putGap(metadata, { ...away, to: 500 });
  await noteAway(metadata, away);

  assert.deepEqual(await ends(), { away: 500 });
});

test('a node that is back ends its own absence alone, and whoever is given up all that is open', async (t) => {
  const { metadata, gap, put, ends } = await setUp(t);
  const away = { kind: 'node_away', organization: null } as const;
  await put(
    gap('away', away),
    gap('away before', { ...away, to: 200 }),
    gap('away other', { ...away, node: 'other' }),
    gap('lag'),
    gap('lag before', { to: 200 }),
  );

  await closeAway(metadata, 'own', 900);
  const back = { away: 900, 'away before': 200, 'away other': null, lag: null, 'lag before': 200 };
  assert.deepEqual(await ends(), back);
  assert.deepEqual(
    (await openGapsOf(metadata, 'own')).map(({ id }) => id),
    ['lag'],
  );
  await closeGapsOf(metadata, 'own', 950);

  assert.deepEqual(await ends(), { ...back, lag: 950 });
});

test('gaps are found for their organization or all of them, by the time they touch, oldest first', async (t) => {
  const { metadata, acme, birch, gap, put } = await setUp(t);
  await put(
    gap('open', { from: 300 }),
    gap('closed', { from: 100, to: 200 }),
    gap('of all', { organization: null, from: 200, to: 250 }),
    gap('of another', { organization: birch }),
  );
  const found = async (from: number, to: number, max = 10): Promise<string[]> =>
    (await findGaps(metadata, acme, { from, to }, max)).map(({ id }) => id);

  assert.deepEqual(await found(0, 1_000), ['closed', 'of all', 'open']);
  assert.deepEqual(await found(0, 1_000, 2), ['closed', 'of all']);
  assert.deepEqual(await found(200, 300), ['closed', 'of all']);
  assert.deepEqual(await found(201, 301), ['of all', 'open']);
  assert.deepEqual(await found(0, 100), []);
  assert.deepEqual(await found(9_000, 9_001), ['open']);
  assert.deepEqual((await findGaps(metadata, birch, ALL, 10))[1], {
    ...gap('of all'),
    organization: null,
    from: 200,
    to: 250,
  });
});

test('why events may be missing now is told once, of what is open for an organization', async (t) => {
  const { metadata, acme, birch, gap, put } = await setUp(t);
  await put(
    gap('a', { kind: 'refusing' }),
    gap('b'),
    gap('c', { node: 'other' }),
    gap('d', { kind: 'spilling', organization: null }),
    gap('e', { kind: 'quota', to: 200 }),
    gap('f', { kind: 'quota', organization: birch }),
  );

  assert.deepEqual(await findOpenKinds(metadata, acme), ['lag', 'refusing', 'spilling']);
  assert.deepEqual(await findOpenKinds(metadata, birch), ['quota', 'spilling']);
});

test('what ended long ago is forgotten, what is open never', async (t) => {
  const { metadata, gap, put, ends } = await setUp(t);
  await put(gap('a', { to: 199 }), gap('b', { to: 200 }), gap('c'));

  await forgetGaps(metadata, 200);

  assert.deepEqual(await ends(), { b: 200, c: null });
});
