import { LIMITS } from '../../../spec/limits.ts';

const NAMED_MAX = 5;

/** The explanation with the rows it rests on, counted from 1, within the length an explanation may have. */
export function nameRows(explanation: string, rows: readonly number[]): string {
  if (rows.length === 0) return explanation;
  const named = rows.slice(0, NAMED_MAX).map((row) => String(row + 1));
  const more = rows.length - named.length;
  const list = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
  const suffix = ` (${rows.length === 1 ? 'row' : 'rows'} ${list})`;
  return (
    cutCharacters(explanation, LIMITS.evaluation.explanationCharactersMax - suffix.length) + suffix
  );
}

/** Counts code points; an ellipsis marks the cut. */
export function cutCharacters(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  if (characters.length <= charactersMax) return text;
  return `${characters
    .slice(0, charactersMax - 1)
    .join('')
    .trimEnd()}…`;
}
