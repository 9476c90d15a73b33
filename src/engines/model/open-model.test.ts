import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeCertificate } from '../../../test/support/http/make-certificate.ts';
import { startModelServer } from '../../../test/support/evaluation/start-model-server.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { keepLog, QUESTION, QUICK } from './model.suite.ts';
import { openModel, type ModelPlace } from './open-model.ts';
import { openTransport, WireError } from './transport.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const CHAT = { kind: 'openai-compatible', country: 'DE', models: {}, key: undefined } as const;

test('nothing configured is answered offline, and the operator hears it', async () => {
  const { log, lines } = keepLog();
  assert.deepEqual(await openModel({ log, limits: QUICK }, { kind: 'offline' }), {
    kind: 'offline',
  });
  assert.deepEqual(lines, [
    {
      level: 'warn',
      fields: { provider: 'offline' },
      message: 'no ai provider configured, evaluations use the built-in evaluator',
    },
  ]);
});

test('a place outside the EU is refused with its reason, and nothing is sent', async (t) => {
  const model = await startModelServer(t);
  const { log, lines } = keepLog();
  const places: ModelPlace[] = [
    { ...CHAT, url: `${model.url}/v1`, country: 'CH' },
    ...['eu-west-2', 'eu-central-2', 'us-east-1'].map((region): ModelPlace => bedrock(region)),
    { ...bedrock('eu-central-1'), models: { 'haiku-4-5': 'global.vendor.some-haiku' } },
  ];
  for (const place of places) {
    const opened = await openModel({ log, limits: QUICK }, place);
    assert.equal(opened.kind, 'refused');
    const line = lines.at(-1);
    assert.equal(line?.message, 'ai provider rejected, evaluations return 503');
    assert.deepEqual(line.fields, { provider: place.kind, reason: opened.reason });
  }
  assert.equal(model.seen.length + model.profilesSeen.length, 0);

  function bedrock(region: string): ModelPlace & { kind: 'bedrock' } {
    const models = { 'haiku-4-5': 'eu.vendor.some-haiku' };
    const credentials = { kind: 'bearer', key: 'geheim' } as const;
    return { kind: 'bedrock', region, models, credentials, url: model.url };
  }
});

test('proxies of the environment are not used, even where Node would use them', async (t) => {
  const model = await startModelServer(t);
  const proxy = await startModelServer(t);
  model.play({ say: '{"direct":true}' });
  const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url };
  assert.equal(await askInProcess(model.url, variables), '{"direct":true}');
  assert.equal(proxy.seen.length, 0);
});

test('over https the certificate counts, whatever the environment says', async (t) => {
  const tls = makeCertificate();
  const model = await startModelServer(t, tls);
  const folder = await mkdtemp(join(tmpdir(), 'xplain-ca-'));
  t.after(() => removeFolder(folder));
  const authority = join(folder, 'ca.pem');
  await writeFile(authority, tls.certificate);
  model.play({ say: '{"secure":true}' });

  assert.equal(await askInProcess(model.url, {}), 'AI_PROVIDER_NOT_EU');
  const careless = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  assert.equal(await askInProcess(model.url, careless), 'AI_PROVIDER_NOT_EU');
  assert.equal(model.seen.length, 0);
  const trusting = { NODE_EXTRA_CA_CERTS: authority };
  assert.equal(await askInProcess(model.url, trusting), '{"secure":true}');
  assert.equal(model.seen[0]?.text, QUESTION.text);
});

/** The answer, or the code of the error: Node reads these variables when a process starts. */
async function askInProcess(origin: string, variables: Record<string, string>): Promise<string> {
  const program = `
    import { openModel } from ${JSON.stringify(new URL('open-model.ts', import.meta.url).href)};
    const quiet = { debug() {}, info() {}, warn() {}, error() {} };
    const [place, question, limits] = JSON.parse(process.env.TEST_INPUT);
    const { provider } = await openModel({ log: quiet, limits }, place);
    const answer = await provider.ask(question, new AbortController().signal)
      .catch((error) => ({ text: error.code }));
    process.stdout.write(answer.text);`;
  const place = { ...CHAT, url: `${origin}/v1` };
  const limits = { ...QUICK, attemptMsMax: 20_000, totalMsMax: 60_000, connectMsMax: 10_000 };
  const env = { TEST_INPUT: JSON.stringify([place, QUESTION, limits]), ...variables };
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout;
}

test('plain http to a name that leads to the internet is not spoken', async (t) => {
  const model = await startModelServer(t);
  const port = Number(new URL(model.url).port);
  const server = { isSecure: false, host: 'models.internal', port, isPrivateOnly: true };
  const send = async (...addresses: readonly string[]): Promise<number> => {
    using transport = openTransport(server, LIMITS.model, leadingTo(addresses));
    const request = { method: 'GET', path: '/', headers: {} } as const;
    return (await transport.send(request, AbortSignal.timeout(5_000))).status;
  };

  assert.equal(await send('127.0.0.1'), 200);
  for (const addresses of [['93.184.216.34'], ['127.0.0.1', '93.184.216.34'], []]) {
    await assert.rejects(
      send(...addresses),
      (error) => error instanceof WireError && error.reason === 'unreachable',
    );
  }
  assert.equal(model.seen.length, 1);
});

/** A name server that knows one answer. */
function leadingTo(addresses: readonly string[]): typeof lookup {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const resolve = (_name: string, _options: object, callback: (...args: unknown[]) => void) =>
    callback(null, found);
  return resolve as unknown as typeof lookup;
}

test('a server that should speak https and does not gets nothing', async (t) => {
  let received = '';
  const server = createServer((socket) => {
    socket.on('data', (bytes) => void (received += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    // No TLS at all: whoever does not insist on it would now send the question.
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const place = { ...CHAT, url: `https://127.0.0.1:${address.port}/v1`, key: 'geheim' };
  const opened = await openModel({ log: keepLog().log, limits: QUICK }, place);
  assert.equal(opened.kind, 'open');
  await using provider = opened.provider;

  await assert.rejects(provider.ask(QUESTION, AbortSignal.timeout(9_000)), {
    code: 'AI_PROVIDER_NOT_EU',
  });

  assert.ok(received.length > 0 && !received.includes('geheim') && !received.includes('capture'));
});

test('questions beyond the connections wait for their turn', async (t) => {
  const model = await startModelServer(t);
  let open = 0;
  let most = 0;
  model.playBy(() => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => void (open -= 1), 25);
    return { say: '{}', delayMs: 30 };
  });
  const limits = { ...LIMITS.model, connectionsMax: 2, attemptMsMax: 20_000 };
  const opened = await openModel(
    { log: keepLog().log, limits },
    { ...CHAT, url: `${model.url}/v1` },
  );
  assert.equal(opened.kind, 'open');
  await using provider = opened.provider;

  const asked = Array.from({ length: 7 }, () =>
    provider.ask(QUESTION, AbortSignal.timeout(20_000)),
  );

  assert.equal((await Promise.all(asked)).length, 7);
  assert.ok(most <= 2, String(most));
});
