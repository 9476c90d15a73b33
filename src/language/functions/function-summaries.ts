import type { EvalFunctionName } from './eval-functions.ts';

/** What each function of `eval` does: for people, so the parser does not load it. */
export const FUNCTION_SUMMARIES: Readonly<Record<EvalFunctionName, string>> = {
  if: 'Returns `then` if the condition is true, and `otherwise` if it is false or NULL.',
  case: 'Returns the value that follows the first true condition, or NULL if none is true.',
  validate: 'Returns the value that follows the first false condition, or NULL if none is false.',
  coalesce: 'Returns the first argument that isn’t NULL.',
  nullif: 'Returns NULL if both arguments are equal, otherwise the first argument.',
  null: 'Returns NULL. Assigning it to a field removes the field.',
  true: 'Returns true. Use it as the last condition of `case` to set a default.',
  false: 'Returns false.',
  isnull: 'Returns true if the value is NULL or the field is missing.',
  isnotnull: 'Returns true if the value isn’t NULL.',
  isnum: 'Returns true if the value is a number.',
  isstr: 'Returns true if the value is a string, not a number.',
  isint: 'Returns true if the value is an integer.',
  isdouble: 'Returns true if the value is a number with a fraction.',
  isbool: 'Returns true if the value is a condition. Fields never are.',
  ismv: 'Returns true if the field has more than one value.',
  typeof: 'Returns the type of the value: `Number`, `String`, `Boolean`, `Multivalue` or `Null`.',
  like: 'Returns true if the entire string matches the pattern. `%` matches any characters, `_` exactly one.',
  match: 'Returns true if the regular expression matches any part of the string.',
  cidrmatch: 'Returns true if the IP address is in the CIDR range.',
  searchmatch: 'Returns true if the event matches the search expression.',
  len: 'Returns the number of characters in the string.',
  lower: 'Converts the string to lower case.',
  upper: 'Converts the string to upper case.',
  trim: 'Removes leading and trailing white space, or the given characters.',
  ltrim: 'Removes leading white space, or the given characters.',
  rtrim: 'Removes trailing white space, or the given characters.',
  substr: 'Returns a substring. Positions start at 1. A negative start counts from the end.',
  replace:
    'Replaces all matches of the regular expression. `\\1` inserts the first capturing group.',
  split: 'Splits the string at the delimiter into a multivalue field.',
  urldecode: 'Decodes a URL-encoded string.',
  tostring:
    'Converts the value to a string. `"commas"` adds thousands separators, `"duration"` formats seconds as `[D+]HH:MM:SS`, `"hex"` converts to hexadecimal.',
  tonumber:
    'Converts the string to a number, in base 10 or the given base. NULL if it isn’t numeric.',
  printf:
    'Formats values as in C: `%s` inserts a string, `%d` an integer, `%.2f` a number with 2 decimal places, `%x` a hexadecimal number. NULL if a value is NULL or doesn’t fit.',
  ipmask: 'Applies a mask, such as `255.255.255.0`, to an IPv4 address. NULL for other values.',
  md5: 'Returns the MD5 hash as lower-case hexadecimal.',
  sha1: 'Returns the SHA-1 hash as lower-case hexadecimal.',
  sha256: 'Returns the SHA-256 hash as lower-case hexadecimal.',
  sha512: 'Returns the SHA-512 hash as lower-case hexadecimal.',
  round: 'Rounds the number to an integer, or to the given number of decimal places.',
  floor: 'Rounds the number down to an integer.',
  ceiling: 'Rounds the number up to an integer.',
  abs: 'Returns the absolute value.',
  pow: 'Returns the number raised to the exponent.',
  sqrt: 'Returns the square root. NULL for negative numbers.',
  exp: 'Returns e raised to the power of the number.',
  ln: 'Returns the natural logarithm.',
  log: 'Returns the logarithm, to base 10 or the given base.',
  pi: 'Returns the constant pi.',
  min: 'Returns the smallest argument. Numbers are smaller than strings. NULLs are ignored.',
  max: 'Returns the largest argument. Strings are larger than numbers. NULLs are ignored.',
  now: 'Returns the time the search started, in epoch seconds.',
  time: 'Returns the time the row is processed, in epoch seconds.',
  relative_time:
    'Applies a relative time modifier to epoch seconds, in the time zone of the search.',
  strftime: 'Formats epoch seconds as a string, in the time zone of the search.',
  strptime:
    'Parses a time in the given format and returns epoch seconds. NULL if the format doesn’t match.',
  sum: 'Returns the sum of all numeric values of the arguments. Other values are ignored. NULL if there are none.',
  avg: 'Returns the average of all numeric values of the arguments. Other values are ignored. NULL if there are none.',
  exact: 'Returns the number unchanged. Results are never rounded for display.',
  random:
    'Returns a pseudorandom integer from 0 to 2147483647. Repeating a search with the same start time returns the same numbers.',
  sin: 'Returns the sine of an angle in radians.',
  cos: 'Returns the cosine of an angle in radians.',
  tan: 'Returns the tangent of an angle in radians.',
  asin: 'Returns the arc sine in radians. NULL outside −1 to 1.',
  acos: 'Returns the arc cosine in radians. NULL outside −1 to 1.',
  atan: 'Returns the arc tangent in radians.',
  atan2: 'Returns the angle of the point (x, y) in radians, from −pi to pi.',
  hypot: 'Returns the length of the hypotenuse of a right triangle with these legs.',
  sinh: 'Returns the hyperbolic sine. NULL if the result is too large.',
  cosh: 'Returns the hyperbolic cosine. NULL if the result is too large.',
  tanh: 'Returns the hyperbolic tangent.',
  asinh: 'Returns the inverse hyperbolic sine.',
  acosh: 'Returns the inverse hyperbolic cosine. NULL below 1.',
  atanh: 'Returns the inverse hyperbolic tangent. NULL unless it is between −1 and 1.',
  bit_and: 'Returns the bitwise AND of integers from 0 to 2^53−1. NULL for other values.',
  bit_or: 'Returns the bitwise OR of integers from 0 to 2^53−1. NULL for other values.',
  bit_xor: 'Returns the bitwise exclusive OR of integers from 0 to 2^53−1. NULL for other values.',
  bit_not: 'Inverts the bits of an integer that are set in the mask. The default mask has 53 bits.',
  bit_shift_left:
    'Shifts an integer to the left by 0 to 63 bits. Bits beyond the 53rd are dropped.',
  bit_shift_right: 'Shifts an integer to the right by 0 to 63 bits.',
  mvcount: 'Returns the number of values. NULL if there are none.',
  mvindex:
    'Returns the value at an index, or the values from `first` to `last`. The index starts at 0. Negative indexes count from the end.',
  mvjoin: 'Joins all values into a string, separated by the delimiter.',
  mvfind:
    'Returns the zero-based index of the first value that matches the regular expression. NULL if none matches.',
  mvfilter:
    'Returns the values for which the condition is true. The condition can refer to only one field. `mvfilter()` and `mvmap()` can be nested 2 levels deep.',
  mvmap:
    'Returns the result of the expression for each value. Inside the expression, the field is a single value. `mvmap()` and `mvfilter()` can be nested 2 levels deep.',
  mvdedup: 'Removes duplicate values.',
  mvsort: 'Sorts the values alphabetically.',
  mvreverse: 'Reverses the order of the values.',
  mvappend: 'Combines the values of all arguments into one multivalue field.',
  mvzip:
    'Combines two multivalue fields pairwise: first value with first value, and so on. The default delimiter is a comma.',
  mvrange: 'Returns a sequence of numbers from `start` (inclusive) to `end` (exclusive).',
  json_extract:
    'Returns the value at a path, such as `user.roles{0}`, in a JSON string. Several paths return a JSON array.',
  json_extract_exact:
    'Returns the value of a key that can contain dots. Several keys return a JSON array.',
  json_has_key_exact: 'Returns true if the JSON object has the key.',
  json_keys: 'Returns the keys of a JSON object as a JSON array.',
  json_entries: 'Converts a JSON object to a JSON array of objects with a `key` and a `value`.',
  json_object: 'Creates a JSON object. Values that are JSON arrays or objects are nested.',
  json_array: 'Creates a JSON array. Values that are JSON arrays or objects are nested.',
  json_set: 'Sets the value at a path in JSON. Missing objects in the path are created.',
  json_set_exact: 'Sets the value of a key that can contain dots.',
  json_append: 'Appends a value to the JSON array at a path.',
  json_extend: 'Appends the elements of a JSON array to the JSON array at a path.',
  json_delete: 'Removes the values at one or more paths from JSON.',
  json: 'Returns the value if it is valid JSON, otherwise NULL.',
  json_valid: 'Returns true if the string is valid JSON.',
  isarray: 'Returns true if the value is a JSON array.',
  isobject: 'Returns true if the value is a JSON object.',
  json_array_to_mv:
    'Converts a JSON array to a multivalue field. `true()` keeps strings in quotes.',
  mv_to_json_array:
    'Converts a multivalue field to a JSON array of strings. `true()` keeps numbers, arrays and objects as such.',
  spath: 'Same as `json_extract`.',
};

/** The same by a name that is known to be one of the table. */
export function summaryOf(name: string): string {
  return new Map<string, string>(Object.entries(FUNCTION_SUMMARIES)).get(name) ?? '';
}
