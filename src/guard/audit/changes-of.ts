import { LIMITS } from '../../spec/limits.ts';

/**
 * A managed object before and after a change, without its secrets. `before` is undefined if it is new, `after` if it
 * was deleted.
 */
export interface ManagedChange {
  readonly before?: object;
  readonly after?: object;
  /** Names of replaced secrets: the log contains the names, and nothing about the values. */
  readonly secrets?: readonly string[];
}

/** One changed field; without `before` it was added, without `after` it was removed. */
export interface FieldChange {
  /** A path such as `condition.value` or `steps.2.pattern`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: 'changed';
}

export interface Changes {
  /** Changed fields of the object itself; omitted if it is new or deleted, since that would be all of them. */
  readonly changed?: readonly string[];
  readonly changes: readonly FieldChange[];
  /** How many more fields differ than are listed. */
  readonly changesLeftOut?: number;
}

const { changesCharactersMax, changedCharactersMax } = LIMITS.audit;

/** What everybody knows of an entry already: they change with every change. */
const BOOKKEEPING = new Set(['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']);

/** Lists the differences field by field, within a size limit for any object. */
export function changesOf({ before, after, secrets = [] }: ManagedChange): Changes {
  const differences: Difference[] = [];
  compare('', managedOf(before), managedOf(after), differences);
  const found: FieldChange[] = [
    ...secrets.map((field) => ({ field, secret: 'changed' }) as const),
    ...differences.map(excerpted),
  ];
  const changes = withinRoom(found, changesCharactersMax);
  const leftOut = found.length - changes.length;
  const names = new Set(found.map(({ field }) => field.split('.', 1)[0] ?? field));
  return {
    ...(before === undefined || after === undefined
      ? {}
      : { changed: withinRoom([...names], changedCharactersMax) }),
    changes,
    ...(leftOut === 0 ? {} : { changesLeftOut: leftOut }),
  };
}

interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

function managedOf(thing: object = {}): object {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => !BOOKKEEPING.has(name)));
}

function compare(field: string, before: unknown, after: unknown, found: Difference[]): void {
  if (before === after) return;
  const path = (name: string): string => (field === '' ? name : `${field}.${name}`);
  if (Array.isArray(before) && Array.isArray(after)) {
    const places = placesOf(before, after);
    if (places !== undefined) {
      for (const { name, was, is } of places) compare(path(name), was, is, found);
      return;
    }
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(path(name), before[name], after[name], found);
    }
    return;
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ field, before, after });
}

interface Place {
  readonly name: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Matches the items of two lists by id, otherwise by position. Undefined for lists of plain values. */
function placesOf(before: readonly unknown[], after: readonly unknown[]): Place[] | undefined {
  const all = [...before, ...after];
  if (!all.every(isRecord)) return undefined;
  if (all.every(({ id }) => typeof id === 'string')) {
    const [was, is] = [before, after].map(
      (list) => new Map(list.map((part) => [(part as { id: string }).id, part])),
    );
    const ids = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
    return [...ids].map((id) => ({ name: id, was: was?.get(id), is: is?.get(id) }));
  }
  // Equal items at the start and at the end have not moved when something was inserted in between.
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const [was, is] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ];
  return Array.from({ length: Math.max(was.length, is.length) }, (_, at) => ({
    name: String(start + at + 1),
    was: was[at],
    is: is[at],
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Long values are cut to the part in which they begin to differ. */
function excerpted({ field, before, after }: Difference): FieldChange {
  const [was, is] = [textOf(before), textOf(after)];
  const max = LIMITS.audit.changeCharactersMax;
  if (was.length <= max && is.length <= max) {
    return {
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  }
  let from = 0;
  while (from < was.length && was[from] === is[from]) from += 1;
  from = Math.max(0, from - LIMITS.audit.changeContextCharactersMax);
  return {
    field,
    ...(before === undefined ? {} : { before: excerpt(was, from, max) }),
    ...(after === undefined ? {} : { after: excerpt(is, from, max) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function excerpt(text: string, from: number, max: number): string {
  const part = text.slice(from, from + max).toWellFormed();
  return `${from === 0 ? '' : '…'}${part}${from + max < text.length ? '…' : ''}`;
}

/** The first of them, as many as there is room for. */
function withinRoom<T>(found: readonly T[], characters: number): T[] {
  let room = characters;
  const end = found.findIndex((each) => {
    room -= JSON.stringify(each).length + 1;
    return room < 0;
  });
  return found.slice(0, end === -1 ? found.length : end);
}
