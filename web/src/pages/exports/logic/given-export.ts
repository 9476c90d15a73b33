/** A new export as the address of its page: what the search page or a link brings along. */
import { EXPORT_MODES } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { EMPTY_EXPORT, type ExportForm } from './export-form.ts';

/** A link can contain anything; invalid values are dropped. */
export function readGiven(given: Readonly<Record<string, string>>): ExportForm {
  const mode = EXPORT_MODES.find((each) => each === given['mode']) ?? EMPTY_EXPORT.mode;
  const query = given['q'] ?? '';
  return {
    ...EMPTY_EXPORT,
    name: (given['name'] ?? '').slice(0, LIMITS.exports.nameCharactersMax),
    mode,
    query: query.trim() === '' ? EMPTY_EXPORT.query : query,
    ...(mode === 'report' ? REPORT : {}),
    ...(given['earliest'] === undefined ? {} : { earliest: given['earliest'] }),
    ...(given['latest'] === undefined ? {} : { latest: given['latest'] }),
  };
}

/** People read reports: once a day, in a form that every program opens. */
const REPORT = { timing: 'cron', format: 'csv' } as const;
