/**
 * Estimates the cost of counted repetitions in a regular expression. The store tracks a state for each round a text may
 * be in, and advances all of them with each character. Most expressions have few at a time, since something before the
 * repetition determines where it began; `a.{0,1000}b` has one per round.
 */
import { groupsOf } from '../../base/regex-groups.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type CharacterSet, NO_CHARACTER, overlaps } from '../event-regex/character-set.ts';
import { readRegex, RegexFault, type RegexNode } from '../event-regex/read-regex.ts';
import { asPlainRegex } from './plain-regex.ts';

export interface RegexProblem {
  readonly code: 'invalid-regex' | 'unsupported-regex' | 'regex-too-expensive';
  readonly offset: number;
  readonly message: string;
}

type Repeat = Extract<RegexNode, { kind: 'repeat' }>;

/** A character before the repetition, which tells where it began if nothing since can take the same one. */
interface Mark {
  readonly set: CharacterSet;
  readonly since: CharacterSet;
  /** Number of positions where the next part can begin. */
  readonly starts: number;
}

/** What is known before a part of the expression, for one path to it. */
interface Entry {
  readonly marks: readonly Mark[];
  /** Single characters right before it, without a choice. */
  readonly run: readonly CharacterSet[];
  /** Nothing before it takes a character: the repetition begins at each one. */
  readonly isFirst: boolean;
}

type Context = readonly Entry[];

/** Nothing is known: it can begin at each character. */
const ANYWHERE: Entry = { marks: [], run: [], isFirst: false };
const ENTRIES_MAX = 8;

interface Sum {
  readonly isMultiline: boolean;
  /** Properties such as `\p{L}` are long tables, which are written out again for every round. */
  readonly hasProperties: boolean;
  /** Of one round: each group is written down as well, and a class beyond ASCII has more ranges. */
  readonly weight: number;
  rounds: number;
  /** Of a repetition that begins everywhere: few combinations of its rounds occur. */
  leadingRounds: number;
  most: { readonly rounds: number; readonly at: number };
}

/** The store refuses more, also as a product of repetitions within each other. */
const NESTED_ROUNDS_MAX = 1_000;
const MARKS_MAX = 16;
const RUN_MAX = 32;
const PROPERTY_ROUNDS = 5;
const GROUPS_PER_WEIGHT = 8;
/** A repetition that begins everywhere is in few combinations of its rounds, which the store remembers… */
const LEADING_SHARE = 1 / 10;
/** …unless this many others combine with them. */
const COMBINING_ROUNDS = 8;

const COUNTED = /(?<!\\[xpP])\{\d/;
const MANY = /(?<!\\[xpP])\{(?:\d,)?\d\d/;

/** The first repetition that can cost too much; undefined if there is none. */
export function checkRepeats(regex: string): RegexProblem | undefined {
  if (!COUNTED.test(regex)) return undefined;
  const plain = asPlainRegex(regex);
  const offsetOf = (at: number): number => (plain === regex ? at : 0);
  const read = readPlain(plain);
  // An expression in unknown syntax may only have single-digit rounds.
  if (read === undefined) return MANY.test(regex) ? tooMany(regex.search(MANY)) : undefined;
  const nested = nestedTooOften(read.tree, 1);
  if (nested !== undefined) {
    const message = `Nested repetitions can have at most ${NESTED_ROUNDS_MAX} rounds in total.`;
    return { code: 'unsupported-regex', offset: offsetOf(nested.at), message };
  }
  const sum = addUp(read.tree, regex);
  return totalOf(sum) > LIMITS.query.regexRoundsMax ? tooMany(offsetOf(sum.most.at)) : undefined;
}

function readPlain(plain: string): { readonly tree: RegexNode } | undefined {
  try {
    return readRegex(plain);
  } catch (error) {
    if (error instanceof RegexFault) return undefined;
    throw error;
  }
}

function tooMany(offset: number): RegexProblem {
  const message =
    `The regular expression is too expensive: more than ${LIMITS.query.regexRoundsMax} rounds of its repetitions can ` +
    'overlap. Lower the counts, use * or +, or start the repetition after a character that it can’t match.';
  return { code: 'regex-too-expensive', offset, message };
}

function nestedTooOften(node: RegexNode, outer: number): Repeat | undefined {
  switch (node.kind) {
    case 'sequence':
      return firstOf(node.parts, outer);
    case 'choice':
      return firstOf(node.branches, outer);
    case 'repeat': {
      const rounds = outer * Math.max(1, roundsOf(node));
      return rounds > NESTED_ROUNDS_MAX ? node : nestedTooOften(node.body, rounds);
    }
    default:
      return undefined;
  }
}

function firstOf(nodes: readonly RegexNode[], outer: number): Repeat | undefined {
  for (const node of nodes) {
    const found = nestedTooOften(node, outer);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Number of rounds that are expanded; an unbounded repetition loops in its last one. */
function roundsOf({ min, max }: Repeat): number {
  return max === Infinity ? Math.max(1, min) : max;
}

function totalOf({ rounds, leadingRounds, weight }: Sum): number {
  const share = Math.min(1, LEADING_SHARE * (1 + (rounds / COMBINING_ROUNDS) ** 2));
  return (rounds + leadingRounds * share) * weight;
}

function addUp(tree: RegexNode, regex: string): Sum {
  const sum: Sum = {
    isMultiline: /\(\?[a-zA-Z]*m/.test(regex),
    hasProperties: /\\[pP]/.test(regex),
    weight: weightOf(regex),
    rounds: 0,
    leadingRounds: 0,
    most: { rounds: 0, at: 0 },
  };
  visit(sum, tree, [{ marks: [], run: [], isFirst: true }], 1);
  return sum;
}

function weightOf(regex: string): number {
  const groups = groupsOf(regex).filter(({ isNumbered }) => isNumbered).length;
  const classes = /\[[^\]]*\P{ASCII}/u.test(regex) ? 2 : 1;
  return classes * (1 + groups / GROUPS_PER_WEIGHT);
}

/** Adds the rounds of a part, multiplied by its copies, and returns what is known after it. */
function visit(sum: Sum, node: RegexNode, before: Context, copies: number): Context {
  switch (node.kind) {
    case 'place': {
      if (!node.isStart || sum.isMultiline) return before;
      const mark: Mark = { set: NO_CHARACTER, since: NO_CHARACTER, starts: 1 };
      return [{ marks: [mark], run: [], isFirst: false }];
    }
    case 'character':
      return afterCharacter(before, node.set);
    case 'sequence':
      return node.parts.reduce((context, part) => visit(sum, part, context, copies), before);
    case 'choice':
      for (const branch of node.branches) visit(sum, branch, before, copies);
      return afterOpen(before, node);
    case 'repeat':
      visitRepeat(sum, node, before, copies);
      return afterOpen(before, node);
  }
}

function visitRepeat(sum: Sum, node: Repeat, before: Context, copies: number): void {
  const rounds = roundsOf(node);
  const { body } = node;
  if (body.kind !== 'character') {
    add(sum, widthOf(body) * (rounds - 1) * copies, node.at);
    const inside = node.max > 1 ? [...before, entryAfter(body)] : before;
    visit(sum, body, inside.length > ENTRIES_MAX ? [ANYWHERE] : inside, copies * rounds);
    return;
  }
  if (rounds <= 1) return;
  if (sum.hasProperties) return add(sum, rounds * copies * PROPERTY_ROUNDS, node.at);
  if (before.some(({ isFirst }) => isFirst)) addLeading(sum, rounds, node.at);
  const starts = before
    .filter(({ isFirst }) => !isFirst)
    .reduce((total, entry) => total + startsOf(entry, body.set, rounds), 0);
  add(sum, Math.min(rounds, starts) * copies, node.at);
}

/** A further round begins after the last character of the one before it. */
function entryAfter(body: RegexNode): Entry {
  const last = body.kind === 'sequence' ? body.parts.at(-1) : undefined;
  if (last?.kind !== 'character') return ANYWHERE;
  return { ...ANYWHERE, marks: [{ set: last.set, since: NO_CHARACTER, starts: 1 }] };
}

/** Where the rounds that a text is in at the same time can have begun. */
function startsOf({ marks, run }: Entry, set: CharacterSet, rounds: number): number {
  const known = marks
    .filter((mark) => !overlaps(mark.set, mark.since | set))
    .map((mark) => mark.starts);
  return Math.min(rounds, Math.ceil(rounds / periodOf(run)), ...known);
}

function addLeading(sum: Sum, rounds: number, at: number): void {
  sum.leadingRounds += rounds;
  if (rounds > sum.most.rounds) sum.most = { rounds, at };
}

function add(sum: Sum, rounds: number, at: number): void {
  sum.rounds += rounds;
  if (rounds > sum.most.rounds) sum.most = { rounds, at };
}

/** All ways through a character have it in common. */
function afterCharacter(before: Context, set: CharacterSet): Context {
  const mark: Mark = { set, since: NO_CHARACTER, starts: 1 };
  const [only = ANYWHERE, ...others] = before;
  const { marks, run } = others.length === 0 ? only : ANYWHERE;
  return [
    {
      marks: [mark, ...stillMarks(marks, set, 0)].slice(0, MARKS_MAX),
      run: [...run, set].slice(-RUN_MAX),
      isFirst: false,
    },
  ];
}

/** After a part of several lengths, or with several ways through it. */
function afterOpen(before: Context, node: RegexNode): Context {
  const { set, min, max } = extentOf(node);
  return before.map(({ marks, isFirst }) => ({
    marks: stillMarks(marks, set, max - min),
    run: [],
    isFirst: isFirst && max === 0,
  }));
}

function stillMarks(marks: readonly Mark[], set: CharacterSet, more: number): Mark[] {
  return marks
    .map((mark) => ({ ...mark, since: mark.since | set, starts: mark.starts + more }))
    .filter((mark) => !overlaps(mark.set, mark.since));
}

/** After how many characters the same ones can begin again. */
function periodOf(run: readonly CharacterSet[]): number {
  for (let period = 1; period < run.length; period++) {
    if (run.slice(period).every((set, i) => overlaps(set, run[i] ?? NO_CHARACTER))) return period;
  }
  return Math.max(1, run.length);
}

interface Extent {
  readonly set: CharacterSet;
  readonly min: number;
  readonly max: number;
}

function extentOf(node: RegexNode): Extent {
  switch (node.kind) {
    case 'place':
      return { set: NO_CHARACTER, min: 0, max: 0 };
    case 'character':
      return { set: node.set, min: 1, max: 1 };
    case 'sequence': {
      const parts = node.parts.map(extentOf);
      return {
        set: unionOf(parts),
        min: parts.reduce((total, { min }) => total + min, 0),
        max: parts.reduce((total, { max }) => total + max, 0),
      };
    }
    case 'choice': {
      const branches = node.branches.map(extentOf);
      return {
        set: unionOf(branches),
        min: Math.min(...branches.map(({ min }) => min)),
        max: Math.max(...branches.map(({ max }) => max)),
      };
    }
    case 'repeat': {
      const { set, min, max } = extentOf(node.body);
      return { set, min: min * node.min, max: max === 0 ? 0 : max * node.max };
    }
  }
}

function unionOf(parts: readonly Extent[]): CharacterSet {
  return parts.reduce((union, { set }) => union | set, NO_CHARACTER);
}

/** Characters of a part outside of its repetitions. */
function widthOf(node: RegexNode): number {
  switch (node.kind) {
    case 'place':
      return 0;
    case 'character':
      return 1;
    case 'sequence':
      return node.parts.reduce((total, part) => total + widthOf(part), 0);
    case 'choice':
      return node.branches.reduce((total, branch) => total + widthOf(branch), 0);
    case 'repeat':
      return node.body.kind === 'character' && roundsOf(node) > 1 ? 0 : widthOf(node.body);
  }
}
