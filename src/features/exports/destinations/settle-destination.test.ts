import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { DestinationDraft } from '../../../contract/export-destinations.ts';
import { OutboundError, type OutboundRequest } from '../../../engines/outbound/outbound.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { FinishedRun, KeptDestination } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { openDestinations } from './open-destinations.ts';
import { settleDestination } from './settle-destination.ts';
import { readWebhookSecret, writeWebhookSecret } from './webhook-secret.ts';

const organization = organizationId('org_1');
const NOON = Date.UTC(2026, 0, 15, 12);
const never = new AbortController().signal;
const defect = new Error('a defect');

const needs = {
  exportFolders: { archive: '/archive', second: '/second' },
  clock: { now: () => NOON },
  publicOrigin: () => 'https://logs.example.com',
  outbound: {
    check: (url: string) => {
      if (url.includes('inside')) throw new OutboundError('address_refused');
      if (url.includes('defect')) throw defect;
    },
  },
} as unknown as DestinationNeeds;

const settle = (draft: DestinationDraft, before?: KeptDestination) =>
  settleDestination(needs, organization, draft, before);

/** The field that is wrong, and what is said of it. */
async function refusal(draft: DestinationDraft, before?: KeptDestination): Promise<unknown> {
  const error: unknown = await settle(draft, before).catch((reason: unknown) => reason);
  assert.ok(error instanceof AppError, String(error));
  const [detail] = error.facts.details ?? [];
  return [error.code, detail?.path, detail?.message];
}

test('what we keep ourselves, and folders that the operator has named', async () => {
  assert.deepEqual(await settle({ kind: 'keep' }), { shown: { kind: 'keep' }, secret: undefined });
  const folder = { kind: 'folder', folder: 'archive', prefix: 'a/b/c/d' } as const;
  assert.deepEqual(await settle(folder), { shown: folder, secret: undefined });
  for (const name of ['other', 'constructor']) {
    assert.deepEqual(await refusal({ kind: 'folder', folder: name }), [
      'VALIDATION_ERROR',
      'destination.folder',
      'No such server folder. Ask the operator which folders are available.',
    ]);
  }
  assert.deepEqual(openDestinations(needs).folders(), ['archive', 'second']);
});

test('a prefix has at most four parts of 128 characters', async () => {
  const withPrefix = (prefix: string) => ({ kind: 'folder', folder: 'archive', prefix }) as const;
  await settle(withPrefix('x'.repeat(128)));
  await settle(withPrefix(''));
  assert.deepEqual(await refusal(withPrefix('a/b/c/d/e')), [
    'VALIDATION_ERROR',
    'destination.prefix',
    'A prefix can have at most 4 parts.',
  ]);
  assert.deepEqual(await refusal(withPrefix(`a/${'x'.repeat(129)}`)), [
    'VALIDATION_ERROR',
    'destination.prefix',
    'A part of a prefix can have at most 128 characters.',
  ]);
});

const BUCKET = {
  kind: 's3',
  endpoint: 'https://s3.example.com',
  region: 'eu-1',
  bucket: 'logs',
  accessKeyId: 'AK1',
} as const;

test('the secret of a bucket stays with the key and the address it was entered for', async () => {
  const kept = await settle({ ...BUCKET, secretAccessKey: 'secret' });
  assert.deepEqual(kept, { shown: BUCKET, secret: 'secret' });

  const again = await settle({ ...BUCKET, bucket: 'others' }, kept);
  assert.deepEqual(again, { shown: { ...BUCKET, bucket: 'others' }, secret: 'secret' });
  const renewed = await settle({ ...BUCKET, secretAccessKey: 'new' }, kept);
  assert.equal(renewed.secret, 'new');
  const missing = [
    'VALIDATION_ERROR',
    'destination.secretAccessKey',
    'Enter the secret of this key.',
  ];
  assert.deepEqual(await refusal(BUCKET), missing);
  assert.deepEqual(await refusal({ ...BUCKET, endpoint: 'https://evil.example' }, kept), missing);
  assert.deepEqual(await refusal({ ...BUCKET, accessKeyId: 'AK2' }, kept), missing);
  assert.deepEqual(await refusal(BUCKET, { shown: { kind: 'keep' }, secret: 'x' }), missing);
});

test('an address is that of a service that may be called, alone', async () => {
  const at = (endpoint: string) => ({ ...BUCKET, endpoint, secretAccessKey: 's' });
  const alone = 'Enter only the address of the service, without a path.';
  for (const [endpoint, message] of [
    ['https://inside.example', 'This resolves to an address that is not public.'],
    ['https://s3.example.com/?x=1', alone],
    ['https://s3.example.com/#x', alone],
  ] as const) {
    assert.deepEqual(await refusal(at(endpoint)), [
      'VALIDATION_ERROR',
      'destination.endpoint',
      message,
    ]);
  }
  await assert.rejects(settle(at('https://defect.example')), defect);
  assert.equal(
    ((await refusal({ ...at(BUCKET.endpoint), prefix: 'a/b/c/d/e' })) as unknown[])[1],
    'destination.prefix',
  );
});

test('a webhook keeps its key as long as it keeps its address', async () => {
  const kept = await settle({ kind: 'webhook', url: 'https://hook.example:8443/secret' });
  assert.deepEqual(kept.shown, { kind: 'webhook', host: 'hook.example:8443' });
  const { url, key } = readWebhookSecret(kept.secret ?? '');
  assert.equal(url, 'https://hook.example:8443/secret');
  assert.match(key, /^whsec_[A-Za-z0-9+/]{43}=$/);

  assert.deepEqual(await settle({ kind: 'webhook' }, kept), kept);
  assert.deepEqual(await settle({ kind: 'webhook', url }, kept), kept);
  const other = await settle({ kind: 'webhook', url: 'https://other.example/' }, kept);
  assert.notEqual(readWebhookSecret(other.secret ?? '').key, key);

  const missing = ['VALIDATION_ERROR', 'destination.url', 'Enter the webhook URL.'];
  assert.deepEqual(await refusal({ kind: 'webhook' }), missing);
  const elsewhere = { shown: { kind: 'keep' }, secret: kept.secret } as const;
  assert.deepEqual(await refusal({ kind: 'webhook' }, elsewhere), missing);
  assert.deepEqual(await refusal({ kind: 'webhook' }, { ...kept, secret: undefined }), missing);
  assert.deepEqual(await refusal({ kind: 'webhook', url: 'https://inside.example' }), [
    'VALIDATION_ERROR',
    'destination.url',
    'This resolves to an address that is not public.',
  ]);
});

const RUN = {
  organization,
  run: 'run_1',
  export: { id: 'exp_1', name: 'All' },
  manifestName: 'm.json',
  manifest: { files: [] },
} as unknown as FinishedRun;

const HOOK: KeptDestination = {
  shown: { kind: 'webhook', host: 'hook.example' },
  secret: writeWebhookSecret({ url: 'https://hook.example/x', key: 'whsec_AAAA' }),
};

/** What is called, when the receiver answers with this. */
async function reported(answer: number | Error, of: KeptDestination = HOOK) {
  const sent: OutboundRequest[] = [];
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    if (answer instanceof Error) throw answer;
    return { status: answer, headers: {}, body: new Uint8Array() };
  };
  const destinations = openDestinations({ ...needs, outbound: { ...needs.outbound, send } });
  const error: unknown = await destinations.tell(of, RUN, never).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, error };
}

test('a receiver is called with the manifest, signed, under the id of the run', async () => {
  const { sent, error } = await reported(204);

  assert.equal(error, undefined);
  const [request, ...others] = sent;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [request?.url, request?.method, request?.headers?.['webhook-id']],
    ['https://hook.example/x', 'POST', 'run_1'],
  );
  assert.deepEqual(JSON.parse(Buffer.from(request?.body ?? []).toString()), {
    type: 'export.finished',
    timestamp: '2026-01-15T12:00:00.000Z',
    data: {
      organizationId: 'org_1',
      export: { id: 'exp_1', name: 'All' },
      run: 'run_1',
      url: 'https://logs.example.com/exports/exp_1',
      manifestName: 'm.json',
      manifest: { files: [] },
    },
  });
});

for (const [answer, message, isLasting] of [
  [199, 'The receiver returned 199.', false],
  [300, 'The receiver returned 300.', false],
  [410, 'The receiver returned 410.', true],
  [500, 'The receiver returned 500.', false],
  [new OutboundError('timed_out'), 'Timed out waiting for a response.', false],
  [new OutboundError('address_invalid'), 'Invalid URL.', true],
  [new OutboundError('scheme_refused'), undefined, true],
  [new OutboundError('credentials_refused'), undefined, true],
  [new OutboundError('port_refused'), undefined, true],
  [new OutboundError('address_refused'), undefined, true],
  [new OutboundError('redirected'), undefined, true],
] as const) {
  test(`a receiver that answers ${String(answer)} is ${isLasting ? 'not ' : ''}called again`, async () => {
    const { error } = await reported(answer);

    assert.ok(error instanceof Error && 'isLasting' in error);
    assert.equal(error.isLasting, isLasting);
    if (message !== undefined) assert.equal(error.message, message);
  });
}

test('an answer from 200 on is enough; a defect stays one, and so does a secret that is gone', async () => {
  for (const status of [200, 299]) assert.equal((await reported(status)).error, undefined);
  assert.equal((await reported(defect)).error, defect);
  const { error, sent } = await reported(200, { ...HOOK, secret: undefined });
  assert.ok(error instanceof UnreadableSecret);
  assert.deepEqual(sent, []);
  assert.deepEqual(await reported(200, { shown: { kind: 'keep' }, secret: undefined }), {
    sent: [],
    error: undefined,
  });
});
