import type { EvalFunction, FunctionCategory, Parameter } from './signature.ts';

function ofNumber(category: FunctionCategory = 'Trigonometry') {
  return {
    category,
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
  } as const satisfies EvalFunction;
}

function ofValues(category: FunctionCategory, parameters: readonly Parameter[]) {
  return { category, parameters, result: 'number' } as const satisfies EvalFunction;
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
  sum: ofValues('Numbers', VALUES),
  avg: ofValues('Numbers', VALUES),
  exact: ofNumber('Numbers'),
  random: ofValues('Numbers', []),
  sin: ofNumber(),
  cos: ofNumber(),
  tan: ofNumber(),
  asin: ofNumber(),
  acos: ofNumber(),
  atan: ofNumber(),
  atan2: ofValues('Trigonometry', [
    { name: 'y', type: 'number' },
    { name: 'x', type: 'number' },
  ]),
  hypot: ofValues('Trigonometry', [
    { name: 'x', type: 'number' },
    { name: 'y', type: 'number' },
  ]),
  sinh: ofNumber(),
  cosh: ofNumber(),
  tanh: ofNumber(),
  asinh: ofNumber(),
  acosh: ofNumber(),
  atanh: ofNumber(),
  bit_and: ofValues('Bits', INTEGERS),
  bit_or: ofValues('Bits', INTEGERS),
  bit_xor: ofValues('Bits', INTEGERS),
  bit_not: ofValues('Bits', [
    { name: 'integer', type: 'number' },
    { name: 'mask', type: 'number', optional: true },
  ]),
  bit_shift_left: ofValues('Bits', SHIFT),
  bit_shift_right: ofValues('Bits', SHIFT),
} as const satisfies Record<string, EvalFunction>;
