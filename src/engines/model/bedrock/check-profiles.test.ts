import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WireError, type Transport, type WireAnswer, type WireRequest } from '../transport.ts';
import { checkProfiles } from './check-profiles.ts';

const INSIDE = arn('eu-central-1');

function arn(region: string): string {
  return `arn:aws:bedrock:${region}::foundation-model/vendor.some-model-v1:0`;
}

function leadingTo(...arns: readonly unknown[]): WireAnswer {
  const models = arns.map((modelArn) => ({ modelArn }));
  return { status: 200, headers: {}, body: JSON.stringify({ models }) };
}

/** Asks a Bedrock that answers so, one profile after the other. */
async function check(...answers: readonly (WireAnswer | Error)[]) {
  const seen: WireRequest[] = [];
  const control = {
    server: { isSecure: true, host: 'bedrock.example', port: 443, isPrivateOnly: false },
    async send(request: WireRequest) {
      const answer = answers[seen.push(request) - 1];
      if (answer instanceof Error) throw answer;
      assert.ok(answer !== undefined);
      return answer;
    },
    [Symbol.dispose]: () => undefined,
  } satisfies Transport;
  const profiles = answers.map((_, at) => `eu.vendor.m-${at + 1}:0`);
  const { signal } = new AbortController();
  const sign = async (request: WireRequest, host: string) => ({
    ...request,
    headers: { ...request.headers, signed: host },
  });
  return { seen, found: await checkProfiles(control, sign, profiles, signal) };
}

test('every profile is looked up, signed for the host that is asked', async () => {
  const { seen, found } = await check(leadingTo(INSIDE, arn('eu-west-3')), leadingTo(INSIDE));

  assert.deepEqual(found, { kind: 'inside' });
  assert.deepEqual(
    seen,
    ['1', '2'].map((at) => ({
      method: 'GET',
      path: `/inference-profiles/eu.vendor.m-${at}%3A0`,
      headers: { accept: 'application/json', signed: 'bedrock.example' },
    })),
  );
});

test('one region outside is named with its profile, whatever the others are', async () => {
  const unknown = { ...leadingTo(INSIDE), status: 403 };
  const outside = leadingTo(INSIDE, arn('eu-central-2'), arn('us-east-1'));

  assert.deepEqual((await check(leadingTo(INSIDE), unknown, outside)).found, {
    kind: 'outside',
    profile: 'eu.vendor.m-3:0',
    region: 'eu-central-2',
  });
  assert.deepEqual((await check(leadingTo(INSIDE), unknown)).found, {
    kind: 'unknown',
    reason: 'status 403',
  });
  assert.deepEqual((await check({ ...leadingTo(INSIDE), status: 201 })).found, {
    kind: 'unknown',
    reason: 'status 201',
  });
});

test('a profile that leads to no region that has a name counts as outside', async () => {
  const regionOf = async (answer: WireAnswer): Promise<unknown> => {
    const { found } = await check(answer);
    return found.kind === 'outside' ? found.region : found.kind;
  };

  assert.equal(await regionOf(leadingTo()), 'none');
  assert.equal(await regionOf({ ...leadingTo(), body: '{' }), 'none');
  for (const strange of [7, null, 'no arn', arn(''), arn('Eu west'), arn('a'.repeat(31))]) {
    assert.equal(await regionOf(leadingTo(INSIDE, strange)), 'unnamed', String(strange));
  }
  assert.equal(await regionOf(leadingTo(arn('a'.repeat(30)))), 'a'.repeat(30));
});

test('an answer that is missing tells nothing, and a fault of ours is one', async () => {
  assert.deepEqual((await check(new WireError('lost', true))).found, {
    kind: 'unknown',
    reason: 'lost',
  });
  await assert.rejects(check(new TypeError('ours')), TypeError);
});
