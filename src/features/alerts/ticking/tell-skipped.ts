import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { noteEvents } from '../watching/note-event.ts';

/** Ticks were missed that nobody makes up for: what only they would have seen was seen by no rule. */
export async function tellSkipped(
  needs: SettleNeeds,
  unit: Unit,
  batch: AlertBatchRow,
  skipped: number,
  at: number,
): Promise<void> {
  const organization = organizationId(batch.organization_id);
  const seconds = skipped * batch.interval_s;
  const text = `${skipped} ticks of rules with an interval of ${batch.interval_s} s were skipped`;
  const details = { skipped, interval: batch.interval_s, seconds };
  await noteEvents(unit, organization, [{ kind: 'ticks_skipped', text, details }], at);
  await needs.queueNotice(unit, organization, {
    title: 'Alert rules have missed ticks',
    body:
      `Rules that are looked at every ${batch.interval_s} seconds were not for a while. The last ticks were made up ` +
      `for, ${skipped} older ones were not: whatever only they would have seen has fired nothing.`,
    to: 'owners',
    key: 'ticks_skipped',
  });
}
