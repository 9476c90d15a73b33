import type { EvalFunction } from './signature.ts';

export const MULTIVALUE_FUNCTIONS = {
  mvcount: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'number',
  },
  mvindex: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'first', type: 'number' },
      { name: 'last', type: 'number', optional: true },
    ],
    result: 'any',
  },
  mvjoin: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'text',
  },
  mvfind: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'number',
  },
  mvfilter: {
    category: 'Multivalue',
    parameters: [{ name: 'condition', type: 'boolean' }],
    result: 'any',
  },
  mvmap: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'expression', type: 'any' },
    ],
    result: 'any',
  },
  mvdedup: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
  },
  mvsort: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
  },
  mvreverse: {
    category: 'Multivalue',
    parameters: [{ name: 'values', type: 'any' }],
    result: 'any',
  },
  mvappend: {
    category: 'Multivalue',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'any',
  },
  mvzip: {
    category: 'Multivalue',
    parameters: [
      { name: 'left', type: 'any' },
      { name: 'right', type: 'any' },
      { name: 'delimiter', type: 'text', optional: true },
    ],
    result: 'any',
  },
  mvrange: {
    category: 'Multivalue',
    parameters: [
      { name: 'start', type: 'number' },
      { name: 'end', type: 'number' },
      { name: 'step', type: 'number', optional: true },
    ],
    result: 'any',
  },
} as const satisfies Record<string, EvalFunction>;
