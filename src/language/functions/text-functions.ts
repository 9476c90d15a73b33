import type { EvalFunction } from './signature.ts';

export const TEXT_FUNCTIONS = {
  len: {
    category: 'Text',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'number',
    summary: 'Number of characters.',
  },
  lower: {
    category: 'Text',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The text in lower case.',
  },
  upper: {
    category: 'Text',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The text in upper case.',
  },
  trim: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'The text without leading and trailing white space, or the given characters.',
  },
  ltrim: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'Like `trim`, only at the start.',
  },
  rtrim: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'Like `trim`, only at the end.',
  },
  substr: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'start', type: 'number' },
      { name: 'length', type: 'number', optional: true },
    ],
    result: 'text',
    summary: 'A substring. The first character is 1; a negative start counts from the end.',
  },
  replace: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'regex', type: 'regex' },
      { name: 'replacement', type: 'any' },
    ],
    result: 'text',
    summary: 'Every match of the regular expression replaced; `\\1` is its first group.',
  },
  split: {
    category: 'Text',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'any',
    summary: 'Splits the text at the delimiter into a multivalue field.',
  },
  urldecode: {
    category: 'Text',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The URL-decoded text.',
  },
  tostring: {
    category: 'Text',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'format', type: { choices: ['commas', 'duration', 'hex'] }, optional: true },
    ],
    result: 'text',
    summary: 'The value as text. `"commas"` groups digits, `"duration"` formats seconds as h:m:s.',
  },
  tonumber: {
    category: 'Numbers',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
    summary: 'Parses the text as a number, in base 10 or the given base; NULL if it isn’t one.',
  },
  json_extract: {
    category: 'JSON',
    parameters: [
      { name: 'json', type: 'any' },
      { name: 'path', type: 'text', optional: true },
    ],
    result: 'any',
    summary: 'The value at a path such as `user.roles{0}` of JSON text.',
  },
  json_valid: {
    category: 'JSON',
    parameters: [{ name: 'json', type: 'any' }],
    result: 'boolean',
    summary: 'True if the text is JSON.',
  },
  spath: {
    category: 'JSON',
    parameters: [
      { name: 'json', type: 'any' },
      { name: 'path', type: 'text' },
    ],
    result: 'any',
    summary: 'The same as `json_extract`.',
  },
  md5: {
    category: 'Hashes',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The MD5 hash, in lower-case hexadecimal.',
  },
  sha1: {
    category: 'Hashes',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The SHA-1 hash, in lower-case hexadecimal.',
  },
  sha256: {
    category: 'Hashes',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The SHA-256 hash, in lower-case hexadecimal.',
  },
  sha512: {
    category: 'Hashes',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'text',
    summary: 'The SHA-512 hash, in lower-case hexadecimal.',
  },
} as const satisfies Record<string, EvalFunction>;
