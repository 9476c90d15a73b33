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
  /** Undefined for an organization that does not exist. Synchronous if already known. */
  readonly planOf: (organization: OrganizationId) => Quota | undefined | Promise<Quota | undefined>;
  /** Tells the Owners that the quota is nearly used up; called once a day, or again after a failure. */
  readonly warnOwners: (organization: OrganizationId, day: string) => Promise<void>;
}

/**
 * Usage of each organization's daily quota, as known to this node: the total recorded by all nodes, re-read every few
 * seconds, plus what this node has accepted since. It can lag by what other nodes accepted within those seconds, but is
 * never ahead.
 */
export interface QuotaMeter {
  /** Synchronous if everything is already known, which is the usual case. */
  verdict(organization: OrganizationId): QuotaVerdict | Promise<QuotaVerdict>;
  /** Records accepted events of this node, in bytes as sent. */
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
/** Upper bound of organizations per node and day; above it, all are read again. */
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
    // Only the first request of the day waits; later ones use the known values.
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
      // Events accepted during the day change are included in the next read of the records.
      if (meter === undefined || meter.day !== today(needs.clock)) return;
      meter.bytes += bytes;
      warnIfDue(needs, meter);
    },
  };
}

/**
 * Records lag behind what this node has accepted, so they are either lower than its own count or include events stored
 * by other nodes: the larger value is closer to the truth.
 */
async function readMeter(needs: QuotaMeterNeeds, meter: Meter): Promise<void> {
  try {
    const day = dayOf(meter.day * DAY_MS);
    const recorded = await readBytesOfDay(needs.metadata, meter.organization, day);
    meter.bytes = Math.max(meter.bytes, recorded);
  } catch (error) {
    // Unreadable records must not block anyone.
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
