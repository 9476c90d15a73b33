/** What a query may do with lookup tables: open those of its organization, and write when it may. */
import type { Actor } from '../../../base/actor.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import { requirePermission } from '../../../base/require-permission.ts';
import { LOOKUP_NAME } from '../../../contract/lookups.ts';
import type { OutputlookupStage } from '../../../language/index.ts';
import { type LookupUse, refuse } from '../compile/context.ts';
import type { LookupTables } from './lookup-tables.ts';
import type { OpenLookup } from './open-lookup.ts';

export async function openKnownLookup(
  { lookups }: { readonly lookups: Pick<LookupTables, 'open' | 'names'> },
  { organization }: Actor,
  stage: LookupUse,
): Promise<OpenLookup> {
  const table = await lookups.open(organization, stage.table);
  if (table !== undefined) return table;
  const near = nearestName(stage.table, await lookups.names(organization));
  const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
  throw refuse(stage, `No such lookup table: “${stage.table}”.${hint}`);
}

const NAME = new RegExp(LOOKUP_NAME);

/** Only searches sent for that purpose may write; following a link must not. */
export function requireMayWrite(actor: Actor, mayWrite: boolean, stage: OutputlookupStage): void {
  if (!NAME.test(stage.table)) {
    const message = 'A lookup table name can only contain lower-case letters, digits, `_` and `-`.';
    throw refuse(stage, message);
  }
  if (!mayWrite) {
    throw refuse(stage, '`outputlookup` writes data and requires a search sent with POST.');
  }
  requirePermission(
    actor,
    'lookups:write',
    '`outputlookup` requires the permission lookups:write.',
  );
}
