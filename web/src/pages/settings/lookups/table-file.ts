/** A file chosen for a lookup table: its type, and a suggested table name. */
import { LIMITS } from '../../../../../src/spec/limits.ts';

const JSON_ENDINGS = ['.jsonl', '.ndjson', '.json'];

export function contentTypeOf(fileName: string): 'text/csv' | 'application/x-ndjson' {
  const name = fileName.toLowerCase();
  return JSON_ENDINGS.some((ending) => name.endsWith(ending)) ? 'application/x-ndjson' : 'text/csv';
}

/** `Team list (2).csv` becomes `team-list-2`. */
export function tableNameOf(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, LIMITS.lookups.nameCharactersMax);
}
