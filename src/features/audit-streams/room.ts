import type { Metrics } from '../../base/metrics.ts';
import * as auditStreams from '../../contract/audit-streams.ts';
import { renewSecrets } from '../../engines/secrets/renew-secrets.ts';
import type { AccessNeeds } from '../../guard/access/index.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS } from '../../spec/units.ts';
import { streamSecretKeeper } from './audit-streams-table.ts';
import { sendEntries } from './send-entries.ts';
import type { StreamNeeds } from './stream-needs.ts';
import { auditStreamKind } from './stream-kind.ts';
import { streamRoutes } from './stream-routes.ts';
import { watchStreams } from './watch-streams.ts';

type Needs = Omit<StreamNeeds, 'enqueueMail' | 'publicOrigin'> & {
  readonly metrics: Metrics;
  readonly access: Pick<AccessNeeds, 'publicOrigin' | 'enqueueMail'>;
};

export const auditStreamsRoom = {
  contract: [auditStreams],
  open: (needs) => {
    const { publicOrigin, enqueueMail } = needs.access;
    const whole = { ...needs, publicOrigin, enqueueMail };
    return {
      routes: (app) => streamRoutes(app, whole),
      kinds: [auditStreamKind(whole)],
      startDue: (runner) => runner.start(sendEntries(whole)),
      jobs: [
        watchStreams(whole),
        {
          name: 'audit-stream-secrets',
          everyMs: HOUR_MS,
          run: async (signal) =>
            void (await renewSecrets(whole, streamSecretKeeper(whole.metadata), signal)),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
