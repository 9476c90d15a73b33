import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Condition } from './gap.ts';
import { keepGaps } from './keep-gaps.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const LAG: Condition = { kind: 'lag', organization: acme, since: 900 };
const JOIN_MS = 60_000;

/** A store that notes the rows it is handed, unless it is away. */
function bench() {
  const state = { now: 1_000, isAway: false };
  const written: unknown[][] = [];
  const errors: string[] = [];
  const insert = {
    values(row: Record<string, unknown>) {
      const { id, node, organization_id, kind, from_ms, to_ms } = row;
      const execute = async (): Promise<void> => {
        if (state.isAway) throw new Error('away');
        written.push([id, node, organization_id, kind, from_ms, to_ms]);
      };
      return { onConflict: () => ({ execute }) };
    },
  };
  const metadata = { db: { insertInto: () => insert } } as unknown as Pick<Metadata, 'db'>;
  const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
  const kept = keepGaps({ metadata, clock: { now: () => state.now }, log, nodeId: 'own' });
  /** What this look has written, without the ids. */
  const follow = async (...conditions: readonly Condition[]): Promise<unknown[][]> => {
    written.length = 0;
    await kept.follow(conditions);
    return written.map(([, ...row]) => row);
  };
  return { state, kept, written, errors, follow };
}

test('a gap is written when it begins and when it ends, and not between', async () => {
  const { state, follow } = bench();

  assert.deepEqual(await follow(LAG), [['own', acme, 'lag', 900, null]]);
  state.now = 2_000;
  assert.deepEqual(await follow(LAG), []);
  state.now = 3_000;
  assert.deepEqual(await follow(), [['own', acme, 'lag', 900, 3_000]]);
  assert.deepEqual(await follow(), []);
});

test('where the last time is known it is the end, and none ends before it began', async () => {
  const { state, follow } = bench();
  const refusing = { kind: 'refusing', organization: acme, since: 900 } as const;
  const quota = { kind: 'quota', organization: acme, since: 900, lastAt: 100 } as const;

  await follow({ ...refusing, lastAt: 950 }, quota);
  await follow({ ...refusing, lastAt: 970 }, quota);
  state.now = 5_000;

  assert.deepEqual(await follow(), [
    ['own', acme, 'refusing', 900, 970],
    ['own', acme, 'quota', 900, 900],
  ]);
});

test('reasons and organizations have gaps of their own', async () => {
  const { follow } = bench();

  await follow(LAG, { ...LAG, organization: birch }, { ...LAG, kind: 'spilling' });
  assert.deepEqual(await follow(LAG, { ...LAG, kind: 'spilling', organization: null }), [
    ['own', birch, 'lag', 900, 1_000],
    ['own', acme, 'spilling', 900, 1_000],
    ['own', null, 'spilling', 900, null],
  ]);
});

test('what comes again soon is the same gap, later it is another', async () => {
  const { state, written, follow } = bench();
  const again = { ...LAG, since: 50_000 };
  await follow(LAG);
  const id = written[0]?.[0];
  await follow();

  state.now = 1_000 + JOIN_MS;
  await follow();
  assert.deepEqual(await follow(again), [['own', acme, 'lag', 900, null]]);
  assert.equal(written[0]?.[0], id);
  await follow();
  state.now += JOIN_MS + 1;
  await follow();
  assert.deepEqual(await follow(again), [['own', acme, 'lag', 50_000, null]]);
  assert.notEqual(written[0]?.[0], id);
});

test('what an earlier run has left open lasts until it is found to be over', async () => {
  const { state, kept, written, follow } = bench();
  kept.adopt([{ id: 'old', node: 'own', organization: acme, kind: 'lag', from: 10, to: null }]);

  assert.deepEqual(await follow(LAG), []);
  state.now = 7_000;
  await follow();

  assert.deepEqual(written, [['old', 'own', acme, 'lag', 10, 7_000]]);
});

test('what cannot be written is written later, once and as it is by then', async () => {
  const { state, follow } = bench();
  state.isAway = true;
  await assert.rejects(follow(LAG), /away/);
  await assert.rejects(follow(LAG, { ...LAG, organization: birch }), /away/);
  state.now = 2_000;
  await assert.rejects(follow({ ...LAG, organization: birch }), /away/);
  state.isAway = false;

  assert.deepEqual(await follow({ ...LAG, organization: birch }), [
    ['own', birch, 'lag', 900, null],
    ['own', acme, 'lag', 900, 2_000],
  ]);
  assert.deepEqual(await follow({ ...LAG, organization: birch }), []);
});

test('of very many that cannot be written the oldest are forgotten, and the operator is told', async () => {
  const { state, errors, follow } = bench();
  const many = Array.from({ length: 10_000 }, (_, i) => ({
    ...LAG,
    organization: organizationId(`org_${i}`),
  }));
  state.isAway = true;
  await assert.rejects(follow(...many), /away/);
  assert.deepEqual(errors, []);
  await assert.rejects(follow(...many, LAG), /away/);
  assert.deepEqual(errors, ['ingest gap could not be recorded and was dropped']);
  state.isAway = false;

  const rows = await follow(...many, LAG);

  assert.equal(rows.length, 10_000);
  assert.deepEqual([rows[0]?.[1], rows.at(-1)?.[1]], ['org_1', acme]);
});
