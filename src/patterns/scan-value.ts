/** Addresses, numbers and identifiers at a position of a text. Every reader returns the end, or -1. */
import {
  classOf,
  CODE,
  codeAt,
  isBoundary,
  isDigit,
  isHexDigit,
  isLatinLetter,
  isMark,
  PUNCTUATION,
  skipDigits,
  SPACE,
} from './characters.ts';

const UNITS = new Set(
  (
    '% B b kB KB MB GB TB PB KiB MiB GiB TiB kb Kb Mb Gb k K M G T byte bytes bps kbps Kbps Mbps Gbps ' +
    'ns us µs ms s sec secs m min h hr hrs d Hz kHz MHz GHz V mV kV W mW kW A mA px x th st nd rd'
  ).split(' '),
);
const UNIT_CHARACTERS_MAX = 5;

function isUnit(text: string, from: number, to: number): boolean {
  return to > from && to - from <= UNIT_CHARACTERS_MAX && UNITS.has(text.slice(from, to));
}

/**
 * A unit preceded by a space. Units written out stay words, and so do single letters, except those that are hardly ever
 * anything else.
 */
export function isUnitWord(text: string, from: number, to: number): boolean {
  if (to - from > 1) return isUnit(text, from, to) && !text.startsWith('byte', from);
  const letter = text.charAt(from);
  return letter === 's' || letter === 'B' || letter === '%';
}

/** `10.0.0.1`, with `/24` if it is a network. A port after a colon is not part of it. */
export function scanIp4(text: string, from: number, end: number): number {
  let at = from;
  for (let group = 0; group < 4; group += 1) {
    const to = skipDigits(text, at, end);
    if (to === at || to - at > 3) return -1;
    if (to - at === 3 && Number(text.slice(at, to)) > 255) return -1;
    if (group < 3 && codeAt(text, to, end) !== CODE.dot) return -1;
    at = group < 3 ? to + 1 : to;
  }
  if (codeAt(text, at, end) !== CODE.slash) return at;
  const mask = skipDigits(text, at + 1, end);
  return mask > at + 1 && mask - at <= 3 ? mask : at;
}

/** What groups of hexadecimal digits with colons between them are, and where they end. */
export interface HexGroups {
  readonly end: number;
  readonly isHardware: boolean;
}

/** `00:1a:2b:3c:4d:5e` and `fe80::1`, or undefined for a time, a pair, a list. */
export function scanHexGroups(text: string, from: number, end: number): HexGroups | undefined {
  let at = from;
  let groups = 0;
  let pairs = 0;
  let gaps = 0;
  let digits = 0;
  for (; at < end && groups <= 8; at += 1) {
    const start = at;
    while (at < end && isHexDigit(text.charCodeAt(at))) {
      if (isDigit(text.charCodeAt(at))) digits += 1;
      at += 1;
    }
    if (at - start > 4) return undefined;
    if (at > start) groups += 1;
    if (at - start === 2) pairs += 1;
    if (codeAt(text, at, end) !== CODE.colon) break;
    const next = codeAt(text, at + 1, end);
    if (next === CODE.colon) {
      gaps += 1;
      at += 1;
    } else if (!isHexDigit(next)) break;
  }
  if (groups === 6 && pairs === 6 && gaps === 0) return { end: at, isHardware: true };
  const isAddress = gaps === 0 ? groups === 8 : gaps === 1 && groups < 8 && digits > 0;
  return isAddress ? { end: at, isHardware: false } : undefined;
}

/** `42`, `-1.5e3`, `1,234.5`, `12ms`, `99%`: a number up to a boundary, with its unit. */
export function scanNumber(text: string, from: number, end: number): number {
  const sign = text.charCodeAt(from);
  const start = sign === CODE.plus || sign === CODE.dash ? from + 1 : from;
  let at = skipDigits(text, start, end);
  if (at === start) return -1;
  for (;;) {
    const mark = codeAt(text, at, end);
    if ((mark !== CODE.dot && mark !== CODE.comma) || !isDigit(codeAt(text, at + 1, end))) break;
    at = skipDigits(text, at + 1, end);
  }
  if (isBoundary(text, at, end)) return at;
  const exponent = scanExponent(text, at, end);
  if (exponent > 0) return exponent;
  let unit = at;
  while (unit < end && unit - at <= UNIT_CHARACTERS_MAX && isUnitCode(text.charCodeAt(unit))) {
    unit += 1;
  }
  return isBoundary(text, unit, end) && isUnit(text, at, unit) ? unit : -1;
}

function scanExponent(text: string, from: number, end: number): number {
  if ((text.charCodeAt(from) | 32) !== CODE.lowerE) return -1;
  const sign = codeAt(text, from + 1, end);
  const start = sign === CODE.plus || sign === CODE.dash ? from + 2 : from + 1;
  const to = skipDigits(text, start, end);
  return to > start && isBoundary(text, to, end) ? to : -1;
}

function isUnitCode(code: number): boolean {
  return isLatinLetter(code) || code === CODE.percent || code === CODE.micro;
}

/** `0x1f` up to a boundary. */
export function scanPrefixedHex(text: string, from: number, end: number): number {
  if (codeAt(text, from, end) !== CODE.zero) return -1;
  if ((codeAt(text, from + 1, end) | 32) !== CODE.lowerX) return -1;
  let at = from + 2;
  while (at < end && isHexDigit(text.charCodeAt(at))) at += 1;
  return at > from + 2 && isBoundary(text, at, end) ? at : -1;
}

export const UUID_CHARACTERS = 36;

export function isUuid(text: string, from: number, end: number): boolean {
  if (from + UUID_CHARACTERS > end || text.charCodeAt(from + 8) !== CODE.dash) return false;
  for (let at = 0; at < UUID_CHARACTERS; at += 1) {
    const code = text.charCodeAt(from + at);
    const isDash = at === 8 || at === 13 || at === 18 || at === 23;
    if (isDash ? code !== CODE.dash : !isHexDigit(code)) return false;
  }
  return true;
}

/** The end of a URL whose scheme has been read. */
export function scanUrl(text: string, from: number, end: number): number {
  return scanAddress(text, from, end, true);
}

/** Returns the end of an absolute path, including its query. `:12` after a file name is left to the next token. */
export function scanPath(text: string, from: number, end: number): number {
  return scanAddress(text, from, end, false);
}

function scanAddress(text: string, from: number, end: number, withColons: boolean): number {
  let at = from;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if (kind === SPACE) break;
    if (kind === PUNCTUATION) {
      if (code === CODE.colon && !withColons) break;
      if (closesAddress(code)) break;
      // A list or a sentence continues after the address.
      if (code !== CODE.equals && isBoundary(text, at + 1, end)) break;
    } else if (isMark(code) && isBoundary(text, at, end)) break;
  }
  return at;
}

function closesAddress(code: number): boolean {
  return (
    code !== CODE.equals && code !== CODE.comma && code !== CODE.semicolon && code !== CODE.colon
  );
}
