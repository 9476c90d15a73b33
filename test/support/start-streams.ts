/** Audit streams on a metadata store, with a receiver on this machine, and a store that has what was shipped, unless a real one is given. */
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Actor } from '../../src/base/actor.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import type { AuditStreamDraft } from '../../src/contract/audit-streams.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { openOutbound } from '../../src/engines/outbound/open-outbound.ts';
import { runDue } from '../../src/engines/schedule/schedule.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import { bind, type Sql } from '../../src/engines/store/sql.ts';
import { wakeStreams } from '../../src/features/audit-streams/index.ts';
import { createStream } from '../../src/features/audit-streams/manage-streams.ts';
import { sendEntries } from '../../src/features/audit-streams/send-entries.ts';
import type { StreamNeeds } from '../../src/features/audit-streams/stream-needs.ts';
import { recordAudit } from '../../src/guard/audit/index.ts';
import { forgetShippedAudit, shipAudit } from '../../src/guard/audit/ship-audit.ts';
import { verifyAudit } from '../../src/guard/audit/verify-audit.ts';
import type { AccessUnderTest } from './open-access.ts';
import { type ReceivedCall, startReceiver } from './start-receiver.ts';

export interface ReceivedBody {
  readonly type: string;
  readonly stream: string;
  readonly from: number;
  readonly to: number;
  readonly previousHash: string;
  readonly entries: readonly (Record<string, unknown> & { seq: number; hash: string })[];
}

export async function startStreams(
  t: TestContext,
  access: AccessUnderTest,
  store?: StreamNeeds['store'],
) {
  const { metadata, clock } = access;
  const receiver = await startReceiver(t);
  const shipped: LogRecord[] = [];
  const needs: StreamNeeds = {
    metadata,
    clock,
    log: silentLog,
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    outbound: openOutbound({ networks: ['127.0.0.1'], hosts: [] }),
    store: store ?? {
      export: async (statement) => ({ content: Readable.from([storedLines(shipped, statement)]) }),
    },
    enqueueMail: access.needs.enqueueMail,
    publicOrigin: access.needs.publicOrigin,
  };
  const append = async (_organization: string, records: readonly LogRecord[]): Promise<void> =>
    void shipped.push(...records);
  return {
    needs,
    receiver,
    shipped,
    /** Records entries without shipping them. */
    record: (actor: Actor, count: number) =>
      metadata.transaction(async (unit) => {
        for (let i = 0; i < count; i++) {
          const event = { action: 'log.exported', resource: `run-${i}`, details: { i } } as const;
          await recordAudit(unit, actor, event, clock.now());
        }
      }),
    ship: () => shipAudit({ metadata, clock, log: silentLog, append, afterNumbering: wakeStreams }),
    verify: (organization: OrganizationId) =>
      verifyAudit(needs, organization, new AbortController().signal),
    /** Drops what was shipped and need not stay. */
    tidy: () => forgetShippedAudit({ metadata, clock }),
    create: (actor: Actor, draft: AuditStreamDraft) => createStream(needs, actor, draft),
    /** Sends what is due now, and what follows from it. */
    send: (signal = new AbortController().signal) =>
      runDue({ metadata, clock, log: silentLog }, sendEntries(needs), signal),
    bodies: () => receiver.calls.map(({ body }) => JSON.parse(body) as ReceivedBody),
  };
}

export type StreamsUnderTest = Awaited<ReturnType<typeof startStreams>>;

/** Whether a call is signed as Standard Webhooks 1.0 asks. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

/** Of what was shipped, the entries that a statement asks for: those of its organization from a number on. */
function storedLines(records: readonly LogRecord[], statement: Sql): Buffer {
  const [organization, , , , from, max] = [...bind(statement).parameters.values()];
  const lines = records
    .filter((record) => record.organization === organization)
    .map((record) => Object.fromEntries(record.attributes))
    .filter(({ seq }) => Number(seq) >= Number(from))
    .slice(0, Number(max))
    .map((entry) => `${JSON.stringify(entry)}\n`);
  return Buffer.from(lines.join(''));
}
