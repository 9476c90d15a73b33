import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { newTestDatabase, openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { startSmtp } from '../../../test/support/programs/start-smtp.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { deliverySuite } from './delivery.suite.ts';
import { enqueueMail } from './mail.ts';
import { openDueRunner } from '../schedule/open-due-runner.ts';
import { openMailCarrier } from './open-mail-carrier.ts';
import { openMailDelivery } from './open-mail-delivery.ts';

const needs = { clock: systemClock, log: silentLog, newId: () => newId('mail') };

describe('on SQLite', () => {
  // One process, one handle: several senders share it.
  deliverySuite(async (t) => {
    const metadata = await openTestMetadata(t);
    return async () => ({ ...metadata, [Symbol.asyncDispose]: async () => {} });
  });
});

describe('on PostgreSQL', () => {
  deliverySuite(async (t) => {
    const place = await newTestDatabase(t);
    return place && (() => openMetadata(needs, place));
  });
});

test('from a transaction to a mail server, with a file that we keep', async (t) => {
  const kept = Buffer.from([0, 1, 2, 253, 254, 255]);
  const objects = {
    read: async (name: string) =>
      name === 'org_a/x' ? { content: Readable.from([kept]), bytes: kept.length } : undefined,
  };
  const metadata = await openTestMetadata(t);
  const smtp = await startSmtp(t);
  const place = {
    kind: 'smtp',
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'x@y.example',
  } as const;
  await using carrier = await openMailCarrier(needs, place);
  await using runner = openDueRunner({ ...needs, metadata, metrics: silentMetrics });
  runner.start(openMailDelivery({ ...needs, metadata, carrier, objects }).work);

  await metadata.transaction((unit) =>
    enqueueMail(needs, unit, {
      to: 'ada@example.org',
      subject: 'Hello',
      text: 'Hi.',
      file: { name: 'rows.jsonl.zst', object: 'org_a/x' },
    }),
  );

  for (let turn = 0; turn < 6_000 && smtp.received.length === 0; turn += 1) await sleep(5);
  assert.deepEqual(smtp.received[0]?.to, ['ada@example.org']);
  const data = smtp.received[0]?.data ?? '';
  assert.match(data, /^Content-Type: application\/octet-stream; name=rows\.jsonl\.zst/im);
  assert.ok(data.includes(kept.toString('base64')));
});
