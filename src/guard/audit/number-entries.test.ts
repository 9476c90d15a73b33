/** Numbers without gaps, and a chain that shows what was taken away, changed or moved. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import {
  onBothStores,
  openAccess,
  type AccessUnderTest,
} from '../../../test/support/open-access.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import { CHAIN_START, type ChainPlace, findBreak } from '../../contract/audit-chain.ts';
import { hashedEntry, sha256 } from './number-entries.ts';
import { recordAudit } from './record-audit.ts';
import { shipAudit, type ShipNeeds } from './ship-audit.ts';
import { showChain, verifyAudit } from './verify-audit.ts';

async function record(
  access: AccessUnderTest,
  owner: Parameters<typeof recordAudit>[1],
  count: number,
) {
  await access.metadata.transaction(async (unit) => {
    for (let i = 0; i < count; i++) {
      const details = { 'ü"': [i, null, { b: 1.5, a: '\u2028' }] };
      const event = { action: 'log.exported', resource: `run-${i}`, details } as const;
      await recordAudit(unit, owner, event, access.clock.now());
    }
  });
}

function shipper(access: AccessUnderTest, taken: LogRecord[], failing = { times: 0 }): ShipNeeds {
  return {
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    append: async (_, records) => {
      await new Promise(setImmediate);
      if ((failing.times -= 1) >= 0) throw new Error('killed');
      taken.push(...records);
    },
  };
}

/** A store that has what was shipped, as text. */
function storeOf(records: readonly LogRecord[]) {
  return {
    export: async () => {
      const lines = records.map(({ attributes }) => JSON.stringify(Object.fromEntries(attributes)));
      return { content: Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(''))]) };
    },
  };
}

onBothStores(
  'two nodes that ship at once, and die, leave numbers without gaps',
  async (_, access) => {
    const { id, owner } = await access.newOrganization();
    const other = await access.newOrganization();
    const taken: LogRecord[] = [];
    const failing = { times: 3 };
    for (let round = 0; round < 5; round++) {
      await record(access, owner.actor, 7);
      await record(access, other.owner.actor, 2);
      access.clock.advance(1);
      const nodes = [shipper(access, taken, failing), shipper(access, taken, failing)];
      await Promise.all(nodes.map((node) => shipAudit(node)));
    }
    await shipAudit(shipper(access, taken));

    for (const [organization, count] of [
      [id, 35],
      [other.id, 10],
    ] as const) {
      const rows = (await access.auditOf(organization)).toSorted(
        (a, b) => Number(a.seq) - Number(b.seq),
      );
      assert.deepEqual(
        rows.map(({ seq }) => seq),
        Array.from({ length: count }, (_number, i) => i + 1),
      );
      let before: ChainPlace | undefined;
      for (const row of rows) {
        const entry = { ...hashedEntry(row), previous_hash: row.previous_hash ?? '' };
        assert.equal(findBreak(before, entry, sha256), undefined);
        before = entry;
      }
      const chain = await showChain(access, organization);
      assert.deepEqual(chain, { seq: count, hash: before?.hash, verified: null });
      const shipped = taken.filter((each) => each.organization === organization);
      assert.equal(new Set(shipped.map(({ id: each }) => each)).size, count);
    }
  },
);

test('whoever ships is told of new numbers, in the same transaction', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const reported: [OrganizationId, number][] = [];
  const needs: ShipNeeds = {
    ...shipper(access, []),
    afterNumbering: async (_unit, organization, now) => void reported.push([organization, now]),
  };
  await record(access, owner.actor, 2);
  await shipAudit(needs);
  await shipAudit(needs);
  assert.deepEqual(reported, [[id, access.clock.now()]]);

  await record(access, owner.actor, 1);
  await shipAudit({ ...needs, afterNumbering: () => Promise.reject(new Error('no')) });
  assert.equal((await showChain(access, id)).seq, 2);
});

test('what is stored is verified, and what was taken away, changed or doubled is named', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const taken: LogRecord[] = [];
  const { signal } = new AbortController();
  const verify = async (records: readonly LogRecord[]) => {
    const { clock, metadata } = access;
    const { verified } = await verifyAudit(
      { clock, metadata, store: storeOf(records) },
      id,
      signal,
    );
    return [verified?.from, verified?.to, verified?.problem];
  };
  assert.deepEqual(await verify([]), [undefined, undefined, undefined]);
  assert.deepEqual(await showChain(access, id), { seq: 0, hash: CHAIN_START, verified: null });
  await record(access, owner.actor, 5);
  await shipAudit(shipper(access, taken));
  const change = (at: number, name: string, value: string): LogRecord[] =>
    taken.map((each, i) => ({
      ...each,
      attributes: each.attributes.map(([key, text]) => [
        key,
        i === at && key === name ? value : text,
      ]),
    }));

  assert.deepEqual(await verify(taken), [1, 5, null]);
  assert.deepEqual((await showChain(access, id)).verified, {
    at: new Date(access.clock.now()).toISOString(),
    from: 1,
    to: 5,
    problem: null,
  });
  assert.deepEqual(await verify([...taken.slice(0, 2), ...taken.slice(1)]), [1, 5, null]);
  assert.deepEqual(await verify(taken.toSpliced(2, 1)), [1, 2, 'Entry 3 is missing.']);
  assert.deepEqual(await verify(taken.toSpliced(1, 3)), [1, 1, 'Entries 2 to 4 are missing.']);
  const broken = [1, 2, 'Entry 3 or the one before it was changed.'];
  assert.deepEqual(await verify(change(2, 'actor', 'eve@example.com')), broken);
  assert.deepEqual(await verify(change(2, 'details', 'no JSON')), broken);
  assert.deepEqual(await verify(change(2, 'previous_hash', CHAIN_START)), broken);
  // The newest may be on their way as long as they are still here.
  assert.deepEqual(await verify(taken.slice(0, 4)), [1, 4, null]);
  await access.metadata.db.deleteFrom('audit_entries').execute();
  assert.deepEqual(await verify(taken.slice(0, 4)), [1, 4, 'Entry 5 is missing.']);
  assert.deepEqual(await verify(taken.slice(2)), [3, 5, null], 'retention takes the oldest');
});
