import type { EvalFunction } from './signature.ts';

export const CONDITION_FUNCTIONS = {
  if: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'then', type: 'any' },
      { name: 'otherwise', type: 'any' },
    ],
    result: 'same',
    summary:
      'The second argument where the condition is true, the third where it is false or NULL.',
    example: 'if(status >= 500, "failed", "fine")',
  },
  case: {
    category: 'Conditions',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The value after the first condition that is true; NULL if none is.',
    example: 'case(status >= 500, "server", status >= 400, "client", true(), "fine")',
  },
  coalesce: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'more', type: 'any', optional: true, rest: true },
    ],
    result: 'same',
    summary: 'The first argument that is not NULL.',
    example: 'coalesce(user_id, account_id, "unknown")',
  },
  nullif: {
    category: 'Conditions',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'unwanted', type: 'any' },
    ],
    result: 'any',
    summary: 'NULL where both arguments are equal, the first one elsewhere.',
    example: 'nullif(region, "unknown")',
  },
  null: {
    category: 'Conditions',
    parameters: [],
    result: 'any',
    summary: 'NULL: the field is taken away.',
    example: 'if(level="debug", null(), duration)',
  },
  true: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'True; as the last condition of `case` it catches the rest.',
    example: 'case(level="error", "bad", true(), "fine")',
  },
  false: {
    category: 'Conditions',
    parameters: [],
    result: 'boolean',
    summary: 'False.',
    example: 'if(false(), "never", "always")',
  },
  isnull: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True where the field is missing.',
    example: 'if(isnull(user_id), "anonymous", user_id)',
  },
  isnotnull: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True where the field exists.',
    example: 'if(isnotnull(trace_id), "traced", "not traced")',
  },
  isnum: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True where the value reads as a number.',
    example: 'if(isnum(status), status, 0)',
  },
  isstr: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True where there is a value that does not read as a number.',
    example: 'if(isstr(port), "named", "numbered")',
  },
  isint: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    summary: 'True where the value reads as a whole number.',
    example: 'if(isint(duration), duration, round(duration))',
  },
  typeof: {
    category: 'Comparing',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'text',
    summary: '`Number`, `String`, `Boolean`, `Multivalue` or `Null`.',
    example: 'typeof(duration)',
  },
  like: {
    category: 'Comparing',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'pattern', type: 'text' },
    ],
    result: 'boolean',
    summary: 'True where the whole text fits the pattern: `%` is any run, `_` one character.',
    example: 'if(like(path, "/api/%"), "api", "web")',
  },
  match: {
    category: 'Comparing',
    parameters: [
      { name: 'text', type: 'any' },
      { name: 'regex', type: 'regex' },
    ],
    result: 'boolean',
    summary: 'True where the regular expression matches anywhere in the text.',
    example: 'if(match(path, "^/api/v\\d+/"), "versioned", "other")',
  },
  cidrmatch: {
    category: 'Comparing',
    parameters: [
      { name: 'network', type: 'text' },
      { name: 'address', type: 'any' },
    ],
    result: 'boolean',
    summary: 'True if the address is in the network.',
    example: 'if(cidrmatch("10.0.0.0/8", client_ip), "inside", "outside")',
  },
  searchmatch: {
    category: 'Comparing',
    parameters: [{ name: 'search', type: 'search' }],
    result: 'boolean',
    summary: 'True where the event would be found by the search.',
    example: 'if(searchmatch("timeout OR refused"), "network", "other")',
  },
} as const satisfies Record<string, EvalFunction>;
