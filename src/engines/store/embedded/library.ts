/** The library that ClickHouse is started from. Not every platform has one. */
import { existsSync } from 'node:fs';
import { libchdbPath } from 'chdb/libchdb';

/** Undefined where it is not installed. */
export function findLibrary(): string | undefined {
  try {
    const path = libchdbPath({ env: {} });
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
