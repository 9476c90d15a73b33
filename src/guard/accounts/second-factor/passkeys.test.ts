import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { softPasskey } from '../../../../test/support/identity/soft-passkey.ts';
import { counterOfAnswer, passkeySite, readNewPasskey } from './passkeys.ts';

const ORIGIN = 'https://logs.acme.com';
const HOST = 'logs.acme.com';
const site = { origin: ORIGIN, host: HOST };
const CHALLENGE = 'Y2hhbGxlbmdl';

test('passkeys are offered over https and on localhost, never for an IP address', () => {
  assert.deepEqual(passkeySite('https://logs.acme.com:8443'), {
    origin: 'https://logs.acme.com:8443',
    host: HOST,
  });
  assert.equal(passkeySite('http://localhost:4000')?.host, 'localhost');
  for (const none of [
    'http://logs.acme.com',
    'https://10.0.0.1',
    'http://127.0.0.1:4000',
    'https://[::1]',
  ]) {
    assert.equal(passkeySite(none), undefined, none);
  }
});

for (const kind of ['ES256', 'RS256', 'EdDSA'] as const) {
  test(`a passkey with ${kind} is added, signs, and counts`, () => {
    const passkey = softPasskey(ORIGIN, HOST, kind);
    const added = passkey.create(CHALLENGE);
    assert.deepEqual(readNewPasskey(site, CHALLENGE, added), { counter: 0 });
    const known = { publicKey: added.publicKey, counter: 0 };
    assert.equal(counterOfAnswer(site, CHALLENGE, known, passkey.get(CHALLENGE)), 1);
    const copied = { ...known, counter: 9 };
    assert.equal(counterOfAnswer(site, CHALLENGE, copied, passkey.get(CHALLENGE)), undefined);
    const without = passkey.get(CHALLENGE, { counter: 0 });
    assert.equal(counterOfAnswer(site, CHALLENGE, known, without), 0);
  });
}

const TWISTS = {
  'another origin': { origin: 'https://logs.acme.com.evil.example' },
  'another port': { origin: 'https://logs.acme.com:444' },
  'another host': { host: 'acme.com' },
  'another type': { type: 'payment.get' },
  'another challenge': { challenge: 'b3RoZXI' },
  'a frame of another site': { crossOrigin: true },
  'nobody present': { flags: 0x40 },
};

for (const [name, twist] of Object.entries(TWISTS)) {
  test(`refused: ${name}`, () => {
    const passkey = softPasskey(ORIGIN, HOST);
    const known = { publicKey: passkey.create(CHALLENGE).publicKey, counter: 0 };
    assert.equal(readNewPasskey(site, CHALLENGE, passkey.create(CHALLENGE, twist)), undefined);
    assert.equal(counterOfAnswer(site, CHALLENGE, known, passkey.get(CHALLENGE, twist)), undefined);
  });
}

test('refused: an answer for a new passkey, a foreign key, changed bytes, and what is no data at all', () => {
  const passkey = softPasskey(ORIGIN, HOST);
  const added = passkey.create(CHALLENGE);
  const known = { publicKey: added.publicKey, counter: 0 };
  const good = passkey.get(CHALLENGE);
  assert.equal(counterOfAnswer(site, CHALLENGE, known, good), 1);
  const foreign = softPasskey(ORIGIN, HOST).create(CHALLENGE).publicKey;
  const refused = (answer: typeof good, publicKey = known.publicKey) =>
    assert.equal(counterOfAnswer(site, CHALLENGE, { publicKey, counter: 0 }, answer), undefined);
  refused(good, foreign);
  refused(good, 'AAAA');
  for (const field of ['clientData', 'authenticatorData', 'signature'] as const) {
    const bytes = Buffer.from(good[field], 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused({ ...good, [field]: changed.toString('base64url') });
    }
    refused({ ...good, [field]: '' });
    refused({ ...good, [field]: 'AAAA' });
  }
  assert.equal(readNewPasskey(site, CHALLENGE, { ...added, id: 'b3RoZXI' }), undefined);
  const short = Buffer.from(added.authenticatorData, 'base64url').subarray(0, 60);
  const cut = { ...added, authenticatorData: short.toString('base64url') };
  assert.equal(readNewPasskey(site, CHALLENGE, cut), undefined);
  assert.equal(readNewPasskey(site, CHALLENGE, { ...added, clientData: 'bnVsbA' }), undefined);
});

test('keys of other kinds, and large ones, are not accepted', () => {
  const added = softPasskey(ORIGIN, HOST).create(CHALLENGE);
  const kinds = [
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
    generateKeyPairSync('x25519'),
    generateKeyPairSync('rsa', { modulusLength: 1_024 }),
    generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 }),
  ];
  for (const { publicKey } of kinds) {
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
    assert.equal(readNewPasskey(site, CHALLENGE, { ...added, publicKey: key }), undefined);
  }
});
