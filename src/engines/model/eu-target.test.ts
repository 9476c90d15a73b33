import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type AiPresetName, presetOf } from '../../spec/ai-presets.ts';
import { EU_AWS_REGIONS, EU_COUNTRIES } from '../../spec/eu.ts';
import { makeTarget, type BedrockPlace, type ChatPlace } from './eu-target.ts';

const PROFILE = 'eu.vendor.some-haiku-4-5-20251001-v1:0';

function bedrock(change: Partial<BedrockPlace> = {}): BedrockPlace {
  return { kind: 'bedrock', region: 'eu-central-1', models: { 'haiku-4-5': PROFILE }, ...change };
}

function chat(url: string | undefined, country: string | undefined = 'DE'): ChatPlace {
  return { kind: 'openai-compatible', url, country, models: {} };
}

function withProfile(id: string): BedrockPlace {
  return bedrock({ models: { 'haiku-4-5': PROFILE, 'sonnet-4-6': id } });
}

const ALLOWED: Readonly<Record<string, BedrockPlace | ChatPlace>> = {
  'Frankfurt with an eu profile': bedrock(),
  'Stockholm with an eu profile': bedrock({ region: 'eu-north-1' }),
  'an own server over https': chat('https://models.example.com/v1'),
  'this machine over http': chat('http://127.0.0.1:11434/v1', 'FR'),
  'a private network over http': chat('http://10.1.2.3:8000/v1', 'nl'),
  'a private network of IPv6': chat('http://[fd12::1]:8000/v1'),
  'this machine by name': chat('http://localhost:11434/v1'),
  'a service of the same network': chat('http://ollama:11434/v1'),
  'a name of the operator’s own zone': chat('http://gpu-1.models.internal/v1'),
};

const REFUSED: Readonly<Record<string, BedrockPlace | ChatPlace>> = {
  London: bedrock({ region: 'eu-west-2' }),
  Zurich: bedrock({ region: 'eu-central-2' }),
  'Tel Aviv': bedrock({ region: 'il-central-1' }),
  Virginia: bedrock({ region: 'us-east-1' }),
  'no region': bedrock({ region: undefined }),
  'a region of the prototype': bedrock({ region: '__proto__' }),
  'another of them': bedrock({ region: 'constructor' }),
  'a region that is a host': bedrock({ region: 'eu-central-1.example.com/' }),
  'a region in capitals': bedrock({ region: 'EU-CENTRAL-1' }),
  'a profile for the whole world': withProfile('global.vendor.some-sonnet-4-6'),
  'a profile for the United States': withProfile('us.vendor.some-sonnet-4-6'),
  'a profile for Asia': withProfile('apac.vendor.some-sonnet-4-6'),
  'a model without a profile': withProfile('vendor.some-sonnet-4-6'),
  'an ARN': withProfile(
    'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc',
  ),
  'an id that leaves its path': withProfile('eu.vendor.x/../../other'),
  'no profile at all': bedrock({ models: {} }),
  'Bedrock at another address': bedrock({ url: 'https://bedrock.example.com' }),
  'Bedrock in the private network': bedrock({ url: 'http://10.0.0.1' }),
  'Bedrock behind a name of this machine': bedrock({ url: 'http://localhost:8080' }),
  'no country': { ...chat('https://models.example.com/v1'), country: undefined },
  'the United Kingdom': chat('https://models.example.com/v1', 'GB'),
  Switzerland: chat('https://models.example.com/v1', 'CH'),
  Norway: chat('https://models.example.com/v1', 'NO'),
  'the EU as a country': chat('https://models.example.com/v1', 'EU'),
  'a country of the prototype': chat('https://models.example.com/v1', '__proto__'),
  'no address': chat(undefined),
  'no address at all': chat('models.example.com'),
  'another protocol': chat('ftp://models.example.com'),
  'plain http to a public name': chat('http://models.example.com/v1'),
  'plain http to a public address': chat('http://93.184.216.34/v1'),
  'plain http to a public address of IPv6': chat('http://[2001:db8::1]/v1'),
  'plain http to the metadata service': chat('http://169.254.169.254/v1'),
  'plain http to every address': chat('http://0.0.0.0:8000/v1'),
  'an address next to the private ones': chat('http://172.32.0.1/v1'),
  'a password in the address': chat('https://user:geheim@models.example.com/v1'),
  'a query in the address': chat('https://models.example.com/v1?key=geheim'),
  'a public AI service': chat('https://api.openai.com/v1'),
  'the same with a dot at its end': chat('https://api.openai.com./v1'),
  'the same in capitals': chat('https://API.OPENAI.COM/v1'),
  'the global host of a European maker': chat('https://api.mistral.ai/v1', 'FR'),
  'a service of Azure': chat('https://us.openai.azure.com/openai/v1'),
  'Bedrock by the other wire': chat('https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1'),
};

for (const [name, place] of Object.entries(ALLOWED)) {
  test(`allowed: ${name}`, () => {
    assert.equal(makeTarget(place).kind, 'target');
  });
}

for (const [name, place] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    const gate = makeTarget(place);
    assert.equal(gate.kind, 'refused');
    assert.match(gate.reason, /XPLAIN_AI_|profile/);
    assert.ok(!gate.reason.includes('geheim'), gate.reason);
  });
}

/** Public services and gateways, for which a declared country is no proof. */
const PUBLIC_AI = `
  ai21.com aliyuncs.com amazonaws.com anthropic.com anyscale.com api.aws azure.com azure.us
  baseten.co bigmodel.cn cerebras.ai claude.ai claude.com cloudflare.com cohere.ai
  cohere.com databricks.com deepinfra.com deepseek.com fireworks.ai github.ai
  githubcopilot.com googleapis.com groq.com huggingface.co hyperbolic.xyz lepton.ai
  minimax.chat minimax.io mistral.ai moonshot.ai moonshot.cn novita.ai nvidia.com openai.com
  openrouter.ai perplexity.ai poe.com replicate.com requesty.ai sambanova.ai together.ai
  together.xyz vercel.app vercel.sh volces.com windows.net x.ai z.ai
`;

test('no public AI service is taken for a server of one’s own, nor a host below it', () => {
  for (const domain of PUBLIC_AI.trim().split(/\s+/)) {
    for (const host of [domain, `api.${domain}`]) {
      assert.deepEqual(makeTarget(chat(`https://${host}/v1`)), {
        kind: 'refused',
        reason: `XPLAIN_AI_URL names a public AI service (${domain}), whose location cannot be verified`,
      });
    }
    assert.equal(makeTarget(chat(`https://own-${domain}/v1`)).kind, 'target', domain);
  }
});

test('a refusal names the setting that is wrong, and what is wrong with it', () => {
  const url = 'https://models.example.com/v1';
  const elsewhere = 'XPLAIN_AI_URL is only for openai-compatible; Bedrock uses XPLAIN_AI_REGION';
  const noAddress = 'XPLAIN_AI_URL is not a URL that starts with https:// or http://';
  const user = 'XPLAIN_AI_URL contains a user or a password; set the key in XPLAIN_AI_KEY';
  const query = 'XPLAIN_AI_URL has a query or a fragment; expected the address up to /v1';
  const plain = 'XPLAIN_AI_URL is plain http to a public host; use https, or a private address';
  const table: readonly (readonly [place: BedrockPlace | ChatPlace, reason: string])[] = [
    [bedrock({ region: undefined }), 'XPLAIN_AI_REGION is missing'],
    [bedrock({ region: 'eu-west-2' }), 'XPLAIN_AI_REGION is not a region of AWS inside the EU'],
    [bedrock({ models: {} }), 'no inference profile is set (XPLAIN_AI_MODEL_…)'],
    [withProfile('us.vendor.x'), 'an inference profile does not start with eu.<vendor>.'],
    [
      withProfile('arn:aws:x'),
      'an inference profile is an ARN; only IDs that start with eu. are accepted',
    ],
    [bedrock({ url: 'https://127.0.0.1:8080' }), elsewhere],
    [bedrock({ url: 'http://10.0.0.1' }), elsewhere],
    [bedrock({ url: 'nowhere' }), elsewhere],
    [
      { ...chat(url), country: undefined },
      'XPLAIN_AI_COUNTRY is missing: the country of the server',
    ],
    [chat(url, 'CH'), 'XPLAIN_AI_COUNTRY is not a member state of the EU'],
    [chat(undefined), 'XPLAIN_AI_URL is missing'],
    [chat('models.example.com'), noAddress],
    [chat('ftp://models.example.com'), noAddress],
    [chat('https://user@models.example.com/v1'), user],
    [chat('https://:geheim@models.example.com/v1'), user],
    [chat(`${url}?a=1`), query],
    [chat(`${url}#a`), query],
    [chat('http://models.example.com/v1'), plain],
    [chat('http://93.184.216.34/v1'), plain],
    [chat('http://[2001:db8::1]/v1'), plain],
    [chat('http://./v1'), plain],
  ];
  for (const [place, reason] of table) {
    assert.deepEqual(makeTarget(place), { kind: 'refused', reason }, JSON.stringify(place));
  }
});

test('a target has what the operator gave, and the models by their ids', () => {
  const server = { isSecure: false, host: '::1', port: 8080, isPrivateOnly: true };
  assert.deepEqual(makeTarget(bedrock({ url: 'http://[::1]:8080' })), {
    kind: 'target',
    target: {
      server,
      control: server,
      path: '',
      region: 'eu-central-1',
      models: { 'haiku-4-5': PROFILE },
    },
  });
  const models = { 'sonnet-4-6': 'org/model-8b', 'opus-4-7': undefined };
  assert.deepEqual(makeTarget({ ...chat('https://models.example.com', 'de'), models }), {
    kind: 'target',
    target: {
      server: { isSecure: true, host: 'models.example.com', port: 443, isPrivateOnly: false },
      control: undefined,
      path: '',
      region: 'DE',
      models: { 'haiku-4-5': 'haiku-4-5', 'sonnet-4-6': 'org/model-8b', 'opus-4-7': 'opus-4-7' },
    },
  });
});

test('the host of Bedrock is built from the region, for every region of the list', () => {
  for (const region of Object.keys(EU_AWS_REGIONS)) {
    const gate = makeTarget(bedrock({ region }));
    assert.equal(gate.kind, 'target');
    const { server, control } = gate.target;
    assert.deepEqual(server, {
      isSecure: true,
      host: `bedrock-runtime.${region}.amazonaws.com`,
      port: 443,
      isPrivateOnly: false,
    });
    assert.deepEqual(control, { ...server, host: `bedrock.${region}.amazonaws.com` });
    assert.ok(Object.isFrozen(control));
  }
});

test('a server without encryption is spoken to on private addresses alone', () => {
  const serverOf = (url: string): object => {
    const gate = makeTarget(chat(url));
    assert.equal(gate.kind, 'target');
    return gate.target.server;
  };

  assert.deepEqual(serverOf('http://models.internal/v1'), {
    isSecure: false,
    host: 'models.internal',
    port: 80,
    isPrivateOnly: true,
  });
  assert.deepEqual(serverOf('https://models.example.com/v1'), {
    isSecure: true,
    host: 'models.example.com',
    port: 443,
    isPrivateOnly: false,
  });
  const local = makeTarget(bedrock({ url: 'http://127.0.0.1:8080' }));
  assert.equal(local.kind, 'target');
  assert.equal(local.target.server.isPrivateOnly, true);
});

test('the EU has 27 member states', () => {
  const countries = Object.keys(EU_COUNTRIES);
  assert.equal(countries.length, 27);
  for (const country of countries) {
    assert.equal(makeTarget(chat('https://models.example.com/v1', country)).kind, 'target');
  }
});

test('a target cannot be changed afterwards', () => {
  const gate = makeTarget(chat('https://models.example.com:8443/base/v1/'));
  assert.equal(gate.kind, 'target');
  const { target } = gate;
  assert.deepEqual(
    [target.server.host, target.server.port, target.path, target.region],
    ['models.example.com', 8443, '/base/v1', 'DE'],
  );
  assert.ok([target, target.server, target.models].every(Object.isFrozen));
  assert.throws(() => Object.assign(target.server, { host: 'elsewhere.example.com' }));
});

/** What each preset leads to without an address, with the country that an operator declares. */
for (const [preset, expected] of Object.entries({
  ionos: ['openai.inference.de-txl.ionos.com', 443, true],
  ovhcloud: ['oai.endpoints.kepler.ai.cloud.ovh.net', 443, true],
  scaleway: ['api.scaleway.ai', 443, true],
  stackit: ['api.openai-compat.model-serving.eu01.onstackit.cloud', 443, true],
  'llama-cpp': ['127.0.0.1', 8080, false],
  ollama: ['127.0.0.1', 11_434, false],
  vllm: ['127.0.0.1', 8_000, false],
}) as [AiPresetName, readonly unknown[]][]) {
  const { isOwn, country: known } = presetOf(preset);
  const place = { kind: 'openai-compatible', preset, models: {}, url: undefined } as const;
  const reasonOf = (given: ChatPlace): string | undefined => {
    const gate = makeTarget(given);
    return gate.kind === 'refused' ? gate.reason : undefined;
  };

  test(`${preset} has its address and a country of the EU, known or declared`, () => {
    const gate = makeTarget({ ...place, country: known ?? 'fr' });
    assert.equal(gate.kind, 'target');
    const { server, path, region } = gate.target;
    assert.deepEqual([server.host, server.port, server.isSecure], expected);
    assert.deepEqual([path, region], ['/v1', known ?? 'FR']);
    assert.equal(
      reasonOf({ ...place, country: undefined }),
      known === undefined ? 'XPLAIN_AI_COUNTRY is missing: the country of the server' : undefined,
    );
  });

  test(`${preset} is refused outside the EU, and at another host unless the operator runs it`, () => {
    for (const country of ['GB', 'CH', 'US']) assert.ok(reasonOf({ ...place, country }), country);
    const country = known ?? 'FR';
    const elsewhere = { ...place, country, url: 'https://models.example.com/v1' };
    assert.equal(reasonOf(elsewhere) === undefined, isOwn);
    for (const url of ['https://api.openai.com/v1', 'http://models.example.com/v1', 'nonsense']) {
      assert.ok(reasonOf({ ...place, country, url }), url);
    }
  });
}

test('the country of a preset that is known cannot be declared otherwise', () => {
  const gate = makeTarget({
    kind: 'openai-compatible',
    preset: 'ionos',
    models: {},
    url: undefined,
    country: 'FR',
  });
  assert.deepEqual(gate, {
    kind: 'refused',
    reason: 'XPLAIN_AI_COUNTRY contradicts the location of ionos (DE)',
  });
});

test('a path of the same host is taken, such as that of a project', () => {
  const url = 'https://api.scaleway.ai/project/v1';
  const gate = makeTarget({
    kind: 'openai-compatible',
    preset: 'scaleway',
    models: {},
    url,
    country: 'FR',
  });
  assert.equal(gate.kind === 'target' && gate.target.path, '/project/v1');
});

test('the policy for the cloud account names the regions of the list, each of them', () => {
  const url = new URL('../../../docs/evaluation/providers.md', import.meta.url);
  const policy = /```json\n([^]*?)```/.exec(readFileSync(url, 'utf8'))?.[1] ?? '';
  const { Statement: statements } = JSON.parse(policy) as {
    Statement: { Sid: string; Resource: unknown; Condition?: unknown }[];
  };
  const textOf = (sid: string): string => {
    const statement = statements.find(({ Sid }) => Sid === sid);
    return JSON.stringify([statement?.Resource, sid === 'DenyOutsideEu' && statement?.Condition]);
  };
  for (const sid of ['InvokeModelsInEuRegions', 'DenyOutsideEu']) {
    const named = textOf(sid).match(/\b[a-z]{2}-[a-z]+-\d\b/g) ?? [];
    assert.deepEqual(new Set(named), new Set(Object.keys(EU_AWS_REGIONS)), sid);
  }
});
