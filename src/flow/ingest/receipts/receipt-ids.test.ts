import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createReceiptIds, type ReceiptFacts } from './receipt-ids.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const facts: ReceiptFacts = {
  acceptedAt: Date.UTC(2026, 10, 15),
  accepted: LIMITS.events.perRequestMax,
  queued: LIMITS.events.perRequestMax - 1,
  firstRow: 0xffff_ffff_ffff_0001n,
  from: -86_400_000,
  to: Date.UTC(2093, 0, 1),
  position: (1n << 63n) + 7n,
  isHeld: true,
};

test('a receipt carries its facts, for its own organization and installation alone', () => {
  const receipts = createReceiptIds('secret');
  const id = receipts.write(acme, facts);

  assert.match(id, /^[\w-]{88}$/);
  assert.deepEqual(receipts.read(acme, id), facts);
  assert.deepEqual(createReceiptIds('secret').read(acme, id), facts);
  assert.equal(receipts.read(birch, id), undefined);
  assert.equal(createReceiptIds('another').read(acme, id), undefined);
});

test('what was changed, cut, lengthened or made up is no receipt', () => {
  const receipts = createReceiptIds('secret');
  const id = receipts.write(acme, facts);
  const bytes = Buffer.from(id, 'base64url');

  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(receipts.read(acme, changed.toString('base64url')), undefined, `byte ${at}`);
  }
  for (const wrong of ['', 'x', id.slice(1), `${id}AAAA`, 'ü'.repeat(88), 'A'.repeat(88)]) {
    assert.equal(receipts.read(acme, wrong), undefined, wrong);
  }
});
