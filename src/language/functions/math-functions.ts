import type { EvalFunction, FunctionCategory, Parameter } from './signature.ts';

function ofNumber(summary: string, category: FunctionCategory = 'Trigonometry') {
  return {
    category,
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    summary,
  } as const satisfies EvalFunction;
}

function ofValues(category: FunctionCategory, parameters: readonly Parameter[], summary: string) {
  return { category, parameters, result: 'number', summary } as const satisfies EvalFunction;
}

const VALUES: readonly Parameter[] = [
  { name: 'value', type: 'any' },
  { name: 'more', type: 'any', optional: true, rest: true },
];

const INTEGERS: readonly Parameter[] = [
  { name: 'integer', type: 'number' },
  { name: 'other', type: 'number' },
  { name: 'more', type: 'number', optional: true, rest: true },
];

const SHIFT: readonly Parameter[] = [
  { name: 'integer', type: 'number' },
  { name: 'bits', type: 'number' },
];

export const MATH_FUNCTIONS = {
  sum: ofValues(
    'Numbers',
    VALUES,
    'Returns the sum of all numeric values of the arguments. Other values are ignored. NULL if there are none.',
  ),
  avg: ofValues(
    'Numbers',
    VALUES,
    'Returns the average of all numeric values of the arguments. Other values are ignored. NULL if there are none.',
  ),
  exact: ofNumber(
    'Returns the number unchanged. Results are never rounded for display.',
    'Numbers',
  ),
  random: ofValues(
    'Numbers',
    [],
    'Returns a pseudorandom integer from 0 to 2147483647. Repeating a search with the same start time returns the same numbers.',
  ),
  sin: ofNumber('Returns the sine of an angle in radians.'),
  cos: ofNumber('Returns the cosine of an angle in radians.'),
  tan: ofNumber('Returns the tangent of an angle in radians.'),
  asin: ofNumber('Returns the arc sine in radians. NULL outside −1 to 1.'),
  acos: ofNumber('Returns the arc cosine in radians. NULL outside −1 to 1.'),
  atan: ofNumber('Returns the arc tangent in radians.'),
  atan2: ofValues(
    'Trigonometry',
    [
      { name: 'y', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    'Returns the angle of the point (x, y) in radians, from −pi to pi.',
  ),
  hypot: ofValues(
    'Trigonometry',
    [
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number' },
    ],
    'Returns the length of the hypotenuse of a right triangle with these legs.',
  ),
  sinh: ofNumber('Returns the hyperbolic sine. NULL if the result is too large.'),
  cosh: ofNumber('Returns the hyperbolic cosine. NULL if the result is too large.'),
  tanh: ofNumber('Returns the hyperbolic tangent.'),
  asinh: ofNumber('Returns the inverse hyperbolic sine.'),
  acosh: ofNumber('Returns the inverse hyperbolic cosine. NULL below 1.'),
  atanh: ofNumber('Returns the inverse hyperbolic tangent. NULL unless it is between −1 and 1.'),
  bit_and: ofValues(
    'Bits',
    INTEGERS,
    'Returns the bitwise AND of integers from 0 to 2^53−1. NULL for other values.',
  ),
  bit_or: ofValues(
    'Bits',
    INTEGERS,
    'Returns the bitwise OR of integers from 0 to 2^53−1. NULL for other values.',
  ),
  bit_xor: ofValues(
    'Bits',
    INTEGERS,
    'Returns the bitwise exclusive OR of integers from 0 to 2^53−1. NULL for other values.',
  ),
  bit_not: ofValues(
    'Bits',
    [
      { name: 'integer', type: 'number' },
      { name: 'mask', type: 'number', optional: true },
    ],
    'Inverts the bits of an integer that are set in the mask. The default mask has 53 bits.',
  ),
  bit_shift_left: ofValues(
    'Bits',
    SHIFT,
    'Shifts an integer to the left by 0 to 63 bits. Bits beyond the 53rd are dropped.',
  ),
  bit_shift_right: ofValues('Bits', SHIFT, 'Shifts an integer to the right by 0 to 63 bits.'),
} as const satisfies Record<string, EvalFunction>;
