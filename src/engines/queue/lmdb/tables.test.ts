import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import {
  decodeClaim,
  decodeEntry,
  decodeLetter,
  encodeClaim,
  encodeEntry,
  encodeLetter,
  numberKey,
  organizationKey,
  readNumberKey,
  readOrganizationKey,
} from './tables.ts';

const entry = {
  position: 0x0102n,
  payload: 0x0304n,
  organization: organizationId('org_ä'),
  events: 5,
  bytes: 0x01_0000_06,
};
const bytes = (hex: string): string => hex.replaceAll(' ', '');
const ENTRY = '0000000000000304 00000005 01000006 6f72675fc3a4';

test('numbers are kept so that the order of keys is the order of numbers', () => {
  assert.equal(numberKey(0x0102n).toString('hex'), '0000000000000102');
  assert.equal(readNumberKey(numberKey(2n ** 64n - 1n)), 2n ** 64n - 1n);
});

test('an entry lies in the file as it always has, and comes back as it was', () => {
  const value = encodeEntry(entry);

  assert.equal(value.toString('hex'), bytes(ENTRY));
  assert.deepEqual(decodeEntry(numberKey(0x0102n), value), entry);
});

test('the id of an organization has at most 255 bytes, and at least one', () => {
  const withId = (id: string) => ({ ...entry, organization: organizationId(id) });

  assert.equal(encodeEntry(withId('o'.repeat(255))).length, 271);
  assert.equal(encodeEntry(withId('o')).length, 17);
  assert.throws(() => encodeEntry(withId('o'.repeat(256))), /organization is too long/);
  assert.throws(() => encodeEntry({ ...entry, organization: '' as never }), /is too long/);
});

test('a claim lies in the file as it always has, and comes back as it was', () => {
  const claim = { number: 9n, token: 'abc', attempts: 2, notBefore: 1.5, positions: [1n, 258n] };
  const value = encodeClaim(claim);

  assert.equal(
    value.toString('hex'),
    bytes('00000002 3ff8000000000000 03 616263 0000000000000001 0000000000000102'),
  );
  assert.deepEqual(decodeClaim(numberKey(9n), value), claim);
});

test('a dead letter lies in the file as it always has, and comes back as it was', () => {
  const letter = { ...entry, attempts: 3, deadAt: 1.5, isSpilled: true, reason: 'Nö' };
  const value = encodeLetter(letter);

  assert.equal(value.toString('hex'), bytes(`00000003 3ff8000000000000 01 0016 ${ENTRY} 4ec3b6`));
  assert.deepEqual(decodeLetter(numberKey(0x0102n), value), letter);
  const kept = { ...letter, isSpilled: false };
  assert.equal(encodeLetter(kept)[12], 0);
  assert.deepEqual(decodeLetter(numberKey(0x0102n), encodeLetter(kept)), kept);
});

test('records are read where they lie, also in the middle of other bytes', () => {
  const within = Buffer.concat([Buffer.from('xx'), encodeEntry(entry)]).subarray(2);

  assert.deepEqual(decodeEntry(numberKey(0x0102n), new Uint8Array(within)), entry);
  assert.deepEqual(decodeEntry(numberKey(0x0102n), within), entry);
});

test('the letters of an organization have its id, a zero byte and their position as key', () => {
  const key = organizationKey(organizationId('org_a'), 258n);

  assert.equal(key.toString('hex'), bytes('6f72675f61 00 0000000000000102'));
  assert.equal(readOrganizationKey(key), 258n);
});
