import type { EvalFunction } from './signature.ts';

export const NUMBER_FUNCTIONS = {
  round: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'digits', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'Rounds the number to an integer, or to the given number of decimal places.',
  },
  floor: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Rounds the number down to an integer.',
  },
  ceiling: {
    category: 'Numbers',
    aliases: ['ceil'],
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Rounds the number up to an integer.',
  },
  abs: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Returns the absolute value.',
  },
  pow: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
    summary: 'Returns the number raised to the exponent.',
  },
  sqrt: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Returns the square root. NULL for negative numbers.',
  },
  exp: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Returns e raised to the power of the number.',
  },
  ln: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'Returns the natural logarithm.',
  },
  log: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'Returns the logarithm, to base 10 or the given base.',
  },
  pi: {
    category: 'Numbers',
    parameters: [],
    result: 'number',
    summary: 'Returns the constant pi.',
  },
  min: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'Returns the smallest argument. Numbers are smaller than strings. NULLs are ignored.',
  },
  max: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'Returns the largest argument. Strings are larger than numbers. NULLs are ignored.',
  },
  now: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'Returns the time the search started, in epoch seconds.',
  },
  time: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'Returns the time the row is processed, in epoch seconds.',
  },
  relative_time: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'modifier', type: 'time' },
    ],
    result: 'number',
    summary: 'Applies a relative time modifier to epoch seconds, in the time zone of the search.',
  },
  strftime: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'format', type: 'format' },
    ],
    result: 'text',
    summary: 'Formats epoch seconds as a string, in the time zone of the search.',
  },
  strptime: {
    category: 'Time',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'format', type: 'format' },
    ],
    result: 'number',
    summary:
      'Parses a time in the given format and returns epoch seconds. NULL if the format doesn’t match.',
  },
} as const satisfies Record<string, EvalFunction>;
