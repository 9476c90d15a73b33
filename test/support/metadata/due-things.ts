import { sql } from 'kysely';
import type { Metadata, Unit } from '../../../src/engines/metadata/metadata.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { Log } from '../../../src/base/log.ts';
import type { Claim, DueColumns, DueWork } from '../../../src/engines/schedule/schedule.ts';
import { LIMITS } from '../../../src/spec/limits.ts';
import type { FakeClock } from '../fake-clock.ts';

/** A table whose rows are due, and one that tells what was settled: both for tests of due work alone. */
export interface Thing extends DueColumns {
  readonly owner: string;
}

export interface Settlement {
  readonly thing: string;
  readonly note: string;
}

export async function createThings({ db }: Pick<Metadata, 'db'>): Promise<void> {
  await sql`create table if not exists things (
    id text primary key, owner text not null, due_at bigint, lease_until bigint, claimed_by text,
    fence bigint not null, attempts bigint not null)`.execute(db);
  await sql`create index if not exists things_due on things (due_at) where due_at is not null`.execute(
    db,
  );
  await sql`create index if not exists things_leases on things (lease_until)
    where lease_until is not null`.execute(db);
  await sql`create table if not exists settlements (thing text not null, note text not null)`.execute(
    db,
  );
}

const ROWS_PER_INSERT = 1_000;

export async function addThings(
  { db }: Pick<Metadata, 'db'>,
  things: readonly Pick<Thing, 'id' | 'owner' | 'due_at'>[],
): Promise<void> {
  for (let from = 0; from < things.length; from += ROWS_PER_INSERT) {
    const rows = things
      .slice(from, from + ROWS_PER_INSERT)
      .map(({ id, owner, due_at: dueAt }) => sql`(${id}, ${owner}, ${dueAt}, 0, 0)`);
    await sql`insert into things (id, owner, due_at, fence, attempts)
      values ${sql.join(rows)}`.execute(db);
  }
}

export async function makeDue(unit: Pick<Unit, 'db'>, id: string, dueAt: number): Promise<void> {
  await sql`update things set due_at = ${dueAt} where id = ${id}`.execute(unit.db);
}

export async function noteSettlement(unit: Unit, thing: string, note: string): Promise<void> {
  await sql`insert into settlements (thing, note) values (${thing}, ${note})`.execute(unit.db);
}

export async function readThings({ db }: Pick<Metadata, 'db'>): Promise<Thing[]> {
  return (await sql<Thing>`select * from things order by id`.execute(db)).rows;
}

export async function readSettlements({ db }: Pick<Metadata, 'db'>): Promise<Settlement[]> {
  return (await sql<Settlement>`select thing, note from settlements order by thing`.execute(db))
    .rows;
}

export interface Place {
  readonly metadata: Metadata;
  readonly clock: FakeClock;
  readonly logged: string[];
  readonly log: Log;
  /** One more node on the same rows. */
  open(): Promise<Metadata>;
  add(...things: readonly Pick<Thing, 'id' | 'owner' | 'due_at'>[]): Promise<void>;
}

export type PromiseOf = (name: string, check: (place: Place) => Promise<void>) => void;

export const LEASE_MS = LIMITS.schedule.rowLeaseMs;
export const RETRY_MS = 1_000;
export const ATTEMPTS_MAX = 3;

interface Behaviour {
  readonly note?: string;
  readonly leaseMs?: number;
  /** After this time the row is due again; otherwise never. */
  readonly nextMs?: number;
  readonly onWork?: (row: Thing, claim: Claim) => Promise<void>;
}

export function workThat(
  { metadata, clock }: { readonly metadata: Metadata; readonly clock: Clock },
  { note = 'done', leaseMs = LEASE_MS, nextMs, onWork = async () => {} }: Behaviour,
): DueWork<Thing> {
  return {
    name: 'things',
    table: 'things',
    owner: 'owner',
    placesMax: 8,
    leaseMs,
    everyMs: 60_000,
    channel: 'things',
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: (attempts) => RETRY_MS * attempts,
    async work(row, claim) {
      await onWork(row, claim);
      await metadata.transaction(async (unit) => {
        await noteSettlement(unit, row.id, note);
        await claim.settle(unit, { dueAt: nextMs === undefined ? null : clock.now() + nextMs });
      });
    },
    giveUp: (row, claim, reason) =>
      metadata.transaction(async (unit) => {
        await noteSettlement(unit, row.id, reason instanceof Error ? reason.message : 'unknown');
        await claim.settle(unit, { dueAt: null });
      }),
  };
}
