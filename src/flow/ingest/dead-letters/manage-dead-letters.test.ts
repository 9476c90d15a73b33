import assert from 'node:assert/strict';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { payloadOf } from '../../../../test/support/payload-of.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { createRowIds } from '../../../engines/store/row-ids.ts';
import { AUDIT_INDEX } from '../../../spec/audit.ts';
import {
  type DeadLetterNeeds,
  discardDeadLetter,
  replayDeadLetters,
} from './manage-dead-letters.ts';

/** Dead letters by id. */
function lettersOf(access: AccessUnderTest, letters: Map<string, Uint8Array>): DeadLetterNeeds {
  return {
    metadata: access.metadata,
    clock: access.clock,
    queue: {
      listDeadLetters: async () => [],
      replayDeadLetters: async () => 0,
      readDeadLetter: async (_organization, id) => letters.get(id),
      discardDeadLetters: async ({ ids = [] }) => ids.filter((id) => letters.delete(id)).length,
    },
  };
}

function letter(access: AccessUnderTest, index: string, sentBytes: number): Uint8Array {
  const { bytes } = createBlockEncoder(createRowIds(access.clock, 1)).encode([
    logRecord({ index }),
  ]);
  return payloadOf({ block: bytes, sentBytes, acceptedAt: access.clock.now() });
}

onBothStores('replaying is audited, some by their ids and all at once', async (_t, access) => {
  const { id: organization, owner } = await access.newOrganization();
  const asked: unknown[] = [];
  const needs = lettersOf(access, new Map());
  const queue: DeadLetterNeeds['queue'] = {
    ...needs.queue,
    replayDeadLetters: async (filter) => asked.push(filter),
  };

  assert.equal(await replayDeadLetters({ ...needs, queue }, owner.actor, ['4', '7']), 1);
  access.clock.advance(1);
  assert.equal(await replayDeadLetters({ ...needs, queue }, owner.actor, undefined), 2);

  assert.deepEqual(asked, [{ organization, ids: ['4', '7'] }, { organization }]);
  const entries = (await access.auditOf(organization)).map(({ action, resource, details }) => [
    action,
    resource,
    JSON.parse(details) as unknown,
  ]);
  assert.deepEqual(entries, [
    ['dead_letter.replayed', '4,7', { replayed: 1 }],
    ['dead_letter.replayed', 'all', { replayed: 2 }],
  ]);
});

onBothStores('discarding is audited, and entries of the audit log stay', async (_t, access) => {
  const { id: organization, owner } = await access.newOrganization();
  const damaged = payloadOf({ block: new Uint8Array(3), sentBytes: 0, acceptedAt: 0 });
  const letters = new Map([
    ['1', letter(access, 'main', 300)],
    ['2', letter(access, AUDIT_INDEX, 0)],
    ['3', damaged],
  ]);
  const needs = lettersOf(access, letters);

  assert.equal(await discardDeadLetter(needs, owner.actor, '1'), 1);
  for (const id of ['2', '3']) {
    await assert.rejects(discardDeadLetter(needs, owner.actor, id), { code: 'FORBIDDEN' });
  }
  await assert.rejects(discardDeadLetter(needs, owner.actor, '1'), { code: 'NOT_FOUND' });

  assert.deepEqual([...letters.keys()], ['2', '3']);
  const entries = (await access.auditOf(organization)).map(({ action, resource, details }) => [
    action,
    resource,
    JSON.parse(details) as unknown,
  ]);
  assert.deepEqual(entries, [['dead_letter.discarded', '1', { index: 'main', sentBytes: 300 }]]);
});
