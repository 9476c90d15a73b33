/**
 * Every table of the metadata store, as both engines keep it. Times are milliseconds since 1970, UTC.
 *
 * The tables of the store itself stand here. A room's stand in a file of its own in `tables/`, which adds
 * them to this interface; each also needs a migration.
 */
export interface Tables {
  schema_migrations: MigrationRow;
  schema_additions: AdditionRow;
  settings: SettingRow;
}

/** Applied migrations, in order. */
interface MigrationRow {
  position: number;
  name: string;
  checksum: string;
  applied_at: number;
}

/** A migration that releases without it can work with. */
interface AdditionRow {
  name: string;
}

/** Facts about the installation itself. */
interface SettingRow {
  key: string;
  value: string;
  changed_at: number;
}
