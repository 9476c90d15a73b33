import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { organizationId } from '../../base/ids.ts';
import { openSecrets } from './open-secrets.ts';
import { type SecretPlace, UnreadableSecret } from './secrets.ts';

const OLD = 'the secret of last year, thirty-two characters';
const NEW = 'the secret of this year, thirty-two characters';
const PLACE: SecretPlace = {
  organization: organizationId('org_A'),
  purpose: 'oauth-client',
  row: 'google',
};
const TEXT = 'GOCSPX-ä-client-secret';

const secrets = openSecrets({ secret: NEW, previous: undefined });

test('what was encrypted for a place is read there, and looks different each time', () => {
  const first = secrets.encryptSecret(PLACE, TEXT);
  const second = secrets.encryptSecret(PLACE, TEXT);

  assert.equal(secrets.decryptSecret(PLACE, first), TEXT);
  assert.equal(secrets.decryptSecret(PLACE, second), TEXT);
  assert.equal(secrets.decryptSecret(PLACE, secrets.encryptSecret(PLACE, '')), '');
  assert.notEqual(first, second);
  assert.ok(first.startsWith(secrets.currentPrefix));
  assert.match(first, /^v1\.[0-9a-f]{8}\.[\w-]+$/);
});

test('another organization, row or purpose opens nothing', () => {
  const kept = secrets.encryptSecret(PLACE, TEXT);
  const elsewhere: SecretPlace[] = [
    { ...PLACE, organization: organizationId('org_B') },
    { ...PLACE, row: 'github' },
    { ...PLACE, purpose: 'webhook' },
    // The same letters, cut at another point.
    { ...PLACE, purpose: 'oauth-client","org_A', organization: organizationId('') },
    { ...PLACE, organization: organizationId('org_Agoogle'), row: '' },
  ];

  for (const place of elsewhere) {
    assert.throws(() => secrets.decryptSecret(place, kept), UnreadableSecret);
  }
});

test('a single flipped bit anywhere is noticed', () => {
  const kept = secrets.encryptSecret(PLACE, TEXT);
  const start = secrets.currentPrefix.length;
  const box = Buffer.from(kept.slice(start), 'base64url');

  for (let bit = 0; bit < box.length * 8; bit++) {
    const changed = Buffer.from(box);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const text = secrets.currentPrefix + changed.toString('base64url');
    assert.throws(() => secrets.decryptSecret(PLACE, text), UnreadableSecret, `bit ${bit}`);
  }
});

test('every shorter or longer text is refused, and every other spelling', () => {
  const kept = secrets.encryptSecret(PLACE, TEXT);

  for (let length = 0; length < kept.length; length++) {
    assert.throws(() => secrets.decryptSecret(PLACE, kept.slice(0, length)), UnreadableSecret);
  }
  for (const other of [`${kept}A`, `${kept}=`, `${kept}.`, ` ${kept}`, kept.replace('v1', 'v2')]) {
    assert.throws(() => secrets.decryptSecret(PLACE, other), UnreadableSecret);
  }
});

test('after a change of the secret old values are read while the previous one is known', () => {
  const before = openSecrets({ secret: OLD, previous: undefined }).encryptSecret(PLACE, TEXT);
  const rotating = openSecrets({ secret: NEW, previous: OLD });
  const renewed = rotating.encryptSecret(PLACE, rotating.decryptSecret(PLACE, before));

  assert.equal(rotating.decryptSecret(PLACE, before), TEXT);
  assert.ok(!before.startsWith(rotating.currentPrefix));
  assert.ok(renewed.startsWith(rotating.currentPrefix));
  assert.equal(secrets.decryptSecret(PLACE, renewed), TEXT, 'the previous one is not needed');
  assert.throws(() => secrets.decryptSecret(PLACE, before), UnreadableSecret);
});

test('neither the error nor the opened keys tell a secret', () => {
  const kept = secrets.encryptSecret(PLACE, TEXT);
  let error: unknown;
  try {
    secrets.decryptSecret({ ...PLACE, row: 'github' }, kept);
  } catch (caught) {
    error = caught;
  }

  const reported = inspect([error, secrets], { depth: 10 }) + JSON.stringify([error, secrets]);

  for (const word of [TEXT, NEW, kept]) assert.ok(!reported.includes(word));
});

test('a text beyond the bound is refused, one at the bound is not', () => {
  const longest = 'x'.repeat(16_384);

  assert.equal(secrets.decryptSecret(PLACE, secrets.encryptSecret(PLACE, longest)), longest);
  assert.throws(() => secrets.encryptSecret(PLACE, `${longest}x`), /too long/);
});
