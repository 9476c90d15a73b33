import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { checkAssertion } from './check-assertion.ts';
import type { Assertion } from './read-assertion.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const { samlAgeMsMax, samlSkewMs } = LIMITS.identity;
const ENVELOPE = { inResponseTo: '_q', destination: undefined, issuer: undefined };
const EXPECTED = {
  issuer: 'https://idp',
  entityId: 'https://us',
  acsUrl: 'https://us/acs',
  inResponseTo: '_q',
  now: NOW,
};

function check(change: Partial<Assertion>): string {
  const assertion: Assertion = {
    id: '_a',
    issuer: 'https://idp',
    issuedAt: NOW,
    nameId: 'ada',
    nameIdFormat: 'persistent',
    recipient: 'https://us/acs',
    inResponseTo: '_q',
    notBefore: undefined,
    notOnOrAfter: NOW + 1,
    audiences: [['https://us']],
    sessionEndsAt: undefined,
    attributes: new Map(),
    ...change,
  };
  try {
    checkAssertion(assertion, ENVELOPE, EXPECTED);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('an assertion is taken up to its age, and clocks may be off by as much', () => {
  const oldest = NOW - samlAgeMsMax - samlSkewMs;
  const latest = NOW + samlSkewMs;

  assert.deepEqual(
    [check({ issuedAt: oldest }), check({ issuedAt: oldest - 1 })],
    ['ok', 'SSO_EXPIRED'],
  );
  assert.deepEqual(
    [check({ issuedAt: latest }), check({ issuedAt: latest + 1 })],
    ['ok', 'SSO_EXPIRED'],
  );
  assert.deepEqual(
    [check({ notBefore: latest }), check({ notBefore: latest + 1 })],
    ['ok', 'SSO_EXPIRED'],
  );
  const ended = NOW - samlSkewMs;
  assert.deepEqual(
    [check({ notOnOrAfter: ended + 1 }), check({ notOnOrAfter: ended })],
    ['ok', 'SSO_EXPIRED'],
  );
});

test('every restriction has to name us, and there has to be one', () => {
  assert.equal(check({ audiences: [] }), 'SSO_AUDIENCE');
  assert.equal(check({ audiences: [['https://us'], ['https://others']] }), 'SSO_AUDIENCE');
  assert.equal(check({ audiences: [['https://others', 'https://us']] }), 'ok');
});

test('a response that answers a request does not pass for one that nobody asked for', () => {
  assert.equal(check({ inResponseTo: undefined }), 'SSO_STATE');
});
