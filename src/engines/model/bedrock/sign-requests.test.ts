import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { openSigner, type AwsCredentials } from './sign-requests.ts';

const KEYS = { kind: 'keys', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'geheim' } as const;
const REQUEST = {
  method: 'POST',
  path: '/model/a/converse',
  headers: { accept: 'application/json' },
  body: Buffer.from('{}'),
} as const;

async function sign(credentials: AwsCredentials, signal = new AbortController().signal) {
  return (await openSigner('eu-central-1', credentials))(REQUEST, 'bedrock.example', signal);
}

test('a request keeps what it is, and has what proves who sends it', async () => {
  const { signal } = new AbortController();
  const { headers, ...request } = await sign(KEYS, signal);

  assert.deepEqual({ ...request, headers: REQUEST.headers }, REQUEST);
  assert.match(
    headers['authorization'] ?? '',
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  );
  assert.deepEqual(
    [headers['accept'], headers['host'], headers['x-amz-content-sha256']],
    [
      'application/json',
      'bedrock.example',
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    ],
  );
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a key of Bedrock’s own stands in the request as it is', async () => {
  assert.deepEqual(await sign({ kind: 'bearer', key: 'ABSKgeheim' }), {
    ...REQUEST,
    headers: { accept: 'application/json', authorization: 'Bearer ABSKgeheim' },
  });
});

test('whoever gives up does not wait for a signature, and nothing was sent', async () => {
  const expected = { name: 'WireError', reason: 'timeout', mayHaveArrived: false };
  await assert.rejects(sign(KEYS, AbortSignal.abort()), expected);

  const caller = new AbortController();
  const signer = await openSigner('eu-central-1', KEYS);
  const signed = signer(REQUEST, 'bedrock.example', caller.signal);
  caller.abort();
  await assert.rejects(signed, expected);
});

test('without credentials nothing is signed, and nothing was sent', async () => {
  await assert.rejects(sign({ kind: 'found', profile: 'there-is-no-such-profile' }), {
    name: 'WireError',
    reason: 'unsigned',
    mayHaveArrived: false,
  });
});
