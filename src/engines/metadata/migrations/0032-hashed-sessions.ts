import type { Migration } from './migration.ts';

/** Session tokens are stored as hashes from now on. SQLite has no hash function, so people sign in again. */
export const hashedSessions: Migration = {
  name: '0032-hashed-sessions',
  isAdditive: false,
  statements: () => ['delete from sessions'],
};
