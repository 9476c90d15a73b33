/**
 * Makes untrusted text safe to display: terminal codes become colours or are removed, invisible, control and
 * bidirectional characters become visible names, and overlong text is cut.
 */

/** A run of text that looks the same. */
export interface TextRun {
  readonly text: string;
  /** A terminal colour, `mark` for the placeholder of an invisible character, undefined for plain text. */
  readonly look: TerminalColor | 'mark' | 'bold' | undefined;
}

const TERMINAL_COLORS = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
] as const;
export type TerminalColor = (typeof TERMINAL_COLORS)[number];

/** Terminal sequences: colours, everything else between ESC and its end, titles. */
const SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001b\[([0-9;:?]{0,64})([@-~])|\u001b\][^\u0007\u001b]{0,512}(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]|\u009b([0-9;]{0,64})([@-~])/g;
/** Control characters but tab and line feed, and everything that is invisible or turns the direction. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/;
const UNSEEN_ALL = new RegExp(UNSEEN.source, 'g');

const NAMES: Readonly<Record<string, string>> = {
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
  '\r': 'CR',
  '\u001b': 'ESC',
};

/** Nothing to do for nearly every line, and that is found out in one look. */
export function isPlain(text: string): boolean {
  return !UNSEEN.test(text);
}

/** One text without terminal codes, invisible characters by name. */
export function toSafeText(text: string): string {
  if (isPlain(text)) return text;
  return nameUnseen(text.replaceAll('\r\n', '\n').replaceAll(SEQUENCE, ''));
}

function nameUnseen(text: string): string {
  return text.replaceAll(UNSEEN_ALL, nameOf);
}

function nameOf(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return `‹${name}›`;
  return `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** The same in runs, with the colours a terminal would have shown. */
export function toRuns(text: string): TextRun[] {
  if (isPlain(text)) return text === '' ? [] : [{ text, look: undefined }];
  const runs: TextRun[] = [];
  let look: TextRun['look'];
  let at = 0;
  const whole = text.replaceAll('\r\n', '\n');
  for (const match of whole.matchAll(SEQUENCE)) {
    pushRuns(runs, whole.slice(at, match.index), look);
    at = match.index + match[0].length;
    if ((match[2] ?? match[4]) === 'm') look = lookAfter(match[1] ?? match[3] ?? '', look);
  }
  pushRuns(runs, whole.slice(at), look);
  return runs;
}

function pushRuns(runs: TextRun[], text: string, look: TextRun['look']): void {
  let at = 0;
  for (const match of text.matchAll(UNSEEN_ALL)) {
    if (match.index > at) runs.push({ text: text.slice(at, match.index), look });
    runs.push({ text: nameOf(match[0]), look: 'mark' });
    at = match.index + 1;
  }
  if (at < text.length) runs.push({ text: text.slice(at), look });
}

/** Supports foreground colours and bold; all other terminal codes are ignored. */
function lookAfter(codes: string, before: TextRun['look']): TextRun['look'] {
  let look = before;
  for (const code of codes.split(/[;:]/)) {
    const value = Number(code === '' ? 0 : code);
    if (value === 0 || value === 39) look = undefined;
    else if (value === 1) look ??= 'bold';
    else if (value >= 30 && value <= 37) look = TERMINAL_COLORS[value - 30];
    else if (value >= 90 && value <= 97) look = TERMINAL_COLORS[value - 90];
  }
  return look;
}

/** What a line of the list shows of a text at most. */
export const LIST_CHARACTERS_MAX = 1_000;
/** Characters a detail shows initially; a button reveals the rest. */
export const DETAIL_CHARACTERS_MAX = 20_000;

export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** The beginning, not ending in half a character. */
export function cutText(text: string, charactersMax: number): CutText {
  if (text.length <= charactersMax) return { text, isCut: false };
  const last = text.charCodeAt(charactersMax - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, isHalf ? charactersMax - 1 : charactersMax), isCut: true };
}

/** On one line: line breaks become a visible sign. */
export function toOneLine(text: string): string {
  return text.includes('\n') ? text.replaceAll(/\r?\n\s*/g, ' ↵ ') : text;
}
