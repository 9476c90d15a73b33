import type { Clock } from '../../../base/clock.ts';
import type { Ledger } from '../../../engines/metadata/tables/ledger.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AfterRestore, SettledRows } from '../../../room.ts';

interface ApplyNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
  /** Of every room that has something to settle, in this order. */
  readonly afterRestore: readonly AfterRestore[];
}

const NOTHING: SettledRows = {
  sessionsEnded: 0,
  organizationsErased: 0,
  indexesErased: 0,
  revoked: 0,
  deletionsRepeated: 0,
  disabled: 0,
};

/** Brings restored metadata up to what was decided since the backup. All of it or nothing. */
export async function applyLedger(
  { metadata, clock, afterRestore }: ApplyNeeds,
  ledger: Ledger | undefined,
  point: number,
): Promise<SettledRows> {
  const restored = { ledger, point, now: clock.now() };
  return metadata.transaction(async (unit) => {
    let sum = NOTHING;
    for (const settle of afterRestore) sum = add(sum, await settle(unit, restored));
    return sum;
  });
}

function add(sum: SettledRows, part: Partial<SettledRows>): SettledRows {
  return {
    sessionsEnded: sum.sessionsEnded + (part.sessionsEnded ?? 0),
    organizationsErased: sum.organizationsErased + (part.organizationsErased ?? 0),
    indexesErased: sum.indexesErased + (part.indexesErased ?? 0),
    revoked: sum.revoked + (part.revoked ?? 0),
    deletionsRepeated: sum.deletionsRepeated + (part.deletionsRepeated ?? 0),
    disabled: sum.disabled + (part.disabled ?? 0),
  };
}
