/**
 * A node that does nothing but number audit entries and send them to streams, for the crash test. It prints `ready`, then
 * works until it is killed. Leases and the waits of failed requests are short, so that the test is.
 *
 *   node audit-stream-node.ts <address of PostgreSQL>
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { openOutbound } from '../../src/engines/outbound/open-outbound.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import { wakeStreams } from '../../src/features/audit-streams/index.ts';
import { sendEntries } from '../../src/features/audit-streams/send-entries.ts';
import { shipAudit } from '../../src/guard/audit/ship-audit.ts';
import { SECRET } from './audit-stream-secret.ts';

const [url = ''] = process.argv.slice(2);
const base = { clock: systemClock, log: silentLog };
const metadata = await openMetadata(base, { kind: 'postgres', url });
const runner = openDueRunner({ ...base, metadata, metrics: silentMetrics });
const work = sendEntries({
  ...base,
  metadata,
  secrets: openSecrets({ secret: SECRET, previous: undefined }),
  outbound: openOutbound({ networks: ['127.0.0.1'], hosts: [] }),
  store: { export: async () => ({ content: Readable.from([]) }) },
  enqueueMail: async () => {},
  publicOrigin: () => 'https://logs.example.com',
});
runner.start({ ...work, leaseMs: 1_500, everyMs: 100 });
process.stdout.write('ready\n');
const append = async (): Promise<void> => sleep(Math.random() * 5);
for (;;) {
  await shipAudit({ ...base, metadata, append, afterNumbering: wakeStreams });
  // Whoever waits for its next try is due at once.
  await metadata.db
    .updateTable('audit_streams')
    .set({ due_at: systemClock.now() })
    .where('failures', '>', 0)
    .where('lease_until', 'is', null)
    .execute();
  await sleep(50);
}
