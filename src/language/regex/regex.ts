/**
 * Checks a regular expression against what the log store understands (RE2): linear time, hence no
 * look-around and no back-references. One pass; it reports the first problem and lists the groups.
 */
import { checkRepeats, type RegexProblem } from './regex-repeats.ts';

export interface RegexFacts {
  /** Names of the named groups, in order. */
  readonly names: readonly string[];
  readonly groups: number;
  readonly problem: RegexProblem | undefined;
}

const REPEAT_MAX = 1000;

/** Escapes of letters and digits that RE2 knows; escaped punctuation is always itself. */
const KNOWN_ESCAPES = 'AzbBdDsSwWpPafnrtvxCQE0';

interface Scan {
  readonly regex: string;
  at: number;
  /** Positions of the open parentheses. */
  readonly open: number[];
  readonly names: string[];
  groups: number;
  /** Whether there is something a repetition could repeat. */
  atom: 'none' | 'one' | 'repeated';
}

class RegexFault extends Error {
  readonly problem: RegexProblem;

  constructor(problem: RegexProblem) {
    super(problem.message);
    this.name = 'RegexFault';
    this.problem = problem;
  }
}

export function checkRegex(regex: string): RegexFacts {
  const scan: Scan = { regex, at: 0, open: [], names: [], groups: 0, atom: 'none' };
  try {
    while (scan.at < regex.length) step(scan);
    const open = scan.open.at(-1);
    if (open !== undefined) invalid(open, 'This ( has no matching ).');
  } catch (fault) {
    if (!(fault instanceof RegexFault)) throw fault;
    return { names: scan.names, groups: scan.groups, problem: fault.problem };
  }
  return { names: scan.names, groups: scan.groups, problem: checkRepeats(regex) };
}

function step(scan: Scan): void {
  const character = scan.regex.charAt(scan.at);
  switch (character) {
    case '\\':
      return stepEscape(scan);
    case '[':
      return stepClass(scan);
    case '(':
      return stepOpen(scan);
    case ')':
      if (scan.open.pop() === undefined) invalid(scan.at, 'This ) has no matching (.');
      return advance(scan, 1, 'one');
    case '|':
      return advance(scan, 1, 'none');
    case '*':
    case '+':
    case '?':
      return stepRepeat(scan, 1);
    case '{': {
      const repeat = /^\{(\d+)(?:,(\d*))?\}/.exec(scan.regex.slice(scan.at, scan.at + 24));
      if (repeat === null) return advance(scan, 1, 'one');
      checkBounds(scan, Number(repeat[1]), repeat[2]);
      return stepRepeat(scan, repeat[0].length);
    }
    default:
      return advance(scan, 1, 'one');
  }
}

function advance(scan: Scan, by: number, atom: Scan['atom']): void {
  scan.at += by;
  scan.atom = atom;
}

function stepRepeat(scan: Scan, length: number): void {
  if (scan.atom === 'none') invalid(scan.at, 'Nothing to repeat.');
  if (scan.atom === 'repeated') {
    if (scan.regex.charAt(scan.at) === '+') {
      unsupported(scan.at, 'Possessive quantifiers aren’t supported.');
    }
    invalid(scan.at, 'Nested quantifiers aren’t allowed.');
  }
  scan.at += length;
  const isLazy = scan.regex.charAt(scan.at) === '?';
  advance(scan, isLazy ? 1 : 0, 'repeated');
}

function checkBounds(scan: Scan, low: number, high: string | undefined): void {
  const upper = high === undefined || high === '' ? low : Number(high);
  if (upper < low) invalid(scan.at, 'Invalid quantifier: the minimum is greater than the maximum.');
  if (upper > REPEAT_MAX) {
    unsupported(scan.at, `A quantifier can repeat at most ${REPEAT_MAX} times.`);
  }
}

function stepEscape(scan: Scan): void {
  const next = scan.regex.charAt(scan.at + 1);
  if (next === '') invalid(scan.at, 'The expression ends with a backslash.');
  if (/[1-9]/.test(next) || (next === 'k' && '<{'.includes(scan.regex.charAt(scan.at + 2)))) {
    unsupported(scan.at, 'Backreferences aren’t supported.');
  }
  if (/[A-Za-z]/.test(next) && !KNOWN_ESCAPES.includes(next)) {
    unsupported(scan.at, `\\${next} isn’t supported.`);
  }
  if (next === 'Q') {
    const close = scan.regex.indexOf('\\E', scan.at);
    return advance(scan, (close < 0 ? scan.regex.length : close + 2) - scan.at, 'one');
  }
  const length = /^\\(?:x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|[pP]\{\^?\w+\}|.)/su.exec(
    scan.regex.slice(scan.at, scan.at + 40),
  )?.[0].length;
  advance(scan, length ?? 2, 'one');
}

function stepClass(scan: Scan): void {
  const start = scan.at;
  let at = start + 1;
  if (scan.regex.charAt(at) === '^') at += 1;
  // A bracket right at the beginning is an ordinary character.
  if (scan.regex.charAt(at) === ']') at += 1;
  while (at < scan.regex.length && scan.regex.charAt(at) !== ']') {
    if (scan.regex.startsWith('[:', at)) {
      const close = scan.regex.indexOf(':]', at);
      at = close < 0 ? at + 1 : close + 2;
    } else {
      checkRange(scan.regex, at);
      at += scan.regex.charAt(at) === '\\' ? 2 : 1;
    }
  }
  if (at >= scan.regex.length) invalid(start, 'This [ has no matching ].');
  scan.at = at + 1;
  scan.atom = 'one';
}

function checkRange(regex: string, at: number): void {
  const range = /^([^\\\]-])-([^\\\]])/su.exec(regex.slice(at, at + 6));
  const [, low = '', high = ''] = range ?? [];
  if (range !== null && (low.codePointAt(0) ?? 0) > (high.codePointAt(0) ?? 0)) {
    invalid(at, `Invalid character range ${low}-${high}.`);
  }
}

function stepOpen(scan: Scan): void {
  const rest = scan.regex.slice(scan.at, scan.at + 300);
  if (!rest.startsWith('(?')) {
    scan.groups += 1;
    return enter(scan, 1);
  }
  const flags = /^\(\?[imsU]*(?:-[imsU]+)?(:|\))/.exec(rest);
  if (flags !== null) {
    if (flags[1] === ')') return advance(scan, flags[0].length, 'none');
    return enter(scan, flags[0].length);
  }
  if (/^\(\?<?[=!]/.test(rest)) {
    unsupported(scan.at, 'Look-around is not supported (RE2 syntax).');
  }
  const named = /^\(\?P?<([^>]*)>/.exec(rest);
  if (named === null) unsupported(scan.at, 'This type of group isn’t supported.');
  const [head, name = ''] = named;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    invalid(
      scan.at,
      'Group names can contain letters, digits and _, and can’t start with a digit.',
    );
  }
  if (scan.names.includes(name)) invalid(scan.at, `Duplicate group name: ${name}.`);
  scan.names.push(name);
  scan.groups += 1;
  return enter(scan, head.length);
}

function enter(scan: Scan, length: number): void {
  scan.open.push(scan.at);
  advance(scan, length, 'none');
}

function invalid(offset: number, message: string): never {
  throw new RegexFault({ code: 'invalid-regex', offset, message });
}

function unsupported(offset: number, message: string): never {
  throw new RegexFault({ code: 'unsupported-regex', offset, message });
}
