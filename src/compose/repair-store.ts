import { StartError } from '../base/errors.ts';
import type { Config } from '../config/index.ts';
import { findEngine, repairEmbedded, type RepairReport } from '../engines/store/open-store.ts';

/** Only for the segment store; other engines maintain their files themselves. */
export async function repairStore(
  { store, data }: Pick<Config, 'store' | 'data'>,
  how: { readonly isMoved: boolean },
): Promise<RepairReport> {
  const isOurs = store.kind === 'embedded' && (await findEngine(store.directory)) === 'segments';
  if (!isOurs) throw new StartError(`The log store in ${data} is not a segment store.`);
  try {
    return await repairEmbedded(store.directory, how);
  } catch (error) {
    // In use, or of a newer release: a sentence for the operator.
    throw new StartError(error instanceof Error ? error.message : String(error), error);
  }
}
