/**
 * Estimates the worst-case time of a pattern. A backtracking matcher takes exponential time if a repeated part can
 * match in more than one way; such patterns are refused. The rest takes at most a power of the text length, which is
 * estimated here so that harmless patterns run without a watchdog.
 */
import { type CharacterSet, NO_CHARACTER, overlaps } from './character-set.ts';
import { RegexFault, type RegexNode } from './read-regex.ts';

export interface Effort {
  /** Loops whose end has to be found by backtracking, including the choice of the start position. */
  readonly freeLoops: number;
  /** How many ways there are through the choices that are a matter of trying. */
  readonly ways: number;
}

/** More ways than this through the choices of one pattern are refused. */
const WAYS_MAX = 4_096;

/**
 * Upper bound of position pairs where one can follow the other, checked before they are built: a sequence of many
 * optional parts has quadratically many.
 */
const EDGES_MAX = 50_000;

interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

interface Scan {
  /** The characters each position of the pattern accepts. */
  readonly sets: CharacterSet[];
  /** The positions that can follow each position, once for every way to get there. */
  readonly follow: number[][];
  edges: number;
  /** Number of position checks made to find out whether repetitions are unambiguous. */
  looks: number;
}

export function checkAmbiguity(tree: RegexNode): Effort {
  const scan: Scan = { sets: [], follow: [], edges: 0, looks: 0 };
  layOut(scan, tree);
  const effort = { freeLoops: startsAtBeginning(tree) ? 0 : 1, ways: 1 };
  reckon(tree, NO_CHARACTER, effort);
  return effort;
}

/** Moves in the worst case for a text of this length. */
export function movesFor({ freeLoops, ways }: Effort, length: number): number {
  let moves = ways * length;
  for (let loop = 1; loop <= freeLoops; loop++) moves *= length / (loop + 1);
  return moves;
}

function startsAtBeginning(node: RegexNode): boolean {
  switch (node.kind) {
    case 'place':
      return node.isStart;
    case 'sequence': {
      const [first] = node.parts;
      return first !== undefined && startsAtBeginning(first);
    }
    case 'choice':
      return node.branches.every(startsAtBeginning);
    default:
      return false;
  }
}

/** Numbers the positions and determines which can follow which. */
function layOut(scan: Scan, node: RegexNode): Part {
  switch (node.kind) {
    case 'place':
      return { isNullable: true, first: [], last: [] };
    case 'character': {
      const place = scan.sets.push(node.set) - 1;
      scan.follow.push([]);
      return { isNullable: false, first: [place], last: [place] };
    }
    case 'sequence':
      return layOutSequence(scan, node.parts);
    case 'choice': {
      const parts = node.branches.map((branch) => layOut(scan, branch));
      return {
        isNullable: parts.some((part) => part.isNullable),
        first: parts.flatMap((part) => part.first),
        last: parts.flatMap((part) => part.last),
      };
    }
    case 'repeat': {
      const from = scan.sets.length;
      const body = layOut(scan, node.body);
      if (node.max > 1) {
        connect(scan, body.last, body.first);
        if (node.body.kind !== 'character') requireOneWay(scan, from, body, node.at);
      }
      return { ...body, isNullable: node.min === 0 || body.isNullable };
    }
  }
}

function layOutSequence(scan: Scan, nodes: readonly RegexNode[]): Part {
  let whole: Part = { isNullable: true, first: [], last: [] };
  for (const node of nodes) {
    const part = layOut(scan, node);
    connect(scan, whole.last, part.first);
    whole = {
      isNullable: whole.isNullable && part.isNullable,
      first: whole.isNullable ? [...whole.first, ...part.first] : whole.first,
      last: part.isNullable ? [...whole.last, ...part.last] : part.last,
    };
  }
  return whole;
}

function connect(scan: Scan, from: readonly number[], to: readonly number[]): void {
  scan.edges += from.length * to.length;
  if (scan.edges > EDGES_MAX) throw tooMuch();
  for (const place of from) scan.follow[place]?.push(...to);
}

function tooMuch(): RegexFault {
  const message = 'The pattern is too complex. Remove some alternatives or repetitions.';
  return new RegexFault(0, message);
}

/** Requires that each character inside a repetition determines the next position of the matcher. */
function requireOneWay(scan: Scan, from: number, body: Part, at: number): void {
  const starts = [body.first, ...scan.follow.slice(from)];
  for (const places of starts) {
    scan.looks += places.length + 1;
    if (scan.looks > EDGES_MAX) throw tooMuch();
    let taken = NO_CHARACTER;
    for (const place of places) {
      const set = scan.sets[place] ?? NO_CHARACTER;
      if (overlaps(taken, set)) {
        const message =
          'This repetition can match in more than one way, so a long text could take ' +
          'forever. Start or end each repetition with a character that nothing else in it matches.';
        throw new RegexFault(at, message);
      }
      taken |= set;
    }
  }
}

/**
 * Counts choices that need backtracking; `after` is the set that may follow the node. Returns the set it may begin
 * with.
 */
function reckon(
  node: RegexNode,
  after: CharacterSet,
  effort: { freeLoops: number; ways: number },
): CharacterSet {
  switch (node.kind) {
    case 'place':
      return after;
    case 'character':
      return node.set;
    case 'sequence':
      return node.parts.reduceRight((next, part) => reckon(part, next, effort), after);
    case 'choice': {
      let all = NO_CHARACTER;
      let isOpen = false;
      for (const branch of node.branches) {
        const start = reckon(branch, after, effort);
        isOpen ||= overlaps(all, start);
        all |= start;
      }
      if (isOpen) addWays(effort, node.branches.length, node.at);
      return all;
    }
    case 'repeat': {
      const inside = firstOf(node.body);
      const again = node.max > 1 ? inside | after : after;
      reckon(node.body, again, effort);
      const isOpen = node.min !== node.max && overlaps(inside, after);
      if (isOpen && node.max - node.min > FEW) effort.freeLoops += 1;
      else if (isOpen) addWays(effort, node.max - node.min + 1, node.at);
      return node.min === 0 || isNullable(node.body) ? inside | after : inside;
    }
  }
}

/** Up to this number of rounds a repetition counts as a choice, above it as a loop. */
const FEW = 8;

function addWays(effort: { ways: number }, factor: number, at: number): void {
  effort.ways *= factor;
  if (effort.ways > WAYS_MAX) {
    const message = 'Too many ways to match this. Make the alternatives start differently.';
    throw new RegexFault(at, message);
  }
}

function firstOf(node: RegexNode): CharacterSet {
  switch (node.kind) {
    case 'place':
      return NO_CHARACTER;
    case 'character':
      return node.set;
    case 'choice':
      return node.branches.reduce((all, branch) => all | firstOf(branch), NO_CHARACTER);
    case 'repeat':
      return firstOf(node.body);
    case 'sequence': {
      let all = NO_CHARACTER;
      for (const part of node.parts) {
        all |= firstOf(part);
        if (!isNullable(part)) break;
      }
      return all;
    }
  }
}

function isNullable(node: RegexNode): boolean {
  switch (node.kind) {
    case 'place':
      return true;
    case 'character':
      return false;
    case 'choice':
      return node.branches.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.body);
    case 'sequence':
      return node.parts.every(isNullable);
  }
}
