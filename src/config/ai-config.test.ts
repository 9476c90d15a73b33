import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './load-config.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7.example' };
const none = { 'haiku-4-5': undefined, 'sonnet-4-6': undefined, 'opus-4-7': undefined };

function ai(environment: Record<string, string>) {
  return loadConfig(environment, place).ai;
}

test('without a provider evaluations are offline, in the region that the operator declares', () => {
  assert.deepEqual(ai({}), { offlineRegion: 'eu-self-hosted', place: { kind: 'offline' } });
  for (const region of ['eu-central-1', 'eu-de-own-rack']) {
    assert.equal(ai({ XPLAIN_REGION: region }).offlineRegion, region);
  }
  for (const region of ['local', 'us-east-1', 'eu-west-2', 'eu-central-2', 'eu-', 'EU', 'eu-x y']) {
    assert.throws(
      () => ai({ XPLAIN_REGION: region }),
      /XPLAIN_REGION .* expected a region/,
      region,
    );
  }
});

test('a place that will be refused does not stop the start', () => {
  const config = ai({
    XPLAIN_AI_PROVIDER: 'bedrock',
    XPLAIN_AI_REGION: 'eu-west-2',
    XPLAIN_AI_MODEL_HAIKU_4_5: 'global.vendor.some-haiku',
  });
  assert.deepEqual(config.place, {
    kind: 'bedrock',
    region: 'eu-west-2',
    models: { ...none, 'haiku-4-5': 'global.vendor.some-haiku' },
    credentials: { kind: 'found', profile: undefined },
    url: undefined,
  });
});

test('a server of the operator’s own has its address, country and key', () => {
  const config = ai({
    XPLAIN_AI_PROVIDER: 'openai-compatible',
    XPLAIN_AI_URL: 'http://ollama:11434/v1',
    XPLAIN_AI_COUNTRY: 'FR',
    XPLAIN_AI_KEY: 'geheim',
    XPLAIN_AI_MODEL_OPUS_4_7: 'org/large',
  });
  assert.deepEqual(config.place, {
    kind: 'openai-compatible',
    url: 'http://ollama:11434/v1',
    country: 'FR',
    models: { ...none, 'opus-4-7': 'org/large' },
    key: 'geheim',
  });
});

test('a preset is a server whose address need not be known', () => {
  assert.deepEqual(ai({ XPLAIN_AI_PROVIDER: 'ionos', XPLAIN_AI_KEY: 'geheim' }).place, {
    kind: 'openai-compatible',
    preset: 'ionos',
    url: undefined,
    country: undefined,
    models: none,
    key: 'geheim',
  });
});

test('credentials of Bedrock: its own key, a pair of keys, or what the machine offers', () => {
  const of = (environment: Record<string, string>) => {
    const found = ai({ XPLAIN_AI_PROVIDER: 'bedrock', ...environment }).place;
    assert.equal(found.kind, 'bedrock');
    return found.credentials;
  };
  const keys = { XPLAIN_AI_ACCESS_KEY_ID: 'AKID', XPLAIN_AI_SECRET_ACCESS_KEY: 'geheim' };
  assert.deepEqual(of({ XPLAIN_AI_KEY: 'ABSK' }), { kind: 'bearer', key: 'ABSK' });
  assert.deepEqual(of(keys), { kind: 'keys', accessKeyId: 'AKID', secretAccessKey: 'geheim' });
  assert.deepEqual(of({ XPLAIN_AI_AWS_PROFILE: 'eu' }), { kind: 'found', profile: 'eu' });
  assert.throws(() => of({ XPLAIN_AI_ACCESS_KEY_ID: 'AKID' }), /set both or neither/);
});

test('values that no header can carry are refused, without quoting them', () => {
  const keyed = (key: string) => () => ai({ XPLAIN_AI_KEY: key });
  assert.throws(keyed('two words'), (error) => !String(error).includes('two words'));
  assert.throws(keyed('line\r\nbreak'), /XPLAIN_AI_KEY/);
  assert.throws(() => ai({ XPLAIN_AI_PROVIDER: 'gateway' }), /one of offline, bedrock, openai/);
});

test('what only a model uses warns when there is none', () => {
  const { warnings } = loadConfig({ XPLAIN_AI_KEY: 'x' }, place);
  assert.match(warnings.join('\n'), /XPLAIN_AI_KEY is set, but XPLAIN_AI_PROVIDER is offline/);
  const onlyCountry = loadConfig({ XPLAIN_AI_COUNTRY: 'DE' }, place).warnings;
  assert.match(onlyCountry.join('\n'), /XPLAIN_AI_COUNTRY is set, but/);
});

test('what the command line reads may stand beside a server', () => {
  const environment = { XPLAIN_URL: 'https://logs.example.com', XPLAIN_TOKEN: 'xpat_geheim' };
  assert.deepEqual(loadConfig(environment, place).warnings, []);
  assert.throws(() => loadConfig({ XPLAIN_TOKENS: 'x' }, place), /unknown variable/);
});
