import { createHash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { newId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import {
  BATCHES_CHANNEL,
  insertBatch,
  readBatches,
  removeEmptyBatch,
} from '../tables/alert-batches-table.ts';
import { updateRule } from '../tables/alert-rules-table.ts';

/**
 * Assigns a rule to a batch of its organization and interval, or to a new one if all are full. The caller has locked
 * the row of the organization, so that no two rules take the last place. Returns the batch.
 */
export async function placeInBatch(
  unit: Unit,
  { clock }: { readonly clock: Clock },
  rule: Pick<Rule, 'id' | 'organization' | 'settings'>,
): Promise<string> {
  const { organization } = rule;
  const { interval } = rule.settings;
  const batches = await readBatches(unit, organization, interval);
  const roomy = batches.find(({ rules }) => rules < LIMITS.alerts.batchRulesMax);
  const batch = roomy?.id ?? newId('alertBatch');
  if (roomy === undefined) {
    const taken = new Set(batches.map(({ slice }) => slice));
    let slice = 0;
    while (taken.has(slice)) slice += 1;
    const phase = phaseOf(organization, interval, slice);
    const tickedAt = lastTick(clock.now(), interval, phase);
    await insertBatch(unit, {
      id: batch,
      organization_id: organization,
      interval_s: interval,
      slice,
      phase_s: phase,
      ticked_at: tickedAt,
      due_at: tickedAt + interval * SECOND_MS,
      lease_until: null,
      claimed_by: null,
      fence: 0,
      attempts: 0,
    });
    await unit.notify(BATCHES_CHANNEL, batch);
  }
  await updateRule(unit, organization, rule.id, { batch_id: batch });
  return batch;
}

/** The rule ticks no more, and its batch goes with the last one. */
export async function leaveBatch(
  unit: Unit,
  rule: Pick<Rule, 'id' | 'organization'>,
  batch: string | null,
): Promise<void> {
  if (batch === null) return;
  await updateRule(unit, rule.organization, rule.id, { batch_id: null });
  await removeEmptyBatch(unit, rule.organization, batch);
}

/** Spreads the ticks of organizations over the interval, and gives a batch that is made again the same grid. */
function phaseOf(organization: string, interval: number, slice: number): number {
  const digest = createHash('sha256').update(`${organization}:${interval}:${slice}`).digest();
  return digest.readUInt32BE(0) % interval;
}

/** Returns the last time on the grid that is not after `now`. */
function lastTick(now: number, interval: number, phase: number): number {
  const seconds = Math.floor(now / SECOND_MS);
  return (Math.floor((seconds - phase) / interval) * interval + phase) * SECOND_MS;
}
