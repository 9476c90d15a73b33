import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Plan } from '../../spec/plans.ts';
import { DAY_MS, SECOND_MS } from '../../spec/units.ts';
import { dayOf } from './usage.ts';
import { readBytesOfDay } from './usage-table.ts';

/** Whether further events of an organization are stored, held back for a while, or refused. */
export type QuotaVerdict = 'open' | 'held' | 'paused';

/** What an organization may send a day, and what happens beyond. */
type Quota = Pick<Plan, 'dailyBytes' | 'overage'>;

export interface QuotaMeterNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly warnRatio: number;
  /** Undefined for an organization that does not exist. At once when it is known already. */
  readonly planOf: (organization: OrganizationId) => Quota | undefined | Promise<Quota | undefined>;
  /** Tells the Owners that the quota is nearly used up; called once a day, or again after a failure. */
  readonly warnOwners: (organization: OrganizationId, day: string) => Promise<void>;
}

/**
 * What each organization has used of its daily quota, as this node knows it: what is recorded for all
 * nodes, read anew every few seconds, and what this node has accepted since. It can be behind by what
 * other nodes accepted within those seconds, never ahead.
 */
export interface QuotaMeter {
  /** At once when everything is known already, which is the rule. */
  verdict(organization: OrganizationId): QuotaVerdict | Promise<QuotaVerdict>;
  /** This node has accepted events of so many bytes, as they were sent. */
  note(organization: OrganizationId, bytes: number): void;
  /** What an organization may send a day, as of its last verdict; undefined when it has no quota. */
  dailyBytes(organization: OrganizationId): number | undefined;
}

interface Meter {
  readonly organization: OrganizationId;
  /** Days since 1970. */
  readonly day: number;
  bytes: number;
  dailyBytes: number;
  /** Milliseconds since 1970, or never. */
  readAt: number;
  reading: Promise<void> | undefined;
  isWarned: boolean;
}

const NEVER = Number.NEGATIVE_INFINITY;
const READ_EVERY_MS = 5 * SECOND_MS;
/** Organizations of one node and day; beyond, all are read anew. */
const METERS_MAX = 20_000;

export function createQuotaMeter(needs: QuotaMeterNeeds): QuotaMeter {
  const meters = new Map<OrganizationId, Meter>();

  function meterOf(organization: OrganizationId, dailyBytes: number): Meter {
    const day = today(needs.clock);
    const known = meters.get(organization);
    if (known?.day === day) {
      known.dailyBytes = dailyBytes;
      return known;
    }
    if (known === undefined && meters.size >= METERS_MAX) meters.clear();
    const facts = { readAt: NEVER, reading: undefined, isWarned: false };
    const meter: Meter = { organization, day, bytes: 0, dailyBytes, ...facts };
    meters.set(organization, meter);
    return meter;
  }

  function judge(
    organization: OrganizationId,
    plan: Quota | undefined,
  ): QuotaVerdict | Promise<QuotaVerdict> {
    if (plan === undefined) return 'open';
    const { dailyBytes, overage } = plan;
    if (dailyBytes === null) return 'open';
    const meter = meterOf(organization, dailyBytes);
    const answer = (): QuotaVerdict => {
      if (meter.bytes < dailyBytes) return 'open';
      return overage === 'hold' ? 'held' : 'paused';
    };
    if (needs.clock.now() - meter.readAt < READ_EVERY_MS) return answer();
    const reading = (meter.reading ??= readMeter(needs, meter));
    // Only the first request of the day waits; later ones go by what is known.
    return meter.readAt === NEVER ? reading.then(answer) : answer();
  }

  return {
    verdict(organization) {
      const plan = needs.planOf(organization);
      return plan instanceof Promise
        ? plan.then((known) => judge(organization, known))
        : judge(organization, plan);
    },
    dailyBytes: (organization) => meters.get(organization)?.dailyBytes,
    note(organization, bytes) {
      const meter = meters.get(organization);
      // What is accepted while the day turns is read back with the next look at the records.
      if (meter === undefined || meter.day !== today(needs.clock)) return;
      meter.bytes += bytes;
      warnIfDue(needs, meter);
    },
  };
}

/**
 * What this node has accepted is recorded a moment later, so the records are either behind what it knows
 * or hold what other nodes have stored as well: the larger of the two is nearer to the truth.
 */
async function readMeter(needs: QuotaMeterNeeds, meter: Meter): Promise<void> {
  try {
    const day = dayOf(meter.day * DAY_MS);
    const recorded = await readBytesOfDay(needs.metadata, meter.organization, day);
    meter.bytes = Math.max(meter.bytes, recorded);
  } catch (error) {
    // Nobody is shut out because the records cannot be read.
    needs.log.warn({ organization: meter.organization, err: error }, 'usage could not be read');
  }
  meter.readAt = needs.clock.now();
  meter.reading = undefined;
  warnIfDue(needs, meter);
}

function warnIfDue(needs: QuotaMeterNeeds, meter: Meter): void {
  if (meter.isWarned || meter.bytes < meter.dailyBytes * needs.warnRatio) return;
  meter.isWarned = true;
  const { organization } = meter;
  needs.warnOwners(organization, dayOf(meter.day * DAY_MS)).catch((error: unknown) => {
    meter.isWarned = false;
    needs.log.warn({ organization, err: error }, 'quota warning to owners not sent');
  });
}

function today(clock: Clock): number {
  return Math.floor(clock.now() / DAY_MS);
}
