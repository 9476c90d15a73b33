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
  },
  case: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
  },
  validate: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
  },
  coalesce: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
  },
  nullif: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'unwanted', type: 'any' },
    ],
    result: 'any',
  },
  null: {
    category: 'Conditions',
    parameters: [],
    result: 'any',
  },
  true: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
  },
  false: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
  },
  isnull: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isnotnull: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isnum: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isstr: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isint: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isdouble: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  isbool: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  ismv: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
  },
  typeof: {
    category: 'Comparison',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'text',
  },
  like: {
    category: 'Comparison',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'pattern', type: 'text' },
    ],
    result: 'boolean',
  },
  match: {
    category: 'Comparison',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'boolean',
  },
  cidrmatch: {
    category: 'Comparison',
    parameters: [
      { name: 'network', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'boolean',
  },
  searchmatch: {
    category: 'Comparison',
    parameters: [{ name: 'search', type: 'search' }],
    result: 'boolean',
  },
} as const satisfies Record<string, EvalFunction>;
