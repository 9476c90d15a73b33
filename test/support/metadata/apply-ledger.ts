/** Settles a restored store as the restoring program does: every room what is its own. */
import { gatherAfterRestore } from '../../../src/compose/walk-rooms.ts';
import { applyLedger as apply } from '../../../src/features/backup/ledger/apply-ledger.ts';

export function applyLedger(
  needs: Omit<Parameters<typeof apply>[0], 'afterRestore'>,
  ledger: Parameters<typeof apply>[1],
  point: number,
): ReturnType<typeof apply> {
  return apply({ ...needs, afterRestore: gatherAfterRestore() }, ledger, point);
}
