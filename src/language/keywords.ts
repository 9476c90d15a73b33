import type { BOUND_WORDS } from './tree/time.ts';

/** Words that are part of the syntax, with a line of help each. Completion and help go by this table. */
const KEYWORDS = {
  AND: 'Both sides must hold. Between search terms it may be left out.',
  OR: 'One side must hold. In a search OR binds tighter than AND, in expressions looser.',
  NOT: 'The next term must not hold. Also finds events without the field.',
  XOR: 'Exactly one side must hold.',
  IN: 'The field has one of the listed values; in a search values may have wildcards.',
  LIKE: 'The text fits a pattern with % and _.',
  BY: 'One result per value, or combination of values, of these fields.',
  AS: 'Gives the result a name.',
  OVER: 'One row per value of this field.',
  WHERE: 'Only what fits.',
  WITH: 'The value to write instead.',
  OUTPUT: 'Columns to add; they overwrite fields of the same name.',
  OUTPUTNEW: 'Columns to add where the event has no such field.',
  SORTBY: 'The order in which the first row is chosen.',
  NOTIN: 'All series but these.',
  GROUPBY: 'Another word for BY.',
  FROM: 'Data models are not offered.',
  ASC: 'Smallest first.',
  DESC: 'Largest first.',
  SEARCH: 'Begins a search; at the beginning of a query it may be left out.',
  'EVAL(': 'Computes a value of each row before it is aggregated.',
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
  earliest: 'From this time on, as in earliest=-1d@d.',
  latest: 'Up to but without this time, as in latest=@h.',
  _index_earliest: 'Stored from this time on, as in _index_earliest=-5m.',
  _index_latest: 'Stored before this time, as in _index_latest=@m.',
} as const satisfies Record<keyof typeof BOUND_WORDS, string>;

/** Times worth offering, with what they mean. */
export const TIME_EXAMPLES = {
  '-15m': 'The last 15 minutes.',
  '-1h': 'The last hour.',
  '-4h': 'The last four hours.',
  '-24h': 'The last 24 hours.',
  '-7d': 'The last seven days.',
  '-30d': 'The last 30 days.',
  '@d': 'Since midnight.',
  '-1d@d': 'Since midnight of yesterday.',
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
  '1d': 'A day of the calendar.',
  '1w@w1': 'A week from Monday on.',
  '1mon': 'A month of the calendar.',
} as const satisfies Record<string, string>;
