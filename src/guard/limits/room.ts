import type { Room } from '../../room.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { bookExpiredHolds } from './ai-credits.ts';
import { forgetCountedBatches } from './usage.ts';

type Needs = Parameters<typeof bookExpiredHolds>[0] & Parameters<typeof forgetCountedBatches>[0];

export const limitsRoom = {
  contract: [],
  open: (needs) => ({
    jobs: [
      {
        name: 'usage-tidying',
        everyMs: MINUTE_MS,
        run: async () => {
          await forgetCountedBatches(needs);
          await bookExpiredHolds(needs);
        },
      },
    ],
  }),
} as const satisfies Room<Needs>;
