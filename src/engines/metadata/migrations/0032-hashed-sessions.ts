import type { Migration } from './migration.ts';

/** Tokens of sessions are kept as hashes from now on. SQLite has no function for that: people sign in again. */
export const hashedSessions: Migration = {
  name: '0032-hashed-sessions',
  isAdditive: false,
  statements: () => ['delete from sessions'],
};
