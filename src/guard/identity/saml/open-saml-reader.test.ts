import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  providerKeys,
  responseText,
} from '../../../../test/support/identity/start-saml-provider.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MB } from '../../../spec/units.ts';
import { openSamlReader } from './open-saml-reader.ts';
import type { SamlJob } from './saml-job.ts';

const { samlElementsMax, samlWaitingMax } = LIMITS.identity;

/** Of as many elements as are taken. */
function largestJob(): SamlJob {
  const groups = Array.from({ length: samlElementsMax - 60 }, (_, i) => `group-${i}`);
  const text = responseText({
    acsUrl: 'https://us/acs',
    audience: 'https://us',
    inResponseTo: '_q',
    attributes: { email: ['ada@acme.com'], groups },
    sign: ['response', 'assertion'],
  });
  return {
    response: Buffer.from(text).toString('base64'),
    certificates: [providerKeys.certificate],
    privateKey: '',
    encrypted: false,
    readsUnsolicited: true,
  };
}

test('the largest response is read within the time and the memory of a thread', async () => {
  await using reader = openSamlReader();

  const { assertion, refused } = await reader.read('org_a', largestJob());

  assert.equal(refused, undefined);
  assert.equal(assertion?.attributes.get('groups')?.length, samlElementsMax - 60);
});

test('reading is ended after its time, and the next is read by another thread', async () => {
  await using reader = openSamlReader({ ...LIMITS.identity, samlReadMsMax: 1 });

  await assert.rejects(reader.read('org_a', largestJob()), { code: 'SAML_FORM' });
});

test('a thread whose heap is full ends alone', async () => {
  await using reader = openSamlReader({ ...LIMITS.identity, samlHeapBytesMax: 8 * MB });

  await assert.rejects(reader.read('org_a', largestJob()), /a thread for saml/);
});

test('one more than may wait is refused, and the others are read', async () => {
  await using reader = openSamlReader();
  const job = { ...largestJob(), response: 'no' };

  // One is at work.
  const all = Array.from({ length: samlWaitingMax + 2 }, () => reader.read('org_a', job));
  const settled = await Promise.allSettled(all);

  const refused = settled.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as { readonly code: string }] : [],
  );
  assert.deepEqual(
    refused.map(({ code }) => code),
    ['RATE_LIMITED'],
  );
});
