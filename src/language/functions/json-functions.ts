import type { EvalFunction, Parameter } from './signature.ts';

const JSON_VALUE = { name: 'json', type: 'any' } as const;
const MORE = { name: 'more', type: 'any', optional: true, rest: true } as const;

function ofJson(result: 'any' | 'text' | 'boolean', ...others: Parameter[]) {
  return {
    category: 'JSON',
    parameters: [JSON_VALUE, ...others],
    result,
  } as const satisfies EvalFunction;
}

function ofPairs(name: 'path' | 'key') {
  return {
    category: 'JSON',
    parameters: [JSON_VALUE, { name, type: 'text' }, { name: 'value', type: 'any' }, MORE],
    pairs: 1,
    result: 'text',
  } as const satisfies EvalFunction;
}

export const JSON_FUNCTIONS = {
  json_extract: ofJson('any', { name: 'paths', type: 'text', optional: true, rest: true }),
  json_extract_exact: ofJson(
    'any',
    { name: 'key', type: 'text' },
    { name: 'more', type: 'text', optional: true, rest: true },
  ),
  json_has_key_exact: ofJson('boolean', {
    name: 'key',
    type: 'text',
  }),
  json_keys: ofJson('text'),
  json_entries: ofJson('text'),
  json_object: {
    category: 'JSON',
    parameters: [{ name: 'key', type: 'any' }, { name: 'value', type: 'any' }, MORE],
    pairs: 0,
    result: 'text',
  },
  json_array: {
    category: 'JSON',
    parameters: [{ name: 'values', type: 'any', optional: true, rest: true }],
    result: 'text',
  },
  json_set: ofPairs('path'),
  json_set_exact: ofPairs('key'),
  json_append: ofPairs('path'),
  json_extend: ofPairs('path'),
  json_delete: ofJson(
    'text',
    { name: 'path', type: 'text' },
    { name: 'more', type: 'text', optional: true, rest: true },
  ),
  json: ofJson('any'),
  json_valid: ofJson('boolean'),
  isarray: ofJson('boolean'),
  isobject: ofJson('boolean'),
  json_array_to_mv: ofJson('any', { name: 'quoted', type: 'boolean', optional: true }),
  mv_to_json_array: {
    category: 'JSON',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'types', type: 'boolean', optional: true },
    ],
    result: 'text',
  },
  spath: ofJson('any', { name: 'path', type: 'text' }),
} as const satisfies Record<string, EvalFunction>;
