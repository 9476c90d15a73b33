/** Finds the field that a query groups by, and possible replacements. */
import type { FieldList } from '../../../../src/contract/search-views.ts';
import { parse, type Stage } from '../../../../src/language/index.ts';

export interface GroupField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The field of a BY that begins at the position; undefined where none does. */
export function groupFieldAt(query: string, position: number): GroupField | undefined {
  const stages = parse(query).query?.stages ?? [];
  return stages
    .flatMap(fieldsOf)
    .map(({ name, start, end }) => ({ name, start, end }))
    .find(({ start }) => start === position);
}

function fieldsOf(stage: Stage): readonly GroupField[] {
  switch (stage.kind) {
    case 'stats':
    case 'eventstats':
    case 'streamstats':
    case 'tstats':
      return stage.by.map(({ field }) => field);
    case 'chart':
      return [stage.over, stage.split].flatMap((key) => (key === undefined ? [] : [key.field]));
    default:
      return [];
  }
}

export interface OtherField {
  readonly name: string;
  /** As written in a query. */
  readonly text: string;
  readonly share: string;
}

const OTHERS_MAX = 8;
/** More groups than this are no overview. */
const DISTINCT_MAX = 200;
const PLAIN_NAME = /^[A-Za-z_][\w.]*$/;

/** Those that most events have, and that tell them apart. */
export function otherFields({ fields, sampled }: FieldList, present: string): OtherField[] {
  const own = fields.find(({ name }) => name === present)?.count ?? 0;
  return fields
    .filter(({ name, count }) => name !== present && !name.startsWith('_') && count > own)
    .filter(({ distinct }) => distinct > 1 && distinct <= DISTINCT_MAX)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, OTHERS_MAX)
    .map(({ name, count }) => ({
      name,
      text: PLAIN_NAME.test(name) ? name : `'${name.replaceAll("'", String.raw`\'`)}'`,
      share: `${Math.floor((count / Math.max(1, sampled)) * 100)}%`,
    }));
}
