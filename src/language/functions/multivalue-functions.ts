import type { EvalFunction } from './signature.ts';

export const MULTIVALUE_FUNCTIONS = {
  mvcount: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'number',
    summary: 'Returns the number of values. NULL if there are none.',
  },
  mvindex: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'first', type: 'number' },
      { name: 'last', type: 'number', optional: true },
    ],
    result: 'any',
    summary:
      'Returns the value at an index, or the values from `first` to `last`. The index starts at 0. Negative indexes count from the end.',
  },
  mvjoin: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'text',
    summary: 'Joins all values into a string, separated by the delimiter.',
  },
  mvfind: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'number',
    summary:
      'Returns the zero-based index of the first value that matches the regular expression. NULL if none matches.',
  },
  mvfilter: {
    category: 'Multivalue',
    parameters: [{ name: 'condition', type: 'boolean' }],
    result: 'any',
    summary:
      'Returns the values for which the condition is true. The condition can refer to only one field. `mvfilter()` and `mvmap()` can be nested 2 levels deep.',
  },
  mvmap: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'expression', type: 'any' },
    ],
    result: 'any',
    summary:
      'Returns the result of the expression for each value. Inside the expression, the field is a single value. `mvmap()` and `mvfilter()` can be nested 2 levels deep.',
  },
  mvdedup: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
    summary: 'Removes duplicate values.',
  },
  mvsort: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
    summary: 'Sorts the values alphabetically.',
  },
  mvreverse: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
    summary: 'Reverses the order of the values.',
  },
  mvappend: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'any',
    summary: 'Combines the values of all arguments into one multivalue field.',
  },
  mvzip: {
    category: 'Multivalue',
    parameters: [
      { name: 'left', type: 'any' },
      { name: 'right', type: 'any' },
      { name: 'delimiter', type: 'text', optional: true },
    ],
    result: 'any',
    summary:
      'Combines two multivalue fields pairwise: first value with first value, and so on. The default delimiter is a comma.',
  },
  mvrange: {
    category: 'Multivalue',
    parameters: [
      { name: 'start', type: 'number' },
      { name: 'end', type: 'number' },
      { name: 'step', type: 'number', optional: true },
    ],
    result: 'any',
    summary: 'Returns a sequence of numbers from `start` (inclusive) to `end` (exclusive).',
  },
} as const satisfies Record<string, EvalFunction>;
