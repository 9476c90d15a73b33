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
    example: 'round(duration / 1000, 2)',
  },
  floor: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The number rounded down.',
    example: 'floor(duration)',
  },
  ceiling: {
    category: 'Numbers',
    aliases: ['ceil'],
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The number rounded up.',
    example: 'ceiling(duration)',
  },
  abs: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The absolute value.',
    example: 'abs(drift)',
  },
  pow: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
    summary: 'The number raised to a power.',
    example: 'pow(2, retries)',
  },
  sqrt: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The square root; NULL for a negative number.',
    example: 'sqrt(variance)',
  },
  exp: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'e raised to the number.',
    example: 'exp(rate)',
  },
  ln: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary: 'The natural logarithm.',
    example: 'ln(bytes)',
  },
  log: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'The logarithm to base 10 or the given base.',
    example: 'log(bytes, 2)',
  },
  pi: {
    category: 'Numbers',
    parameters: [],
    result: 'number',
    summary: 'The number pi.',
    example: 'pi() * pow(radius, 2)',
  },
  min: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The smallest argument. Numbers sort before text. NULLs are ignored.',
    example: 'min(duration, 1000)',
  },
  max: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The largest argument. Text sorts after numbers. NULLs are ignored.',
    example: 'max(duration, 0)',
  },
  now: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'When the search was started, in epoch seconds.',
    example: 'now() - _time',
  },
  time: {
    category: 'Time',
    parameters: [],
    result: 'number',
    summary: 'The time at which the row is computed, in epoch seconds.',
    example: 'time()',
  },
  relative_time: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'modifier', type: 'time' },
    ],
    result: 'number',
    summary: 'Epoch seconds shifted by a relative time, in the time zone of the search.',
    example: 'relative_time(now(), "-1d@d")',
  },
  strftime: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'format', type: 'format' },
    ],
    result: 'text',
    summary: 'Epoch seconds as text, in the time zone of the search.',
    example: 'strftime(_time, "%Y-%m-%d %H:%M:%S")',
  },
  strptime: {
    category: 'Time',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'format', type: 'format' },
    ],
    result: 'number',
    summary: 'Parses a time in the given format to epoch seconds; NULL if it doesn’t match.',
    example: 'strptime(started, "%d.%m.%Y %H:%M:%S")',
  },
} as const satisfies Record<string, EvalFunction>;
