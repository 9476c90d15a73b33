import type { EvalFunction } from './signature.ts';

export const MULTIVALUE_FUNCTIONS = {
  mvcount: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'number',
    summary: 'Number of values of the field; NULL if it has none.',
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
      'One value, or those from `first` to `last`. The first is 0; negative counts from the end.',
  },
  mvjoin: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'text',
    summary: 'All values as one text with the delimiter between them.',
  },
  mvfind: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'number',
    summary: 'The position, from 0, of the first value that matches; NULL when none does.',
  },
  mvfilter: {
    category: 'Multivalue',
    parameters: [{ name: 'condition', type: 'boolean' }],
    result: 'any',
    summary: 'The values of a field that meet the condition, which must use only this field.',
  },
  mvdedup: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
    summary: 'The distinct values.',
  },
  mvsort: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
    summary: 'The values in alphabetical order.',
  },
  mvappend: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'any',
    summary: 'Combines all values of all arguments into one multivalue field.',
  },
  mvzip: {
    category: 'Multivalue',
    parameters: [
      { name: 'left', type: 'any' },
      { name: 'right', type: 'any' },
      { name: 'delimiter', type: 'text', optional: true },
    ],
    result: 'any',
    summary: 'Joins the first values, then the second ones, and so on, with a comma by default.',
  },
  mvrange: {
    category: 'Multivalue',
    parameters: [
      { name: 'start', type: 'number' },
      { name: 'end', type: 'number' },
      { name: 'step', type: 'number', optional: true },
    ],
    result: 'any',
    summary: 'The numbers from `start` up to, but excluding, `end`.',
  },
} as const satisfies Record<string, EvalFunction>;
