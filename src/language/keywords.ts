import type { BOUND_WORDS } from './tree/time.ts';

/** Words that are part of the syntax, with one line of help each. Used by completion and help. */
const KEYWORDS = {
  AND: 'Both sides must be true. Optional between search terms.',
  OR: 'At least one side must be true. Precedence: above AND in a search, below AND in an expression.',
  NOT: 'The next term must not match. Also matches events without the field.',
  XOR: 'Exactly one side must be true.',
  IN: 'The field has one of the listed values. In a search, values can contain wildcards.',
  LIKE: 'The string matches a pattern with the wildcards % and _.',
  BY: 'One result per value, or combination of values, of these fields.',
  AS: 'Names the result.',
  OVER: 'One row per value of this field.',
  WHERE: 'Keeps only matching rows.',
  WITH: 'Replacement value.',
  OUTPUT: 'Columns to add. They overwrite fields with the same name.',
  OUTPUTNEW: 'Columns to add if the event has no field with this name.',
  SORTBY: 'Sort order that determines the first row.',
  NOTIN: 'All series except these.',
  GROUPBY: 'Same as BY.',
  FROM: 'Data model to search.',
  ASC: 'Smallest first.',
  DESC: 'Largest first.',
  SEARCH: 'Starts a search. Optional at the start of a query.',
  'EVAL(': 'Computes a value per row before aggregation.',
} as const satisfies Record<string, string>;

export function keywordHelp(word: string): string | undefined {
  const upper = word.toUpperCase();
  return isKeyword(upper) ? KEYWORDS[upper] : undefined;
}

function isKeyword(word: string): word is keyof typeof KEYWORDS {
  return Object.hasOwn(KEYWORDS, word);
}

/** Bounds of the search range. */
export const TIME_WORDS = {
  earliest: 'Start of the time range, as in earliest=-1d@d.',
  latest: 'End of the time range, exclusive, as in latest=@h.',
  _index_earliest: 'Start of the ingest time range, as in _index_earliest=-5m.',
  _index_latest: 'End of the ingest time range, exclusive, as in _index_latest=@m.',
} as const satisfies Record<keyof typeof BOUND_WORDS, string>;

/** Suggested times, with their meaning. */
export const TIME_EXAMPLES = {
  '-15m': 'The last 15 minutes.',
  '-1h': 'The last hour.',
  '-4h': 'The last four hours.',
  '-24h': 'The last 24 hours.',
  '-7d': 'The last seven days.',
  '-30d': 'The last 30 days.',
  '@d': 'Since midnight.',
  '-1d@d': 'Since yesterday at midnight.',
  '@w1': 'Since Monday.',
  '-1mon@mon': 'Since the first of last month.',
  '@mon': 'Since the first of this month.',
  now: 'Now.',
} as const satisfies Record<string, string>;

export const SPAN_EXAMPLES = {
  '10s': 'Ten seconds.',
  '1m': 'A minute.',
  '5m': 'Five minutes.',
  '30m': 'Half an hour.',
  '1h': 'An hour.',
  '1d': 'A calendar day.',
  '1w@w1': 'A week starting on Monday.',
  '1mon': 'A calendar month.',
} as const satisfies Record<string, string>;
