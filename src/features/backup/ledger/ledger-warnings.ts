import { isoTime } from '../../../base/clock.ts';
import type { SettledRows } from '../../../room.ts';
import type { Ledger } from '../../../engines/metadata/tables/ledger.ts';

/** The ledger, if it knows what was decided since the backup: one that is older knows less than the backup itself. */
export function usableLedger(ledger: Ledger | undefined, point: number): Ledger | undefined {
  return ledger !== undefined && ledger.at >= point ? ledger : undefined;
}

/** What the operator has to look at by hand after a restore. */
export function ledgerWarnings(
  ledger: Ledger | undefined,
  point: number,
  { disabled }: Pick<SettledRows, 'disabled'>,
): string[] {
  const warnings: string[] = [];
  if (ledger === undefined) {
    warnings.push(`There is no record of later changes next to the backups. ${MAY_BE_BACK}`);
  } else if (usableLedger(ledger, point) === undefined) {
    const times = `The record of changes is from ${isoTime(ledger.at)}, older than the backup from ${isoTime(point)}`;
    warnings.push(`${times}, and was not applied. ${MAY_BE_BACK}`);
  } else if (ledger.ways === undefined) {
    warnings.push(
      'The record of changes was written by an older release and doesn’t include OAuth clients, alert channels, exports, reports and allowlists. Those that were removed or changed after the backup may be active again. Check them.',
    );
  }
  if (disabled > 0) {
    warnings.push(
      `Disabled because they were changed after the backup: ${disabled} alert channels or exports. Check their settings, then enable them.`,
    );
  }
  return warnings;
}

const MAY_BE_BACK =
  'Anything revoked, removed or deleted after the backup may be active again. Check members, API keys, OAuth clients, allowlists, public links and badges, alert channels and exports before you open the server to users.';
