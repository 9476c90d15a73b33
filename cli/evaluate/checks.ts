/** `checks.yaml`: what a log has to show. */
import {
  COMPRESSION_OPTIONS,
  EVALUATION_MODES,
  FINDING_STATUSES,
  type EvaluationMode,
  type FindingStatus,
  INPUT_STRATEGIES,
  type InputStrategy,
} from '../../src/spec/evaluation.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import {
  complain,
  isList,
  readChoice,
  readCount,
  readFields,
  readList,
  readNumber,
  readSwitch,
  readText,
  readYaml,
  type Located,
  type Problem,
} from './located.ts';
import { readPattern, type Pattern } from './pattern.ts';

/** Checks decided locally, on the rows alone. */
export type RowCheck = { readonly id: string; readonly title: string | undefined } & (
  | { readonly kind: 'absent' | 'present'; readonly pattern: Pattern }
  | {
      readonly kind: 'count';
      readonly pattern: Pattern;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'order'; readonly patterns: readonly Pattern[] }
);

/** Decided by the server. */
export interface Item {
  readonly id: string;
  readonly description: string;
  /** Statuses that count as a pass. */
  readonly expect: readonly FindingStatus[];
}

export interface Checks {
  readonly name: string | undefined;
  readonly rowChecks: readonly RowCheck[];
  readonly criteria: string | undefined;
  readonly items: readonly Item[];
  readonly mode: EvaluationMode | undefined;
  readonly model: string | undefined;
  readonly logCompression: boolean | 'auto' | undefined;
  readonly compressionOptions: Readonly<Record<string, number>> | undefined;
  readonly strategy: InputStrategy | undefined;
  readonly samples: number | undefined;
}

const { evaluation } = LIMITS;
const CHECKS_MAX = 1_000;
const STATUSES = Object.keys(FINDING_STATUSES) as FindingStatus[];
const DEFAULT_EXPECT: readonly FindingStatus[] = ['passed'];

/** The checks of a file, or everything that is wrong with it. */
export function readChecks(
  text: string,
): { readonly checks: Checks } | { readonly problems: readonly Problem[] } {
  const { root, problems } = readYaml(text);
  const checks = root === undefined ? undefined : readRoot(root);
  if (checks !== undefined && problems.length === 0) return { checks };
  return { problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

const FIELDS = [
  'name',
  'checks',
  'criteria',
  'items',
  'mode',
  'model',
  'logCompression',
  'compressionOptions',
  'strategy',
  'samples',
] as const;

function readRoot(root: Located): Checks {
  const given = readFields(root, FIELDS, 'the file');
  const rowChecks = given.checks && readList(given.checks, 'checks').map(readRowCheck);
  const items = given.items && readList(given.items, 'items').map(readItem);
  const checks = {
    name: given.name && readText(given.name, 'a name', 200),
    rowChecks: (rowChecks ?? []).filter((check) => check !== undefined),
    criteria:
      given.criteria && readText(given.criteria, 'criteria', evaluation.criteriaCharactersMax),
    items: (items ?? []).filter((item) => item !== undefined),
    mode: given.mode && readChoice(given.mode, 'a mode', EVALUATION_MODES),
    model: given.model && readText(given.model, 'a model', 100),
    logCompression:
      given.logCompression && readSwitch(given.logCompression, 'logCompression', 'auto'),
    compressionOptions: given.compressionOptions && readCompression(given.compressionOptions),
    strategy: given.strategy && readChoice(given.strategy, 'a strategy', INPUT_STRATEGIES),
    samples: given.samples && readSamples(given.samples),
  };
  checkTogether(root, given, checks);
  return checks;
}

/** Combinations of options that are invalid although each option is valid. */
function checkTogether(
  root: Located,
  given: Partial<Record<(typeof FIELDS)[number], Located>>,
  checks: Checks,
): void {
  if (given.checks === undefined && given.criteria === undefined) {
    complain(root, 'nothing to check: add checks, criteria, or both');
  }
  if (given.items !== undefined && given.criteria === undefined) {
    complain(given.items, 'items require criteria');
  }
  if (given.items !== undefined && checks.mode === 'generic_verdict') {
    complain(given.items, "mode generic_verdict doesn't accept items");
  }
  if (given.checks !== undefined && checks.rowChecks.length > CHECKS_MAX) {
    complain(given.checks, `too many checks (maximum ${CHECKS_MAX})`);
  }
  if (given.items !== undefined && checks.items.length > evaluation.itemsMax) {
    complain(given.items, `too many items (maximum ${evaluation.itemsMax})`);
  }
  for (const [list, at] of [
    [checks.rowChecks, given.checks],
    [checks.items, given.items],
  ] as const) {
    const ids = list.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (at !== undefined && twice.length > 0) {
      complain(at, `duplicate ID ${JSON.stringify(twice[0])}`);
    }
  }
}

const KINDS = ['absent', 'present', 'count', 'order'] as const;

function readRowCheck(at: Located, index: number): RowCheck | undefined {
  const known = ['id', 'title', ...KINDS, 'min', 'max', 'equals'] as const;
  const given = readFields(at, known, 'a check');
  const kinds = KINDS.filter((kind) => given[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    complain(at, `a check requires exactly one of: ${KINDS.join(', ')}`);
    return undefined;
  }
  const base = {
    id:
      (given.id && readText(given.id, 'an id', evaluation.itemIdCharactersMax)) ??
      `check-${index + 1}`,
    title: given.title && readText(given.title, 'a title', evaluation.itemDescriptionCharactersMax),
  };
  const bound = given.min ?? given.max ?? given.equals;
  if (kind !== 'count' && bound !== undefined) {
    complain(bound, `min, max and equals are only allowed with count, not with ${kind}`);
  }
  const value = given[kind];
  if (value === undefined) return undefined;
  if (kind === 'order') return readOrder(value, base);
  const pattern = patternAt(value);
  if (pattern === undefined) return undefined;
  if (kind !== 'count') return { ...base, kind, pattern };
  const range = readRange(at, given);
  return range && { ...base, kind, pattern, ...range };
}

type Base = Pick<RowCheck, 'id' | 'title'>;

function readOrder(at: Located, base: Base): RowCheck | undefined {
  const patterns = readList(at, 'patterns').map(patternAt);
  if (patterns.length < 2) complain(at, 'order requires at least two patterns');
  const known = patterns.filter((pattern) => pattern !== undefined);
  return { ...base, kind: 'order', patterns: known };
}

function readRange(
  at: Located,
  given: Partial<Record<'min' | 'max' | 'equals', Located>>,
): { readonly min: number; readonly max: number } | undefined {
  const equals = given.equals && readCount(given.equals, 'equals');
  const min = given.min && readCount(given.min, 'min');
  const max = given.max && readCount(given.max, 'max');
  if (given.equals !== undefined && (given.min ?? given.max) !== undefined) {
    complain(given.equals, 'use either equals, or min and max');
  } else if (given.equals === undefined && given.min === undefined && given.max === undefined) {
    complain(at, 'count requires min, max or equals');
    return undefined;
  }
  if (min !== undefined && max !== undefined && min > max) {
    complain(at, `min (${min}) is greater than max (${max})`);
  }
  return { min: equals ?? min ?? 0, max: equals ?? max ?? Infinity };
}

function patternAt(at: Located): Pattern | undefined {
  const text = readText(at, 'a pattern', 1_000);
  if (text === undefined) return undefined;
  const pattern = readPattern(text);
  if (typeof pattern !== 'string') return pattern;
  complain(at, pattern);
  return undefined;
}

function readItem(at: Located): Item | undefined {
  const given = readFields(at, ['id', 'description', 'expect'], 'an item');
  if (given.id === undefined || given.description === undefined) {
    complain(at, 'an item requires an id and a description');
    return undefined;
  }
  const id = readText(given.id, 'an id', evaluation.itemIdCharactersMax);
  const most = evaluation.itemDescriptionCharactersMax;
  const description = readText(given.description, 'a description', most);
  if (id === undefined || description === undefined) return undefined;
  const expect = given.expect === undefined ? DEFAULT_EXPECT : readExpect(given.expect);
  return { id, description, expect };
}

function readExpect(at: Located): readonly FindingStatus[] {
  const each = isList(at) ? readList(at, 'statuses') : [at];
  if (each.length === 0) complain(at, 'expect requires a status');
  return each.flatMap((one) => readChoice(one, 'a status', STATUSES) ?? []);
}

function readSamples(at: Located): number | undefined {
  const count = readNumber(at, 'samples', { min: 1, max: evaluation.samplesMax, isWhole: true });
  if (count === undefined || count === 1 || count === evaluation.samplesMax) return count;
  complain(at, `expected samples to be 1 or ${evaluation.samplesMax}`);
  return undefined;
}

function readCompression(at: Located): Readonly<Record<string, number>> {
  const names = Object.keys(COMPRESSION_OPTIONS) as (keyof typeof COMPRESSION_OPTIONS)[];
  const given = readFields(at, names, 'compressionOptions');
  const read = names.flatMap((name) => {
    const place = given[name];
    if (place === undefined) return [];
    const range = { ...COMPRESSION_OPTIONS[name], isWhole: name !== 'simThreshold' };
    return [[name, readNumber(place, name, range) ?? range.default] as const];
  });
  return Object.fromEntries(read);
}
