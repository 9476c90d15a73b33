import type { EvalFunction } from './signature.ts';

export const TEXT_FUNCTIONS = {
  len: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'number',
  },
  lower: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  upper: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  trim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
  },
  ltrim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
  },
  rtrim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
  },
  substr: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'start', type: 'number' },
      { name: 'length', type: 'number', optional: true },
    ],
    result: 'text',
  },
  replace: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'regex', type: 'regex' },
      { name: 'replacement', type: 'any' },
    ],
    result: 'text',
  },
  split: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'any',
  },
  urldecode: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  tostring: {
    category: 'Strings',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'format', type: { choices: ['commas', 'duration', 'hex'] }, optional: true },
    ],
    result: 'text',
  },
  tonumber: {
    category: 'Numbers',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
  },
  printf: {
    category: 'Strings',
    parameters: [
      { name: 'format', type: 'text' },
      { name: 'values', type: 'any', optional: true, rest: true },
    ],
    result: 'text',
  },
  ipmask: {
    category: 'Strings',
    parameters: [
      { name: 'mask', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'text',
  },
  md5: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  sha1: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  sha256: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
  sha512: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
  },
} as const satisfies Record<string, EvalFunction>;
