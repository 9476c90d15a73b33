import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import type { SavedRows } from '../../../contract/log-export.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { recordAudit } from '../../../guard/audit/index.ts';

/** The rows are in the browser already; that they become a file is an export like any other. */
export async function recordSavedRows(
  { metadata, clock }: { readonly metadata: Pick<Metadata, 'transaction'>; readonly clock: Clock },
  actor: Actor,
  { query, ...saved }: SavedRows,
): Promise<void> {
  const details = { query: query.trim() === '' ? '*' : query, ...saved };
  const event = { action: 'log.exported', resource: 'logs', details } as const;
  await metadata.transaction((unit) => recordAudit(unit, actor, event, clock.now()));
}
