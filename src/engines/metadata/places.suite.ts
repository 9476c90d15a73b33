import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metadata } from './metadata.ts';
import type { Migration } from './migrations/migration.ts';

/** Opens one and the same place each time it is called. */
export type OpenPlace = (migrations?: readonly Migration[]) => Promise<Metadata>;

/** Makes an empty place for one test; undefined when the test is skipped. */
export type NewPlace = (t: TestContext) => Promise<OpenPlace | undefined>;

/** Tables that break in every way the port tells of. */
export const things: Migration = {
  name: '9000-things',
  isAdditive: true,
  statements: ({ dialect, text, integer, real, blob, strict }) => [
    `create table owners (id ${text} primary key) ${strict}`,
    `create table things (
       id ${text} primary key,
       owner ${text} references owners (id),
       code ${text} unique,
       big ${integer},
       ratio ${real},
       bytes ${blob},
       constraint things_big check (big is null or big <> 13)
     ) ${strict}`,
    'create unique index things_owner_big on things (owner, big)',
    ...(dialect === 'sqlite'
      ? [
          `create trigger last_owner before delete on owners
           begin select raise(abort, 'last_owner'); end`,
        ]
      : [
          `create function refuse_last_owner() returns trigger language plpgsql as $$
           begin raise exception 'last_owner' using errcode = 'check_violation', constraint = 'last_owner'; end $$`,
          `create trigger last_owner before delete on owners
           for each row execute function refuse_last_owner()`,
        ]),
  ],
};

/** One test of the suite, on an empty store that has the things. */
export type PromiseOf = (
  name: string,
  check: (store: Metadata, open: OpenPlace) => Promise<void>,
) => void;

export function setting(key: string, value: string) {
  return { key, value, changed_at: 1_700_000_000_000 };
}

export async function settingsOf(store: Metadata): Promise<Record<string, string>> {
  const rows = await store.db.selectFrom('settings').selectAll().orderBy('key').execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function until(isTrue: () => boolean, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (isTrue()) return;
    await sleep(5);
  }
  assert.fail('it did not happen');
}
