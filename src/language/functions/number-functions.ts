import type { EvalFunction } from './signature.ts';

export const NUMBER_FUNCTIONS = {
  round: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'digits', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'The number rounded to an integer or to the given number of decimals.',
  },
  floor: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The number rounded down.',
  },
  ceiling: {
    category: 'Numbers',
    aliases: ['ceil'],
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The number rounded up.',
  },
  abs: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The absolute value.',
  },
  pow: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
    summary: 'The number raised to a power.',
  },
  sqrt: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The square root; NULL for a negative number.',
  },
  exp: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'e raised to the number.',
  },
  ln: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The natural logarithm.',
  },
  log: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'The logarithm to base 10 or the given base.',
  },
  pi: {
    category: 'Numbers',
    parameters: [],
    result: 'number',
    summary: 'The number pi.',
  },
  min: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The smallest argument. Numbers sort before text. NULLs are ignored.',
  },
  max: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The largest argument. Text sorts after numbers. NULLs are ignored.',
  },
  now: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'When the search was started, in epoch seconds.',
  },
  time: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'The time at which the row is computed, in epoch seconds.',
  },
  relative_time: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'modifier', type: 'time' },
    ],
    result: 'number',
    summary: 'Epoch seconds shifted by a relative time, in the time zone of the search.',
  },
  strftime: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'format', type: 'format' },
    ],
    result: 'text',
    summary: 'Epoch seconds as text, in the time zone of the search.',
  },
  strptime: {
    category: 'Time',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'format', type: 'format' },
    ],
    result: 'number',
    summary: 'Parses a time in the given format to epoch seconds; NULL if it doesn’t match.',
  },
} as const satisfies Record<string, EvalFunction>;
