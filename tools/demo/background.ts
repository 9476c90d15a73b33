/** Activity without visitors: sign-ins, the database, jobs, the cluster. */
import type { DemoEvent } from './demo-event.ts';
import { deploymentEvents, type Shop } from './incident.ts';
import type { Random } from './random.ts';

const JOBS = ['invoice-mails', 'stock-sync', 'price-import', 'thumbnail-builder'] as const;
const NAMES = ['mara', 'jonas', 'elif', 'piotr', 'sofie', 'admin'] as const;

/** The events of the second that begins at `at`. */
export function backgroundEvents(
  random: Random,
  shop: Shop,
  startedAt: number,
  at: number,
): DemoEvent[] {
  const events = deploymentEvents(startedAt, at);
  if (random.chance(0.4)) events.push(signIn(random, at));
  if (random.chance(0.25)) events.push(database(random, shop, at));
  if (random.chance(0.3)) events.push(job(random, at));
  if (random.chance(0.03 + shop.poolLost * 0.1)) events.push(cluster(random, shop, at));
  return events;
}

function signIn(random: Random, at: number): DemoEvent {
  const isRefused = random.chance(0.12);
  const user = random.pick(NAMES);
  const address = isRefused
    ? `203.0.113.${random.integer(1, 40)}`
    : `10.0.4.${random.integer(1, 254)}`;
  const port = random.integer(30_000, 60_000);
  return {
    timestamp: at + random.integer(0, 900),
    index: 'security',
    level: isRefused ? 'warn' : 'info',
    source: 'sshd',
    event: isRefused
      ? `Failed password for invalid user ${user} from ${address} port ${port} ssh2`
      : `Accepted publickey for ${user} from ${address} port ${port} ssh2: ED25519 SHA256:${random.hex(12)}`,
    attributes: { host: `bastion-${random.integer(1, 2)}`, user, src_ip: address },
  };
}

function database(random: Random, shop: Shop, at: number): DemoEvent {
  const isFull = random.chance(shop.poolLost);
  const took = random.latency(isFull ? 4_000 : 35);
  return {
    timestamp: at + random.integer(0, 900),
    index: 'infra',
    level: isFull ? 'fatal' : took > 90 ? 'warn' : 'info',
    source: 'postgres',
    event: isFull
      ? 'FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute'
      : `LOG:  duration: ${took}.${random.integer(100, 999)} ms  statement: SELECT balance FROM ledger WHERE account = $1`,
    attributes: { host: 'db-1', database: 'payments', pid: random.integer(2_000, 9_000) },
  };
}

function job(random: Random, at: number): DemoEvent {
  const name = random.pick(JOBS);
  const isBad = random.chance(0.03);
  const items = random.integer(1, 900);
  return {
    timestamp: at + random.integer(0, 900),
    index: 'app',
    level: isBad ? 'error' : 'info',
    source: 'worker',
    event: isBad
      ? `job ${name} failed: upstream answered 503, will retry in ${random.integer(10, 90)} s (attempt ${random.integer(1, 3)} of 5)`
      : `job ${name} done: ${items} items in ${random.latency(800)} ms`,
    attributes: { service: 'worker', job: name, items, host: `wrk-${random.integer(1, 2)}` },
  };
}

function cluster(random: Random, shop: Shop, at: number): DemoEvent {
  const isHurt = random.chance(shop.poolLost);
  const pod = `payments-${random.hex(9)}-${random.hex(5)}`;
  return {
    timestamp: at + random.integer(0, 900),
    index: 'infra',
    level: isHurt ? 'warn' : 'info',
    source: 'kubernetes',
    event: isHurt
      ? `Readiness probe failed: HTTP probe failed with statuscode: 503 (pod ${pod})`
      : `Scaled up replica set inventory-${random.hex(9)} to ${random.integer(3, 6)}`,
    attributes: {
      namespace: 'shop',
      kind: isHurt ? 'Pod' : 'Deployment',
      reason: isHurt ? 'Unhealthy' : 'ScalingReplicaSet',
    },
  };
}
