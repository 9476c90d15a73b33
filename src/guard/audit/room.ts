import * as audit from '../../contract/audit.ts';
import type { Room } from '../../room.ts';
import type { ReservedWriter } from '../../spec/reserved-indexes.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { ExportNeeds } from './export-audit.ts';
import { auditRoutes } from './routes.ts';
import { verifyOverdue, type VerifyNeeds } from './verify-audit.ts';
import { forgetShippedAudit, hasAuditToShip, shipAudit, type ShipNeeds } from './ship-audit.ts';

type Needs = ExportNeeds &
  VerifyNeeds &
  Omit<ShipNeeds, 'append'> & {
    /** Puts records into the queue for the reserved index of a writer. */
    readonly appendReserved: (
      writer: ReservedWriter,
      ...rest: Parameters<ShipNeeds['append']>
    ) => Promise<void>;
  };

export const auditRoom = {
  contract: [audit],
  open: (needs) => {
    const append = needs.appendReserved.bind(undefined, 'guard/audit');
    return {
      routes: (app) => auditRoutes(app, needs),
      jobs: [
        {
          name: 'audit-shipping',
          everyMs: SECOND_MS,
          hasWork: () => hasAuditToShip(needs),
          run: async (signal) => void (await shipAudit({ ...needs, append }, signal)),
        },
        { name: 'audit-tidying', everyMs: MINUTE_MS, run: () => forgetShippedAudit(needs) },
        {
          name: 'audit-verifying',
          everyMs: HOUR_MS,
          run: (signal) => verifyOverdue(needs, signal),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;
