import type { EvalFunction } from './signature.ts';

export const NUMBER_FUNCTIONS = {
  round: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'digits', type: 'number', optional: true },
    ],
    result: 'number',
  },
  floor: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  ceiling: {
    category: 'Numbers',
    aliases: ['ceil'],
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  abs: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  pow: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
  },
  sqrt: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  exp: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  ln: {
    category: 'Numbers',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  },
  log: {
    category: 'Numbers',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
  },
  pi: {
    category: 'Numbers',
    parameters: [],
    result: 'number',
  },
  min: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
  },
  max: {
    category: 'Numbers',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
  },
  now: {
    category: 'Time',
    parameters: [],
    result: 'number',
  },
  time: {
    category: 'Time',
    parameters: [],
    result: 'number',
  },
  relative_time: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'modifier', type: 'time' },
    ],
    result: 'number',
  },
  strftime: {
    category: 'Time',
    parameters: [
      { name: 'time', type: 'number' },
      { name: 'format', type: 'format' },
    ],
    result: 'text',
  },
  strptime: {
    category: 'Time',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'format', type: 'format' },
    ],
    result: 'number',
  },
} as const satisfies Record<string, EvalFunction>;
