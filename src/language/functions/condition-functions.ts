import type { EvalFunction } from './signature.ts';

export const CONDITION_FUNCTIONS = {
  if: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'then', type: 'any' },
      { name: 'otherwise', type: 'any' },
    ],
    result: 'same',
    summary: 'The second argument if the condition is true, the third if it is false or NULL.',
  },
  case: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The value after the first condition that is true; NULL if none is.',
  },
  coalesce: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The first argument that is not NULL.',
  },
  nullif: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'unwanted', type: 'any' },
    ],
    result: 'any',
    summary: 'NULL if both arguments are equal, otherwise the first one.',
  },
  null: {
    category: 'Conditions',
    parameters: [],
    result: 'any',
    summary: 'NULL: removes the field.',
  },
  true: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'True. As the last condition of `case` it matches the rest.',
  },
  false: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'False.',
  },
  isnull: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True if the field is missing.',
  },
  isnotnull: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True if the field exists.',
  },
  isnum: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True if the value is a number.',
  },
  isstr: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True if the value exists and isn’t a number.',
  },
  isint: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True if the value is an integer.',
  },
  typeof: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'text',
    summary: '`Number`, `String`, `Boolean`, `Multivalue` or `Null`.',
  },
  like: {
    category: 'Comparing',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'pattern', type: 'text' },
    ],
    result: 'boolean',
    summary: 'True if the whole text matches the pattern: `%` matches any text, `_` one character.',
  },
  match: {
    category: 'Comparing',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'boolean',
    summary: 'True if the regular expression matches anywhere in the text.',
  },
  cidrmatch: {
    category: 'Comparing',
    parameters: [
      { name: 'network', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'boolean',
    summary: 'True if the address is in the network.',
  },
  searchmatch: {
    category: 'Comparing',
    parameters: [{ name: 'search', type: 'search' }],
    result: 'boolean',
    summary: 'True if the event matches the search.',
  },
} as const satisfies Record<string, EvalFunction>;
