import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../spec/limits.ts';
import { ConfigError } from './config-error.ts';
import { loadProbeConfig } from './probe-config.ts';
import { PROBE_VARIABLES } from './probe-variables.ts';

const place = { directory: '/srv/probe', hostName: 'outside' };
const TARGET = { XPLAIN_PROBE_TARGET: 'https://logs.example.com' };

test('a target is enough; everything else is named in warnings', () => {
  const config = loadProbeConfig(TARGET, place);

  assert.equal(config.data, '/srv/probe/data/probe');
  assert.equal(config.status.target.url, 'https://logs.example.com');
  assert.deepEqual([config.status.host, config.status.port], ['127.0.0.1', 4_100]);
  assert.deepEqual(config.mail, {
    kind: 'outbox',
    directory: '/srv/probe/data/probe/outbox',
    from: 'Xplain status <status@localhost>',
  });
  assert.equal(config.warnings.length, 4);
  assert.equal(config.status.ratePerMinute, 5);
});

test('every problem is told at once, without a secret', () => {
  const bad = {
    XPLAIN_PROBE_TARGET: 'logs.example.com',
    XPLAIN_PROBE_ADMIN_TOKEN: 'short-secret',
    XPLAIN_PROBE_READ_KEY: 'two words',
    XPLAIN_PROBE_PORTS: '1',
  };

  assert.throws(
    () => loadProbeConfig(bad, place),
    (error) =>
      error instanceof ConfigError &&
      ['TARGET', 'ADMIN_TOKEN', 'READ_KEY', 'PORTS'].every((name) =>
        error.problems.some((problem) => problem.startsWith(`XPLAIN_PROBE_${name}`)),
      ) &&
      !error.message.includes('short-secret'),
  );
  assert.throws(() => loadProbeConfig({}, place), /XPLAIN_PROBE_TARGET: required/);
});

test('a target is an origin, and lists have an end', () => {
  const list = (count: number): string =>
    Array.from({ length: count }, (_, at) => `https://p${at}.example`).join(',');
  const { peersMax, controlsMax } = LIMITS.status;
  const load = (more: Record<string, string>) => loadProbeConfig({ ...TARGET, ...more }, place);

  assert.throws(() => load({ XPLAIN_PROBE_TARGET: 'https://logs.example.com/x' }), /no path/);
  assert.equal(load({ XPLAIN_PROBE_PEERS: list(peersMax) }).status.peers.length, peersMax);
  assert.throws(() => load({ XPLAIN_PROBE_PEERS: list(peersMax + 1) }), /at most 8/);
  const controls = load({ XPLAIN_PROBE_CONTROL_URLS: list(controlsMax) }).status.target.controls;
  assert.equal(controls.length, controlsMax);
  assert.throws(() => load({ XPLAIN_PROBE_CONTROL_URLS: list(controlsMax + 1) }), /at most 8/);
});

test('mail goes through the probe’s own server, and folders are absolute', () => {
  const config = loadProbeConfig(
    {
      ...TARGET,
      XPLAIN_PROBE_SMTP_URL: 'smtp://mail.example',
      XPLAIN_PROBE_MAIL_FROM: 'status@example.com',
      XPLAIN_PROBE_PUBLISH: 'public',
      XPLAIN_STATUS_URL: 'https://status.example.com',
    },
    place,
  );

  assert.deepEqual(config.mail, {
    kind: 'smtp',
    url: 'smtp://mail.example',
    from: 'status@example.com',
  });
  assert.deepEqual(config.status.publish, { kind: 'folder', folder: '/srv/probe/public' });
  assert.equal(config.status.publicUrl, 'https://status.example.com');
});

test('the page goes to a folder of a bucket', () => {
  const load = (url: string) =>
    loadProbeConfig({ XPLAIN_PROBE_TARGET: 'https://x.example', XPLAIN_PROBE_PUBLISH: url }, place);
  const { publish } = load('s3://a:b@cdn.example/pages/status').status;
  assert.equal(
    publish?.kind === 'bucket' && `${publish.bucket} ${publish.prefix}`,
    'pages status/',
  );
  // The files lie in a folder, which has to be named.
  assert.throws(() => load('s3://a:b@cdn.example/pages'), ConfigError);
});

test('webhooks need a secret of the right form, and neither is shown', () => {
  const key = `whsec_${Buffer.alloc(24).toString('base64')}`;
  const { webhooksMax } = LIMITS.status;
  const urls = Array.from({ length: webhooksMax }, (_, at) => `https://hooks.example/${at}-secret`);
  const load = (more: Record<string, string>) => loadProbeConfig({ ...TARGET, ...more }, place);
  const given = { XPLAIN_PROBE_WEBHOOKS: urls.join(','), XPLAIN_PROBE_WEBHOOK_SECRET: key };

  assert.deepEqual(load(given).status.webhooks, { urls, key });
  assert.equal(load({}).status.webhooks, undefined);
  const { XPLAIN_PROBE_WEBHOOKS: list } = given;
  assert.throws(() => load({ XPLAIN_PROBE_WEBHOOKS: list }), /WEBHOOK_SECRET: required/);
  const oneMore = `${list},https://hooks.example/more`;
  assert.throws(() => load({ ...given, XPLAIN_PROBE_WEBHOOKS: oneMore }), /at most 8/);
  const short = `whsec_${Buffer.alloc(23).toString('base64')}`;
  for (const wrong of [
    short,
    'secret',
    key.slice(6),
    `whsec_${Buffer.alloc(65).toString('base64')}`,
  ]) {
    assert.throws(
      () => load({ ...given, XPLAIN_PROBE_WEBHOOK_SECRET: wrong }),
      (error) => error instanceof ConfigError && !error.message.includes(wrong),
    );
  }
  const { XPLAIN_PROBE_WEBHOOKS: shown } = PROBE_VARIABLES;
  assert.equal(shown.kind.show(['https://hooks.example/secret']), 'https://hooks.example/********');
});
