import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createPatientCall } from './patient-call.ts';

const url = 'https://logs.example.com/api/v1/search?query=a';

function patient(retryAfterMs: number, code = 'RATE_LIMITED') {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/search', () => reply(429, { code }, { retryAfterMs }));
  const call = createPatientCall(fake.needs.call, fake.needs.monotonic);
  return { fake, call, asked: () => fake.calls.length };
}

test('a wait that was asked for is kept, for this key and address alone', async () => {
  const { fake, call, asked } = patient(90_000);
  await call({ url, bearer: 'a' });

  fake.advance(89_999);
  const meanwhile = await call({ url: `${url}b`, bearer: 'a' });
  assert.equal(meanwhile.kind === 'answer' && meanwhile.status, 429);
  assert.equal(asked(), 1);

  await call({ url, bearer: 'b' });
  await call({ url: 'https://logs.example.com/health' });
  assert.equal(asked(), 3);
  fake.advance(1);
  await call({ url, bearer: 'a' });
  assert.equal(asked(), 4);
});

test('nobody makes the probe wait for ever', async () => {
  const { fake, call, asked } = patient(1e9);
  await call({ url });
  fake.advance(LIMITS.status.probePauseMsMax - 1);
  await call({ url });
  assert.equal(asked(), 1);

  fake.advance(1);
  await call({ url });

  assert.equal(asked(), 2);
});

test('a platform that is merely busy is asked again: it may be back', async () => {
  const { call, asked } = patient(90_000, 'QUERY_SLOTS_BUSY');
  await call({ url });
  await call({ url });
  assert.equal(asked(), 2);
});
