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
    summary: 'Returns `then` if the condition is true, and `otherwise` if it is false or NULL.',
  },
  case: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'Returns the value that follows the first true condition, or NULL if none is true.',
  },
  validate: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'Returns the value that follows the first false condition, or NULL if none is false.',
  },
  coalesce: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'Returns the first argument that isn’t NULL.',
  },
  nullif: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'unwanted', type: 'any' },
    ],
    result: 'any',
    summary: 'Returns NULL if both arguments are equal, otherwise the first argument.',
  },
  null: {
    category: 'Conditions',
    parameters: [],
    result: 'any',
    summary: 'Returns NULL. Assigning it to a field removes the field.',
  },
  true: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'Returns true. Use it as the last condition of `case` to set a default.',
  },
  false: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'Returns false.',
  },
  isnull: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is NULL or the field is missing.',
  },
  isnotnull: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value isn’t NULL.',
  },
  isnum: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is a number.',
  },
  isstr: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is a string, not a number.',
  },
  isint: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is an integer.',
  },
  isdouble: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is a number with a fraction.',
  },
  isbool: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the value is a condition. Fields never are.',
  },
  ismv: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'Returns true if the field has more than one value.',
  },
  typeof: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'text',
    summary:
      'Returns the type of the value: `Number`, `String`, `Boolean`, `Multivalue` or `Null`.',
  },
  like: {
    category: 'Comparison',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'pattern', type: 'text' },
    ],
    result: 'boolean',
    summary:
      'Returns true if the entire string matches the pattern. `%` matches any characters, `_` exactly one.',
  },
  match: {
    category: 'Comparison',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'boolean',
    summary: 'Returns true if the regular expression matches any part of the string.',
  },
  cidrmatch: {
    category: 'Comparison',
    parameters: [
      { name: 'network', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'boolean',
    summary: 'Returns true if the IP address is in the CIDR range.',
  },
  searchmatch: {
    category: 'Comparison',
    parameters: [{ name: 'search', type: 'search' }],
    result: 'boolean',
    summary: 'Returns true if the event matches the search expression.',
  },
} as const satisfies Record<string, EvalFunction>;
