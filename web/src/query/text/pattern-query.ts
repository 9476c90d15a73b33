/** Turns the template of a pattern into conditions that find its events. */
import { addCondition, addPhrase } from './edit-query.ts';

const PLACEHOLDER = /<(?:\*|[A-Z]{2,12})>/;
const PLACEHOLDERS = new RegExp(PLACEHOLDER.source, 'g');
const PHRASES_MAX = 6;
const PHRASE_CHARACTERS_MAX = 200;
const PHRASE_CHARACTERS_MIN = 2;

/** Returns the parts of a template common to all its events, in whole words; only the longest if there are many. */
export function phrasesOf(template: string): string[] {
  const [firstLine = ''] = template.split('\n');
  const parts = firstLine.split(PLACEHOLDERS);
  const phrases = parts
    .map((part, place) => wholeWords(part, place > 0, place < parts.length - 1))
    .filter((phrase) => phrase.length >= PHRASE_CHARACTERS_MIN);
  const longest = [...new Set(phrases)]
    .toSorted((left, right) => right.length - left.length)
    .slice(0, PHRASES_MAX);
  return phrases.filter(
    (phrase, place) => longest.includes(phrase) && phrases.indexOf(phrase) === place,
  );
}

/** Drops words adjacent to a placeholder, which may be partial, and outer punctuation, which matches nothing anyway. */
function wholeWords(part: string, isBehind: boolean, isBefore: boolean): string {
  let text = part;
  if (isBehind) text = text.replace(/^[\p{L}\p{N}]+/u, '');
  if (isBefore) text = text.replace(/[\p{L}\p{N}]+$/u, '');
  text = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (text.length <= PHRASE_CHARACTERS_MAX) return text;
  return text
    .slice(0, PHRASE_CHARACTERS_MAX)
    .replace(/[\p{L}\p{N}]+$/u, '')
    .trimEnd();
}

export function includePattern(query: string, template: string): string {
  return phrasesOf(template).reduce((text, phrase) => addPhrase(text, phrase, false), query);
}

/** Negates all phrases together: an event with only one of them belongs to another pattern. */
export function excludePattern(query: string, template: string): string {
  const phrases = phrasesOf(template);
  const [only] = phrases;
  if (only === undefined) return query;
  if (phrases.length === 1) return addPhrase(query, only, true);
  return addDeniedGroup(query, phrases);
}

function addDeniedGroup(query: string, phrases: readonly string[]): string {
  const group = phrases.reduce((text, phrase) => addPhrase(text, phrase, false), '');
  return addCondition(query, `NOT (${group})`);
}

/** Splits a template into fixed text and placeholders, so that they can be styled differently. */
export function templateParts(
  template: string,
): { readonly text: string; readonly isPlaceholder: boolean }[] {
  return template
    .split(new RegExp(`(${PLACEHOLDER.source})`))
    .filter((text) => text !== '')
    .map((text) => ({ text, isPlaceholder: PLACEHOLDER.test(text) }));
}
