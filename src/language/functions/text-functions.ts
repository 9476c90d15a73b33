import type { EvalFunction } from './signature.ts';

export const TEXT_FUNCTIONS = {
  len: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'number',
    summary: 'Returns the number of characters in the string.',
  },
  lower: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Converts the string to lower case.',
  },
  upper: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Converts the string to upper case.',
  },
  trim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'Removes leading and trailing white space, or the given characters.',
  },
  ltrim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'Removes leading white space, or the given characters.',
  },
  rtrim: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'characters', type: 'text', optional: true },
    ],
    result: 'text',
    summary: 'Removes trailing white space, or the given characters.',
  },
  substr: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'start', type: 'number' },
      { name: 'length', type: 'number', optional: true },
    ],
    result: 'text',
    summary: 'Returns a substring. Positions start at 1. A negative start counts from the end.',
  },
  replace: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'regex', type: 'regex' },
      { name: 'replacement', type: 'any' },
    ],
    result: 'text',
    summary:
      'Replaces all matches of the regular expression. `\\1` inserts the first capturing group.',
  },
  split: {
    category: 'Strings',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'delimiter', type: 'text' },
    ],
    result: 'any',
    summary: 'Splits the string at the delimiter into a multivalue field.',
  },
  urldecode: {
    category: 'Strings',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Decodes a URL-encoded string.',
  },
  tostring: {
    category: 'Strings',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'format', type: { choices: ['commas', 'duration', 'hex'] }, optional: true },
    ],
    result: 'text',
    summary:
      'Converts the value to a string. `"commas"` adds thousands separators, `"duration"` formats seconds as `[D+]HH:MM:SS`, `"hex"` converts to hexadecimal.',
  },
  tonumber: {
    category: 'Numbers',
    parameters: [
      { name: 'string', type: 'any' },
      { name: 'base', type: 'number', optional: true },
    ],
    result: 'number',
    summary:
      'Converts the string to a number, in base 10 or the given base. NULL if it isn’t numeric.',
  },
  printf: {
    category: 'Strings',
    parameters: [
      { name: 'format', type: 'text' },
      { name: 'values', type: 'any', optional: true, rest: true },
    ],
    result: 'text',
    summary:
      'Formats values as in C: `%s` inserts a string, `%d` an integer, `%.2f` a number with 2 decimal places, `%x` a hexadecimal number. NULL if a value is NULL or doesn’t fit.',
  },
  ipmask: {
    category: 'Strings',
    parameters: [
      { name: 'mask', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'text',
    summary: 'Applies a mask, such as `255.255.255.0`, to an IPv4 address. NULL for other values.',
  },
  md5: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Returns the MD5 hash as lower-case hexadecimal.',
  },
  sha1: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Returns the SHA-1 hash as lower-case hexadecimal.',
  },
  sha256: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Returns the SHA-256 hash as lower-case hexadecimal.',
  },
  sha512: {
    category: 'Hashes',
    parameters: [{ name: 'string', type: 'any' }],
    result: 'text',
    summary: 'Returns the SHA-512 hash as lower-case hexadecimal.',
  },
} as const satisfies Record<string, EvalFunction>;
