/** Collects migrated resources under unique keys, checks them like `config check`, and records notes about each. */
import type { BundleKind } from '../../src/contract/bundle-kinds.ts';
import { checkThing, type Definition } from '../../src/contract/check-bundle.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Entry, Note, Place } from './report.ts';

export interface Thing {
  readonly kind: BundleKind;
  readonly key: string;
  readonly definition: Definition;
}

export interface Found extends Place {
  readonly kind: string;
  readonly name: string;
}

export interface Gathered {
  readonly things: readonly Thing[];
  readonly entries: readonly Entry[];
}

export interface Gathering extends Gathered {
  /** Takes what can move. False where it is not valid, which is then in the report. */
  move(found: Found, to: Thing, notes?: readonly Note[]): boolean;
  /** Notes what cannot move. */
  leave(found: Found, ...notes: readonly Note[]): void;
  /** A key that no other thing of this kind has. */
  keyOf(kind: BundleKind, name: string): string;
  /** A name that no other thing of this kind has, within its length. */
  nameOf(kind: BundleKind, name: string, max: number): string;
}

export function createGathering(): Gathering {
  const things: Thing[] = [];
  const entries: Entry[] = [];
  const taken = new Set<string>();
  const free = (kind: BundleKind, wanted: string, max: number, parting: string): string => {
    let name = wanted.slice(0, max);
    for (let count = 2; taken.has(`${kind}/${name.toLowerCase()}`); count += 1) {
      const end = `${parting}${count}`;
      name = wanted.slice(0, max - end.length) + end;
    }
    taken.add(`${kind}/${name.toLowerCase()}`);
    return name;
  };
  const keys = new Set<string>();
  return {
    things,
    entries,
    move(found, to, notes = []) {
      const place = { file: found.file, ...(found.line === undefined ? {} : { line: found.line }) };
      const problems = checkThing(to.kind, to.key, to.definition).map(({ path, message }) => ({
        ...place,
        message: `${path.slice(`${to.kind}.${to.key}`.length + 1)}: ${message}`.replace(/^: /, ''),
      }));
      if (problems.length > 0) {
        entries.push({ ...found, outcome: 'left', notes: [...problems, ...notes] });
        return false;
      }
      const outcome = notes.length > 0 ? 'changed' : 'moved';
      entries.push({ ...found, outcome, to: `${to.kind}.${to.key}`, notes });
      things.push(to);
      return true;
    },
    leave: (found, ...notes) => void entries.push({ ...found, outcome: 'left', notes }),
    keyOf(kind, name) {
      const plain = name
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]+/g, '-')
        .replaceAll(/^-+|-+$/g, '');
      const max = LIMITS.bundles.keyCharactersMax;
      const wanted = (plain === '' ? 'unnamed' : plain).slice(0, max);
      let key = wanted;
      for (let count = 2; keys.has(`${kind}/${key}`); count += 1) {
        key = `${wanted.slice(0, max - `-${count}`.length)}-${count}`;
      }
      keys.add(`${kind}/${key}`);
      return key;
    },
    nameOf: (kind, name, max) => free(kind, printableName(name), max, ' '),
  };
}

/** One line without invisible characters. */
function printableName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim();
  return plain === '' ? 'Unnamed' : plain;
}

export function note(place: Place, message: string): Note {
  return { ...place, message };
}
