import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startModelServer,
  type ModelServer,
  type SeenModelRequest,
} from '../../../../test/support/evaluation/start-model-server.ts';
import type { OpenedModel } from '../model.ts';
import { keepLog, modelSuite, QUESTION, QUICK, type LogLine } from '../model.suite.ts';
import { openModel, type ModelPlace } from '../open-model.ts';

const PROFILE = 'eu.vendor.some-haiku-4-5-20251001-v1:0';
const KEYS = { kind: 'keys', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'geheim' } as const;
const PLACE = {
  kind: 'bedrock',
  region: 'eu-central-1',
  models: {
    'haiku-4-5': PROFILE,
    'sonnet-4-6': 'eu.vendor.some-sonnet-4-6',
    'opus-4-7': 'eu.vendor.some-opus-4-7',
  },
  credentials: KEYS,
} as const satisfies ModelPlace;

modelSuite('bedrock', (needs, url) => openModel(needs, { ...PLACE, url }));

test('the request is a signed Converse call with the schema of the answer', async (t) => {
  const { model, ask } = await scene(t);

  await ask();

  const [seen] = model.seen;
  assert.equal(seen?.path, `/model/${encodeURIComponent(PROFILE)}/converse`);
  assert.ok(seen.path.includes('%3A'));
  assert.deepEqual(seen.body, {
    system: [{ text: QUESTION.system }],
    messages: [{ role: 'user', content: [{ text: QUESTION.text }] }],
    inferenceConfig: { maxTokens: QUESTION.answerTokensMax, temperature: 0 },
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: {
          jsonSchema: { name: 'verdict', schema: JSON.stringify(QUESTION.answerSchema) },
        },
      },
    },
  });
  assert.match(seen.headers.authorization ?? '', /\/eu-central-1\/bedrock\/aws4_request,/);
  assert.equal(signatureIn(seen), signatureFor(seen, 'eu-central-1', KEYS.secretAccessKey));
  assert.equal(model.profilesSeen.length, 3);
  for (const look of model.profilesSeen) {
    assert.equal(signatureIn(look), signatureFor(look, 'eu-central-1', KEYS.secretAccessKey));
  }
});

test('a key of Bedrock’s own is sent as it is', async (t) => {
  const { model, ask } = await scene(t, { credentials: { kind: 'bearer', key: 'ABSKgeheim' } });
  await ask();
  assert.equal(model.seen[0]?.headers.authorization, 'Bearer ABSKgeheim');
});

test('variables that lead AWS tools elsewhere lead nothing of ours', async (t) => {
  const decoy = await startModelServer(t);
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: decoy.url,
    AWS_ENDPOINT_URL_BEDROCK: decoy.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: decoy.url,
    AWS_REGION: 'us-east-1',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: decoy.url,
    HTTPS_PROXY: decoy.url,
    http_proxy: decoy.url,
    https_proxy: decoy.url,
    ALL_PROXY: decoy.url,
    AWS_ACCESS_KEY_ID: 'AKIDFROMENV',
    AWS_SECRET_ACCESS_KEY: 'geheim-too',
    AWS_SESSION_TOKEN: 'for-a-while',
  });

  const found = { kind: 'found', profile: undefined } as const;
  const { model, ask } = await scene(t, { credentials: found });
  await ask();

  assert.equal(decoy.seen.length + decoy.profilesSeen.length, 0);
  const [seen] = model.seen;
  assert.match(seen?.headers.authorization ?? '', /AKIDFROMENV\/\d{8}\/eu-central-1\/bedrock/);
  assert.equal(seen?.headers['x-amz-security-token'], 'for-a-while');
});

test('without credentials nothing is sent, and it is no reason to answer offline', async (t) => {
  const found = { kind: 'found', profile: 'there-is-no-such-profile' } as const;
  const { model, ask, lines } = await scene(t, { credentials: found });
  await assert.rejects(ask(), { code: 'AI_PROVIDER_NOT_EU' });
  assert.equal(model.seen.length + model.profilesSeen.length, 0);
  assert.match(JSON.stringify(lines), /"reason":"unsigned"/);
});

test('a model without a profile is not available, the others are', async (t) => {
  const { model, opened } = await scene(t, { models: { 'haiku-4-5': PROFILE } });
  assert.equal(opened.kind, 'open');
  const asked = opened.provider.ask({ ...QUESTION, model: 'opus-4-7' }, AbortSignal.timeout(9_000));
  await assert.rejects(asked, {
    code: 'AI_MODEL_NOT_CONFIGURED',
    message:
      'The model opus-4-7 is not configured on this installation; there are haiku-4-5. Choose another model.',
  });
  assert.equal(model.seen.length, 0);
});

test('a profile that leads out of the EU refuses the provider at the start', async (t) => {
  const outside = ['eu-central-2', 'eu-west-2', 'us-east-1', 'il-central-1', ''];
  for (const region of outside) {
    const { model, opened, lines } = await scene(t, {}, [arn('eu-west-1'), arn(region)]);
    assert.equal(opened.kind, 'refused', region);
    assert.equal(model.seen.length, 0);
    assert.equal(lines.at(-1)?.message, 'ai provider rejected, evaluations return 503');
  }
  for (const models of [[], ['not an arn'], [arn('__proto__')]]) {
    assert.equal((await scene(t, {}, models)).opened.kind, 'refused');
  }
});

test('nothing is asked while nobody can tell where a profile leads, and soon after it is', async (t) => {
  const limits = { ...QUICK, profileCheckAgainMs: 20 };
  const { model, ask, lines } = await scene(t, {}, UNTOLD, limits);
  await assert.rejects(ask(), { code: 'AI_PROVIDER_NOT_EU' });
  assert.equal(model.seen.length, 0);
  const complaint = lines.find(({ level }) => level === 'error');
  assert.deepEqual(complaint?.fields, { region: 'eu-central-1', reason: 'status 403' });
  // It is looked at again and again, three profiles at a time.
  await until(() => model.profilesSeen.length >= 9, 'three looks');

  model.profileModels = DEFAULT_MODELS;
  await waitFor(lines, 'all inference profiles route to the eu');

  assert.equal((await ask()).stop, 'end');
});

test('a later look that nobody answers closes the provider as well', async (t) => {
  const limits = { ...QUICK, profileCheckEveryMs: 20 };
  const { model, ask, lines } = await scene(t, {}, DEFAULT_MODELS, limits);
  await ask();

  model.profileModels = undefined;
  await waitFor(lines, 'inference profiles not verified, evaluations disabled until they are');

  await assert.rejects(ask(), { code: 'AI_PROVIDER_NOT_EU' });
  assert.equal(model.seen.length, 1);
});

test('a profile that comes to lead out of the EU closes the provider for good', async (t) => {
  const limits = { ...QUICK, profileCheckEveryMs: 20 };
  const { model, ask, lines } = await scene(t, {}, [arn('eu-west-1')], limits);
  await ask();

  model.profileModels = [arn('eu-west-1'), arn('eu-central-2')];
  await waitFor(lines, 'inference profile routes outside the eu, evaluations disabled');
  model.profileModels = [arn('eu-west-1')];
  await new Promise((resolve) => setTimeout(resolve, limits.profileCheckEveryMs * 5));

  await assert.rejects(ask(), { code: 'AI_PROVIDER_NOT_EU' });
  assert.equal(model.seen.length, 1);
});

test('where the profiles lead is told at the start, and why the provider is refused', async (t) => {
  const inside = await scene(t);
  assert.deepEqual(inside.lines[0], {
    level: 'info',
    fields: { region: 'eu-central-1' },
    message: 'all inference profiles route to the eu',
  });
  const { opened, lines } = await scene(t, {}, [arn('eu-west-2')]);
  assert.deepEqual(opened, {
    kind: 'refused',
    reason: `the inference profile ${PROFILE} leads to eu-west-2, which is not in the EU`,
  });
  assert.deepEqual(lines[0]?.fields, {
    region: 'eu-central-1',
    profile: PROFILE,
    leadsTo: 'eu-west-2',
  });
});

test('a provider that is closed looks at no profile any more, and ends what it asks', async (t) => {
  const { model, opened } = await scene(t, {}, DEFAULT_MODELS, { ...QUICK, attemptMsMax: 60_000 });
  assert.equal(opened.kind, 'open');
  model.play({ silent: true });
  const asked = opened.provider.ask(QUESTION, new AbortController().signal);
  await until(() => model.seen.length === 1, 'the question');

  await opened.provider[Symbol.asyncDispose]();

  await assert.rejects(asked, { code: 'AI_PROVIDER_NOT_EU' });

  t.mock.timers.enable({ apis: ['setTimeout'] });
  const other = await scene(t);
  assert.equal(other.opened.kind, 'open');
  await other.opened.provider[Symbol.asyncDispose]();
  t.mock.timers.tick(QUICK.profileCheckEveryMs);
  // What had begun would come before this.
  for (let tries = 0; tries < 5; tries += 1) await fetch(other.model.url);
  assert.equal(other.model.profilesSeen.length, 3);
});

test('a time between two looks that is longer than a timer takes is no reason to look at once', async (t) => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  t.after(() => process.off('warning', onWarning));

  await scene(t, {}, DEFAULT_MODELS, { ...QUICK, profileCheckEveryMs: Number.MAX_SAFE_INTEGER });
  await sleep(0);

  assert.ok(!warnings.includes('TimeoutOverflowWarning'), warnings.join(', '));
});

function arn(region: string): string {
  return `arn:aws:bedrock:${region}::foundation-model/vendor.some-model-v1:0`;
}

/** Bedrock does not say where the profiles lead. */
const UNTOLD = 'untold';
const DEFAULT_MODELS = [arn('eu-central-1'), arn('eu-west-3'), arn('eu-south-2')];

interface Scene {
  readonly model: ModelServer;
  readonly opened: OpenedModel;
  readonly lines: LogLine[];
  readonly ask: () => Promise<{ stop: string }>;
}

async function scene(
  t: TestContext,
  change: Partial<ModelPlace & { kind: 'bedrock' }> = {},
  profileModels: readonly string[] | typeof UNTOLD = DEFAULT_MODELS,
  limits = QUICK,
): Promise<Scene> {
  const model = await startModelServer(t);
  model.profileModels = profileModels === UNTOLD ? undefined : profileModels;
  const { log, lines } = keepLog();
  const opened = await openModel({ log, limits }, { ...PLACE, url: model.url, ...change });
  if (opened.kind === 'open') t.after(() => opened.provider[Symbol.asyncDispose]());
  return {
    model,
    opened,
    lines,
    async ask() {
      assert.equal(opened.kind, 'open');
      return opened.provider.ask(QUESTION, new AbortController().signal);
    },
  };
}

async function waitFor(lines: readonly LogLine[], message: string): Promise<void> {
  await until(() => lines.some((line) => line.message === message), message);
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (isTrue()) return;
    await sleep(10);
  }
  assert.fail(`It did not happen: ${what}`);
}

function signatureIn({ headers }: SeenModelRequest): string | undefined {
  return /Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')?.[1];
}

/** Signature version 4 as its description says, worked out from the request as it arrived. */
function signatureFor(seen: SeenModelRequest, region: string, secret: string): string {
  const names = /SignedHeaders=([^,]+),/.exec(seen.headers.authorization ?? '')?.[1] ?? '';
  const headers = names.split(';').map((name) => `${name}:${String(seen.headers[name])}\n`);
  const path = seen.path.split('/').map(encodeURIComponent).join('/');
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const canonical = [seen.method, path, '', headers.join(''), names, hash(seen.raw)].join('\n');
  const time = String(seen.headers['x-amz-date']);
  const parts = [time.slice(0, 8), region, 'bedrock', 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, parts.join('/'), hash(canonical)].join('\n');
  const key = parts.reduce<Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  return createHmac('sha256', key).update(text).digest('hex');
}
