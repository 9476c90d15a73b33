import type { MetadataDialect } from '../metadata.ts';

/** One step of the schema. Once released it never changes; a correction is a further step. */
export interface Migration {
  /** The file's own name without the ending: a number of four digits and what it adds. */
  readonly name: string;
  /**
   * Only adds tables, indexes and optional columns: releases that don't know it keep working. So nodes can be upgraded
   * one by one, and the previous release can be started again.
   */
  readonly isAdditive: boolean;
  /** One statement each, applied in order in one transaction. */
  readonly statements: (words: SchemaWords) => readonly string[];
}

/** Names that differ between the two stores. For other differences, check the dialect. */
export interface SchemaWords {
  readonly dialect: MetadataDialect;
  /** Compared byte by byte, so that both stores sort alike. */
  readonly text: string;
  /** 64 bits; also for times. */
  readonly integer: string;
  readonly real: string;
  readonly blob: string;
  /** Appended to CREATE TABLE, so that SQLite rejects values of another type. */
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
