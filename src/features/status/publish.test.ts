import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { startBucket } from '../../../test/support/s3/start-bucket.ts';
import { systemClock } from '../../base/clock.ts';
import { openObjects } from '../../engines/objects/open-objects.ts';
import { openOutbound } from '../../engines/outbound/open-outbound.ts';
import { publishToBucket } from './publish.ts';

test('the page is written into a bucket, of what has changed alone, with types that browsers know', async (t) => {
  const bucket = await startBucket(t, 'web/');
  const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const needs = { clock: systemClock, limits: LIMITS.objects, outbound };
  const objects = await openObjects(needs, { kind: 's3', ...bucket.place });
  const publish = publishToBucket(objects, 'status');
  const { signal } = new AbortController();
  const put = () => bucket.requests.filter(({ method }) => method === 'PUT');

  await publish(
    new Map([
      ['index.html', 'one'],
      ['incidents/a.html', 'a'],
      ['status.json', '{}'],
    ]),
    signal,
  );
  assert.deepEqual(
    put().map(({ target, headers }) => [
      target.split('?')[0],
      headers['content-type'],
      headers['cache-control'],
    ]),
    [
      ['/exports/web/status/incidents/a.html', 'text/html; charset=utf-8', 'max-age=30'],
      ['/exports/web/status/status.json', 'application/json', 'max-age=30'],
      ['/exports/web/status/index.html', 'text/html; charset=utf-8', 'max-age=30'],
    ],
  );

  await publish(
    new Map([
      ['index.html', 'two'],
      ['incidents/a.html', 'a'],
      ['status.json', '{}'],
    ]),
    signal,
  );
  assert.equal(put().length, 4);
  assert.equal(bucket.objects.get('web/status/index.html')?.toString(), 'two');

  bucket.fault = () => (_, response) => void response.writeHead(403).end();
  await assert.rejects(publish(new Map([['index.html', 'three']]), signal), { code: 'denied' });
  bucket.fault = () => undefined;
  await publish(new Map([['index.html', 'three']]), signal);
  assert.equal(bucket.objects.get('web/status/index.html')?.toString(), 'three');
});
