import * as deadLetters from '../../contract/dead-letters.ts';
import * as elasticsearch from '../../contract/elasticsearch.ts';
import * as hec from '../../contract/hec.ts';
import * as events from '../../contract/ingest.ts';
import * as loki from '../../contract/loki.ts';
import * as otlp from '../../contract/otlp.ts';
import * as receipts from '../../contract/receipts.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Room } from '../../room.ts';
import type { Limits } from '../../spec/limits.ts';
import type { IngestNeeds } from './accept-events.ts';
import { deadLetterRoutes } from './dead-letters/dead-letter-routes.ts';
import type { DeadLetterNeeds } from './dead-letters/manage-dead-letters.ts';
import type { ReceiptNeeds } from './receipts/read-receipt.ts';
import { receiptRoutes } from './receipts/receipt-routes.ts';
import { ingestRoutes } from './routes.ts';

type Needs = DeadLetterNeeds &
  Omit<ReceiptNeeds, 'limits'> & {
    readonly queue: IngestQueue;
    readonly holding: IngestQueue;
    readonly limits: Limits;
    /** Undefined on a node without an API. */
    readonly ingest: IngestNeeds | undefined;
  };

export const ingestRoom = {
  contract: [events, otlp, hec, elasticsearch, loki, receipts, deadLetters],
  open: (needs) => {
    const { queue, holding, limits } = needs;
    return {
      routes: (app) => {
        if (needs.ingest !== undefined) ingestRoutes(app, needs.ingest);
        deadLetterRoutes(app, needs);
        receiptRoutes(app, { ...needs, limits: limits.ingest });
      },
      erase: async (organization) => {
        await queue.forgetOrganization(organization);
        await holding.forgetOrganization(organization);
      },
    };
  },
} as const satisfies Room<Needs>;
