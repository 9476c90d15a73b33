import { createHash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Repository } from '../repository/open-repository.ts';
import { readLedger } from './ledger-table.ts';

export interface LedgerNeeds {
  readonly clock: Clock;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly repository: Pick<Repository, 'writeNote'>;
}

/**
 * Writes the ledger into the repository, unless its contents are unchanged since the last write. Returns the contents.
 */
export async function noteLedger(needs: LedgerNeeds, noted?: string): Promise<string> {
  const at = needs.clock.now();
  const content = await readLedger(needs.metadata, at);
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  if (digest !== noted) await needs.repository.writeNote(JSON.stringify({ ...content, at }));
  return digest;
}
