import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig } from './describe-config.ts';
import { loadConfig } from './load-config.ts';
import { MASK } from './kinds.ts';
import { VARIABLES } from './variables.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7' };

test('every variable is shown with its value and where it comes from', () => {
  const settings = describeConfig(
    loadConfig({ XPLAIN_PORT: '5000', XPLAIN_LIMITS: '{"query":{"slotsPerNode":20}}' }, place),
  );
  const find = (name: string) => settings.find((setting) => setting.name === name);

  assert.deepEqual(
    settings.map((setting) => setting.name),
    Object.keys(VARIABLES),
  );
  assert.deepEqual(find('XPLAIN_PORT'), {
    name: 'XPLAIN_PORT',
    value: '5000',
    origin: 'environment',
  });
  assert.deepEqual(find('XPLAIN_NODE_ID'), {
    name: 'XPLAIN_NODE_ID',
    value: 'node-7',
    origin: 'default',
  });
  assert.deepEqual(find('XPLAIN_REDIS_URL'), {
    name: 'XPLAIN_REDIS_URL',
    value: null,
    origin: 'default',
    whenUnset: 'counted in memory, per node',
  });
  assert.equal(find('XPLAIN_LIMITS')?.value, '{"query":{"slotsPerNode":20}}');
  assert.equal(find('XPLAIN_PLANS')?.value, '{}');
});

test('no secret is shown, and an address keeps only where it leads', () => {
  const hidden = 'geheimnis'.repeat(4);
  const config = loadConfig(
    {
      XPLAIN_SECRET: hidden,
      XPLAIN_METRICS_TOKEN: hidden,
      XPLAIN_ADMIN_EMAIL: 'a@example.com',
      XPLAIN_ADMIN_PASSWORD: hidden,
      XPLAIN_GOOGLE_CLIENT_ID: 'id',
      XPLAIN_GOOGLE_CLIENT_SECRET: hidden,
      XPLAIN_GITHUB_CLIENT_ID: 'id',
      XPLAIN_GITHUB_CLIENT_SECRET: hidden,
      XPLAIN_CLICKHOUSE_URL: `http://user:${hidden}@ch.example:8123/?password=${hidden}`,
      XPLAIN_NATS_URL: `nats://${hidden}@n1:4222,nats://u:${hidden}@n2:4222`,
      XPLAIN_DATABASE_URL: `postgres://u:${hidden}@db.example/xplain?sslmode=require`,
      XPLAIN_REDIS_URL: `redis://:${hidden}@redis.example/0`,
      XPLAIN_SMTP_URL: `smtps://u:${hidden}@mail.example`,
    },
    place,
  );
  const shown = describeConfig(config);
  const value = (name: string) => shown.find((setting) => setting.name === name)?.value;

  assert.ok(!JSON.stringify(shown).includes(hidden));
  assert.equal(value('XPLAIN_SECRET'), MASK);
  assert.equal(value('XPLAIN_CLICKHOUSE_URL'), `http://${MASK}@ch.example:8123?password=${MASK}`);
  assert.equal(value('XPLAIN_NATS_URL'), `nats://${MASK}@n1:4222,nats://${MASK}@n2:4222`);
  assert.equal(
    value('XPLAIN_DATABASE_URL'),
    `postgres://${MASK}@db.example/xplain?sslmode=${MASK}`,
  );
  assert.equal(value('XPLAIN_REDIS_URL'), `redis://${MASK}@redis.example/0`);
  assert.equal(value('XPLAIN_SMTP_URL'), `smtps://${MASK}@mail.example`);
});
