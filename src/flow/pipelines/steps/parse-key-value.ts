import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { KB } from '../../../spec/units.ts';
import { readField, writeParsed } from '../pipeline-event.ts';
import { missed, type Step } from './step.ts';

type Options = StepOf<'parse_key_value'>;

/** Up to this length it takes a few milliseconds at most, for any text. */
const FREE_CHARACTERS = 32 * KB;

/** Parses any text in one pass. */
export function parseKeyValueStep(options: Options): Step {
  const { field = 'event', prefix = '', valueSeparator = '=', pairSeparator, isOptional } = options;
  const none = missed(isOptional, 'the field contains no key=value pairs');
  return (event, { room, isWatched }) => {
    const text = readField(event, field) ?? '';
    if (!isWatched && text.length > FREE_CHARACTERS) return 'unwatched';
    const pairs = readPairs(text, valueSeparator, pairSeparator);
    if (pairs.size === 0) return none;
    for (const [key, value] of pairs) writeParsed(event, prefix + key, value, room);
    return 'done';
  };
}

/** Of a key that comes again the last value counts. */
function readPairs(
  text: string,
  valueSeparator: string,
  pairSeparator: string | undefined,
): ReadonlyMap<string, string> {
  const isBetween = (at: number): boolean =>
    pairSeparator === undefined ? isSpace(text.charCodeAt(at)) : text[at] === pairSeparator;
  const pairs = new Map<string, string>();
  let keyStart = 0;
  for (let at = 0; at < text.length; at++) {
    if (isBetween(at)) {
      keyStart = at + 1;
    } else if (text[at] === valueSeparator && at > keyStart) {
      const key = cleanKey(text.slice(keyStart, at));
      const { value, end } = readValue(text, at + 1, isBetween);
      if (key !== '') pairs.set(key, value);
      at = end;
      keyStart = end + 1;
    }
  }
  return pairs;
}

function readValue(
  text: string,
  from: number,
  isBetween: (at: number) => boolean,
): { value: string; end: number } {
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    let end = from + 1;
    while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
    if (end < text.length) {
      return { value: text.slice(from + 1, end).replace(/\\(["'\\])/g, '$1'), end };
    }
  }
  let end = from;
  while (end < text.length && !isBetween(end)) end += 1;
  return { value: text.slice(from, end).trim(), end };
}

/** Brackets and commas around a pair belong to the sentence, not to the key. */
function cleanKey(text: string): string {
  const key = text.trim().replace(/^["'([{,;]+/, '');
  const end = key.endsWith('"') || key.endsWith("'") ? -1 : undefined;
  return key.slice(0, end);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
