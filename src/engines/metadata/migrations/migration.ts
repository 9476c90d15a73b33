import type { MetadataDialect } from '../metadata.ts';

/** One step of the schema. Once released it never changes; a correction is a further step. */
export interface Migration {
  /** The file's own name without the ending: a number of four digits and what it adds. */
  readonly name: string;
  /**
   * It only adds tables, indexes and columns that nobody has to fill: a release that does not know it goes on working
   * beside it. So nodes can be exchanged one by one, and the release before can be started again.
   */
  readonly isAdditive: boolean;
  /** One statement each, applied in order in one transaction. */
  readonly statements: (words: SchemaWords) => readonly string[];
}

/** Where the two stores name the same thing differently. Whatever else differs asks for the dialect. */
export interface SchemaWords {
  readonly dialect: MetadataDialect;
  /** Compared byte by byte, so that both stores sort alike. */
  readonly text: string;
  /** 64 bits; also for times. */
  readonly integer: string;
  readonly real: string;
  readonly blob: string;
  /** Stands behind the closing bracket of a table: SQLite then refuses values of another type. */
  readonly strict: string;
}

export const SCHEMA_WORDS: Readonly<Record<MetadataDialect, SchemaWords>> = {
  sqlite: {
    dialect: 'sqlite',
    text: 'text',
    integer: 'integer',
    real: 'real',
    blob: 'blob',
    strict: 'strict',
  },
  postgres: {
    dialect: 'postgres',
    text: 'text collate "C"',
    integer: 'bigint',
    real: 'double precision',
    blob: 'bytea',
    strict: '',
  },
};
