/** Checks a bundle as far as it can be told without a server; the server and the command line do it alike. */
import type { ErrorDetail } from '../base/errors.ts';
import { isObject } from '../base/is-object.ts';
import { nearestName } from '../base/nearest-name.ts';
import { LIMITS } from '../spec/limits.ts';
import {
  BUNDLE_KEY,
  BUNDLE_KIND_FACTS,
  BUNDLE_KINDS,
  type BundleKind,
  type BundleKindFacts,
} from './bundle-kinds.ts';
import { explainProblems } from './explain-problems.ts';

/** The file as an object. */
export interface Bundle {
  readonly xplain: 1;
  readonly bundle: string;
  /** For every thing of the bundle. */
  readonly adopt?: boolean;
  readonly sections: Readonly<Partial<Record<BundleKind, Readonly<Record<string, Definition>>>>>;
}

export type Definition = Readonly<Record<string, unknown>>;

export type CheckedBundle =
  | { readonly kind: 'bundle'; readonly bundle: Bundle }
  | { readonly kind: 'problems'; readonly problems: readonly ErrorDetail[] };

const { thingsMax, keyCharactersMax } = LIMITS.bundles;
const TOP = ['xplain', 'bundle', 'adopt', ...BUNDLE_KINDS];
/** Every organization has it, so no bundle can make one of this key. */
export const OWNERS_KEY = 'owners';

/** Paths of problems are dotted, from the bundle on. */
export function checkBundle(value: unknown): CheckedBundle {
  const problems: ErrorDetail[] = [];
  if (!isObject(value)) return refused([{ path: '', message: 'A bundle must be an object.' }]);
  const { xplain, bundle, adopt } = value;
  if (xplain !== 1) problems.push({ path: 'xplain', message: 'Must be 1, the format version.' });
  if (typeof bundle !== 'string' || !BUNDLE_KEY.test(bundle)) {
    const message = `The name of the bundle: lower-case letters, digits and \`-\`, at most ${keyCharactersMax}.`;
    problems.push({ path: 'bundle', message });
  }
  if (adopt !== undefined && typeof adopt !== 'boolean') {
    problems.push({ path: 'adopt', message: 'Must be true or false.' });
  }
  // More than are shown need not be found: explaining each of many would take seconds.
  const isEnough = (): boolean => problems.length >= LIMITS.http.detailsMax;
  for (const name of Object.keys(value)) {
    if (TOP.includes(name)) continue;
    problems.push({ path: name, message: unknownSection(name) });
    if (isEnough()) return refused(problems);
  }
  const sections: Partial<Record<BundleKind, Record<string, Definition>>> = {};
  const things = BUNDLE_KINDS.reduce((sum, kind) => sum + countThings(value[kind]), 0);
  if (things > thingsMax) {
    return refused([
      { path: '', message: `Too many resources (${things}, maximum ${thingsMax}).` },
      ...problems,
    ]);
  }
  for (const kind of BUNDLE_KINDS) {
    const section = value[kind];
    if (section === undefined || section === null) continue;
    if (!isObject(section)) {
      problems.push({ path: kind, message: 'Must be an object: a definition for each key.' });
      continue;
    }
    const checked: Record<string, Definition> = {};
    for (const [key, definition] of Object.entries(section)) {
      problems.push(...checkThing(kind, key, definition));
      if (isEnough()) return refused(problems);
      if (isObject(definition)) checked[key] = definition;
    }
    sections[kind] = checked;
  }
  if (problems.length > 0) return refused(problems);
  const isAdopting = adopt === true ? { adopt } : {};
  return {
    kind: 'bundle',
    bundle: { xplain: 1, bundle: bundle as string, ...isAdopting, sections },
  };
}

function countThings(section: unknown): number {
  return isObject(section) ? Object.keys(section).length : 0;
}

/** Paths of problems begin with the section and the key. */
export function checkThing(kind: BundleKind, key: string, definition: unknown): ErrorDetail[] {
  const facts = BUNDLE_KIND_FACTS[kind];
  const path = `${kind}.${key}`;
  const problems: ErrorDetail[] = [];
  if (!facts.key.test(key)) {
    problems.push({ path, message: `Invalid key. It must match ${facts.key.source}.` });
  }
  if (kind === 'channels' && key === OWNERS_KEY) {
    const message = `\`${OWNERS_KEY}\` is the built-in channel to the Owners. Choose another key.`;
    problems.push({ path, message });
  }
  const literal = literalSecrets(facts, definition);
  const others = explainProblems(facts.definition, definition, LIMITS.http.detailsMax).filter(
    (problem) => !literal.some((name) => problem.path === name || problem.path === ''),
  );
  for (const name of literal) {
    const message = 'Bundles can’t contain secrets. Use {env: NAME} or {file: path}.';
    problems.push({ path: `${path}.${name}`, message });
  }
  return [
    ...problems,
    ...others.map((problem) => ({
      ...problem,
      path: problem.path === '' ? path : `${path}.${problem.path}`,
    })),
  ];
}

/** Paths of secrets that are written out. */
function literalSecrets({ secrets }: BundleKindFacts, definition: unknown): string[] {
  return Object.keys(secrets).filter((path) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), definition);
    return typeof value === 'string';
  });
}

function unknownSection(name: string): string {
  const meant = nearestName(name, TOP);
  return `Unknown field.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

function refused(problems: readonly ErrorDetail[]): CheckedBundle {
  return { kind: 'problems', problems: problems.slice(0, LIMITS.http.detailsMax) };
}
