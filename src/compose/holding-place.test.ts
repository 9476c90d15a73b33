import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentPlace, loadConfig } from '../config/index.ts';
import { holdingPlace } from './holding-place.ts';

test('events over a quota are kept in as many copies as all others', () => {
  const config = loadConfig(
    { XPLAIN_NATS_URL: 'nats://one:4222,nats://two:4222', XPLAIN_NATS_REPLICAS: '3' },
    { ...currentPlace(), directory: '/nowhere' },
  );

  assert.deepEqual(holdingPlace(config), {
    kind: 'nats',
    servers: ['nats://one:4222', 'nats://two:4222'],
    replicas: 3,
    name: 'xplain_held',
  });
});

test('on one machine they lie in a folder of their own', () => {
  const queue = { kind: 'lmdb', directory: '/data/queue' } as const;

  const place = holdingPlace({ queue, data: '/data' });

  assert.deepEqual(place, { kind: 'lmdb', directory: '/data/holding' });
});
