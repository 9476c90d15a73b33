import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  countConnections,
  HOSTILE_URLS,
  INSIDE,
} from '../../../../test/support/http/hostile-addresses.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { openTestDestinations } from '../../../../test/support/exports/open-test-destinations.ts';
import { startReceiver } from '../../../../test/support/start-receiver.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import type { Objects } from '../../../engines/objects/objects.ts';
import { openOutbound } from '../../../engines/outbound/open-outbound.ts';
import type { OutboundRequest } from '../../../engines/outbound/outbound.ts';
import type { FinishedRun } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { webhookKeyOf } from './webhook-secret.ts';

const { signal: never } = new AbortController();
/** Nothing is read or written where runs are told of. */
const NO_OBJECTS = {} as Objects;

async function start(t: TestContext, change: Partial<DestinationNeeds> = {}) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const destinations = openTestDestinations({ metadata, clock, objects: NO_OBJECTS, ...change });
  const { id: organization, owner } = await access.newOrganization();
  const mails = async (): Promise<Mail[]> => {
    const rows = await metadata.db
      .selectFrom('mail_outbox')
      .selectAll()
      .orderBy('recipient')
      .execute();
    return rows.map(({ recipient, subject, body }) => ({
      to: recipient,
      subject,
      ...(JSON.parse(body ?? '{}') as Omit<Mail, 'to' | 'subject'>),
    }));
  };
  return { access, destinations, organization, owner, mails };
}

function finished(
  organization: OrganizationId,
  sizes: readonly number[],
  run = 'exr_1',
): FinishedRun {
  const files = sizes.map((bytes, i) => ({
    name: `all-1/dt=2026-11-15/20261115T090000Z_20261115T100000Z_${i + 1}.csv`,
    rows: 1,
    bytes,
    sha256: '0'.repeat(64),
    from: '2026-11-15T09:00:00.000Z',
    to: '2026-11-15T10:00:00.000Z',
  }));
  const manifest: Manifest = {
    version: 1,
    organization,
    export: 'exp_1',
    name: 'Everything',
    run,
    revision: 1,
    mode: 'report',
    window: { from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z' },
    query: '*',
    format: 'csv',
    compression: 'none',
    columns: ['a'],
    files,
    totals: { files: files.length, rows: files.length, bytes: sizes.reduce((a, b) => a + b, 0) },
    previous: null,
  };
  const facts = { id: 'exp_1', name: 'Everything' };
  return { organization, export: facts, run, manifest, manifestName: 'all-1/manifests/x.json' };
}

test('members get a mail a run, once, and whoever has left gets none', async (t) => {
  const { access, destinations, organization, owner, mails } = await start(t);
  const member = await access.join(organization, 'member');
  const { id: elsewhere } = await access.newOrganization();
  const recipients = [owner.memberId, member.memberId];
  const kept = await destinations.settle(organization, { kind: 'mail', recipients });
  await assert.rejects(destinations.settle(elsewhere, { kind: 'mail', recipients }), {
    code: 'NOT_FOUND',
  });

  await destinations.tell(kept, finished(organization, [100]), never);
  await destinations.tell(kept, finished(organization, [100]), never);
  assert.deepEqual(
    (await mails()).map(({ to }) => to),
    [owner.email, member.email].toSorted(),
  );

  await access.metadata.db.deleteFrom('members').where('id', '=', member.memberId).execute();
  await destinations.tell(kept, finished(organization, [100], 'exr_2'), never);
  assert.equal((await mails()).length, 3);
  const nobody = {
    ...kept,
    shown: { kind: 'mail' as const, recipients: [member.memberId] },
  };
  const telling = destinations.tell(nobody, finished(organization, [100], 'exr_3'), never);
  await assert.rejects(telling, { name: 'DestinationError', isLasting: true });
});

test('a small file goes along, a larger one and several are fetched by whoever signs in', async (t) => {
  const { destinations, organization, owner, mails } = await start(t);
  const { fileBytesMax } = LIMITS.mail;
  const recipients = [owner.memberId];
  const kept = await destinations.settle(organization, { kind: 'mail', recipients });
  const runs = [[fileBytesMax], [fileBytesMax + 1], [1, 1], []];
  for (const [i, sizes] of runs.entries()) {
    await destinations.tell(kept, finished(organization, sizes, `exr_${i}`), never);
  }

  const sent = await mails();
  const along = sent.filter(({ file }) => file !== undefined);
  assert.equal(sent.length, runs.length);
  assert.deepEqual(
    along.map(({ file }) => file),
    [
      {
        name: '20261115T090000Z_20261115T100000Z_1.csv',
        object: `${organization}/exports/all-1/dt=2026-11-15/20261115T090000Z_20261115T100000Z_1.csv`,
      },
    ],
  );
  for (const { text } of sent) assert.match(text, /https:\/\/logs\.example\.com\/exports\/exp_1/);
});

test('a webhook gets the manifest, signed so that others can tell, under the id of the run', async (t) => {
  const receiver = await startReceiver(t);
  const { access, destinations, organization } = await start(t);
  access.clock.advance(Date.now() - access.clock.now());
  const url = `${receiver.url}/hook?token=hidden`;
  const kept = await destinations.settle(organization, { kind: 'webhook', url });
  const run = finished(organization, [1]);

  await destinations.tell(kept, run, never);

  const [call] = receiver.calls;
  assert.ok(call !== undefined);
  const key = webhookKeyOf(kept) ?? '';
  const reported = new Webhook(key).verify(call.body, call.headers as Record<string, string>) as {
    readonly type: string;
    readonly data: { readonly manifest: Manifest };
  };
  assert.equal(call.headers['webhook-id'], run.run);
  assert.equal(reported.type, 'export.finished');
  assert.deepEqual(reported.data.manifest, run.manifest);
  assert.equal(JSON.stringify(kept.shown).includes('hidden'), false);

  const again = await destinations.settle(organization, { kind: 'webhook' }, kept);
  const moved = await destinations.settle(organization, { kind: 'webhook', url: `${url}2` }, kept);
  assert.equal(webhookKeyOf(again), key);
  assert.notEqual(webhookKeyOf(moved), key);
  await assert.rejects(destinations.settle(organization, { kind: 'webhook' }), {
    code: 'VALIDATION_ERROR',
  });
});

test('a receiver that fails is told of again, one that is gone is not', async (t) => {
  const { callMsMax } = LIMITS.exports;
  const sent: OutboundRequest[] = [];
  let status = 500;
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    return { status, headers: {}, body: new Uint8Array() };
  };
  const outbound = { check: () => {}, send };
  const { destinations, organization } = await start(t, { outbound });
  const url = 'https://hooks.example.com/x';
  const kept = await destinations.settle(organization, { kind: 'webhook', url });
  const tell = () => destinations.tell(kept, finished(organization, [1]), never);

  await assert.rejects(tell(), { message: 'The receiver returned 500.', isLasting: false });
  status = 410;
  await assert.rejects(tell(), { isLasting: true });
  assert.ok(sent.every(({ totalMsMax }) => totalMsMax === callMsMax));
});

test(`none of ${HOSTILE_URLS.length} hostile addresses is called, nor a name that leads inside later`, async (t) => {
  let address = '127.0.0.1';
  const outbound = openOutbound({ networks: [], hosts: [] }, { resolve: async () => [address] });
  const { destinations, organization } = await start(t, { outbound });
  const bucket = { region: 'eu-test-1', bucket: 'exports', accessKeyId: 'a', secretAccessKey: 'b' };
  const connections = countConnections(t);
  const refused = { name: /AppError|ObjectsError|DestinationError/ };

  const tryBoth = async (url: string): Promise<void> => {
    const drafts = [
      { kind: 'webhook', url },
      { kind: 's3', endpoint: url, ...bucket },
    ] as const;
    for (const draft of drafts) {
      await assert.rejects(
        async () => {
          const kept = await destinations.settle(organization, draft);
          if (draft.kind === 's3') await destinations.test(organization, kept, never);
          else await destinations.tell(kept, finished(organization, [1]), never);
        },
        refused,
        url,
      );
    }
  };
  for (const url of HOSTILE_URLS) await tryBoth(url);
  // The name was fine when it was saved.
  for (address of INSIDE) await tryBoth('https://rebinding.example/');

  assert.equal(connections(), 0);
});
