import type { EvalFunction, Parameter } from './signature.ts';

const JSON_VALUE = { name: 'json', type: 'any' } as const;
const MORE = { name: 'more', type: 'any', optional: true, rest: true } as const;

function ofJson(result: 'any' | 'text' | 'boolean', summary: string, ...others: Parameter[]) {
  return {
    category: 'JSON',
    parameters: [JSON_VALUE, ...others],
    result,
    summary,
  } as const satisfies EvalFunction;
}

function ofPairs(name: 'path' | 'key', summary: string) {
  return {
    category: 'JSON',
    parameters: [JSON_VALUE, { name, type: 'text' }, { name: 'value', type: 'any' }, MORE],
    pairs: 1,
    result: 'text',
    summary,
  } as const satisfies EvalFunction;
}

export const JSON_FUNCTIONS = {
  json_extract: ofJson(
    'any',
    'Returns the value at a path, such as `user.roles{0}`, in a JSON string. Several paths return a JSON array.',
    { name: 'paths', type: 'text', optional: true, rest: true },
  ),
  json_extract_exact: ofJson(
    'any',
    'Returns the value of a key that can contain dots. Several keys return a JSON array.',
    { name: 'key', type: 'text' },
    { name: 'more', type: 'text', optional: true, rest: true },
  ),
  json_has_key_exact: ofJson('boolean', 'Returns true if the JSON object has the key.', {
    name: 'key',
    type: 'text',
  }),
  json_keys: ofJson('text', 'Returns the keys of a JSON object as a JSON array.'),
  json_entries: ofJson(
    'text',
    'Converts a JSON object to a JSON array of objects with a `key` and a `value`.',
  ),
  json_object: {
    category: 'JSON',
    parameters: [{ name: 'key', type: 'any' }, { name: 'value', type: 'any' }, MORE],
    pairs: 0,
    result: 'text',
    summary: 'Creates a JSON object. Values that are JSON arrays or objects are nested.',
  },
  json_array: {
    category: 'JSON',
    parameters: [{ name: 'values', type: 'any', optional: true, rest: true }],
    result: 'text',
    summary: 'Creates a JSON array. Values that are JSON arrays or objects are nested.',
  },
  json_set: ofPairs(
    'path',
    'Sets the value at a path in JSON. Missing objects in the path are created.',
  ),
  json_set_exact: ofPairs('key', 'Sets the value of a key that can contain dots.'),
  json_append: ofPairs('path', 'Appends a value to the JSON array at a path.'),
  json_extend: ofPairs('path', 'Appends the elements of a JSON array to the JSON array at a path.'),
  json_delete: ofJson(
    'text',
    'Removes the values at one or more paths from JSON.',
    { name: 'path', type: 'text' },
    { name: 'more', type: 'text', optional: true, rest: true },
  ),
  json: ofJson('any', 'Returns the value if it is valid JSON, otherwise NULL.'),
  json_valid: ofJson('boolean', 'Returns true if the string is valid JSON.'),
  isarray: ofJson('boolean', 'Returns true if the value is a JSON array.'),
  isobject: ofJson('boolean', 'Returns true if the value is a JSON object.'),
  json_array_to_mv: ofJson(
    'any',
    'Converts a JSON array to a multivalue field. `true()` keeps strings in quotes.',
    { name: 'quoted', type: 'boolean', optional: true },
  ),
  mv_to_json_array: {
    category: 'JSON',
    parameters: [
      { name: 'values', type: 'any' },
      { name: 'types', type: 'boolean', optional: true },
    ],
    result: 'text',
    summary:
      'Converts a multivalue field to a JSON array of strings. `true()` keeps numbers, arrays and objects as such.',
  },
  spath: ofJson('any', 'Same as `json_extract`.', { name: 'path', type: 'text' }),
} as const satisfies Record<string, EvalFunction>;
