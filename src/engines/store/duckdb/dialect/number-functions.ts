import { argumentAt, knownText, named, text, texts, written, wrongUse } from './arguments.ts';
import { minuteBuckets } from './minute-buckets.ts';
import type { Expression } from './tree.ts';
import { computedOnce } from './computed-once.ts';
import { orNull } from './list-functions.ts';
import { withoutNan } from './not-a-number.ts';
import { raiseError } from './raised-errors.ts';
import { commonType, elementType } from './value-type.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

const ANGLES = 'sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh'.split(' ');

export const NUMBER_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  abs: sameType('abs'),
  floor: sameType('floor'),
  ceil: sameType('ceil'),
  trunc: sameType('trunc'),
  sign: sameType('sign'),
  round: (site) => {
    const [value = '', digits] = texts(site);
    if (digits === undefined) {
      return float(computedOnce(value, (each) => `round_even(${each}, 0)`));
    }
    // Halves are detected after the digits are moved: 2.345 is then slightly more than that.
    return float(`ch_round(${value}, ${digits})`);
  },
  sqrt: named('ch_sqrt', 'float'),
  exp: named('exp', 'float'),
  log: named('ch_ln', 'float'),
  log10: named('ch_log10', 'float'),
  pow: named('pow', 'float'),
  ...Object.fromEntries(ANGLES.map((name) => [name, named(name, 'float')])),
  isFinite: (site) => ({ text: `isfinite(CAST(${text(site, 0)} AS DOUBLE))`, type: 'flag' }),
  toFloat64: (site) => float(`CAST(${text(site, 0)} AS DOUBLE)`),
  toFloat64OrNull: (site) => number(withoutEmpty(site) ?? written(site, 0)),
  toFloat64OrZero: named('ch_number_or_zero', 'float'),
  accurateCastOrNull: (site) => {
    const type = WHOLE_TYPES[knownText(site, 1)];
    if (type === undefined) throw wrongUse(site.call);
    return whole(type)(site);
  },
  toInt64: whole('BIGINT'),
  toUInt64: whole('UBIGINT'),
  toUInt32: whole('UINTEGER'),
  toUInt8: whole('UTINYINT'),
  intDiv: (site) => minuteBuckets(site) ?? integer(`(${text(site, 0)} // ${text(site, 1)})`),
  bitAnd: (site) => integer(`(${text(site, 0)} & ${text(site, 1)})`),
  bitOr: (site) => integer(`(${text(site, 0)} | ${text(site, 1)})`),
  bitXor: named('xor', 'integer'),
  bitNot: (site) => integer(`(~${text(site, 0)})`),
  least: ofAll('least'),
  greatest: ofAll('greatest'),
  roundDown,
  // Any hash works: it is never stored.
  sipHash64: named('hash', 'integer'),
  throwIf: (site) => {
    const isWrong = site.writer.condition(argumentAt(site, 0), site.scope, true);
    return integer(raiseError(isWrong, text(site, 1)));
  },
  xor: (site) => {
    const parts = site.call.arguments.map((each) => site.writer.condition(each, site.scope, false));
    const differ = parts.reduce((all, part) => `(${all} <> ${part})`);
    return { text: differ, type: 'flag' };
  },
};

const WHOLE_TYPES: Readonly<Record<string, string>> = {
  Int64: 'BIGINT',
  Int32: 'INTEGER',
  UInt64: 'UBIGINT',
};

function float(statement: string): Written {
  return { text: statement, type: 'float' };
}

function integer(statement: string): Written {
  return { text: statement, type: 'integer' };
}

function number(value: Written): Written {
  return value.type === 'float' ? value : float(`ch_number(${value.text})`);
}

/** An empty text is not a number: whether it counts as missing makes no difference. */
function withoutEmpty(site: CallSite): Written | undefined {
  const value = argumentAt(site, 0);
  if (value.kind !== 'call' || value.name !== 'nullIf') return undefined;
  const [inner, unwanted] = value.arguments;
  const isEmpty = unwanted?.kind === 'text' && unwanted.value === '';
  return isEmpty && inner !== undefined ? orNull(site, inner) : undefined;
}

function sameType(name: string): WriteFunction {
  return (site) => {
    const value = written(site, 0);
    return { text: `${name}(${value.text})`, type: value.type };
  };
}

/** Towards zero; NULL where the number is too large. */
function whole(type: string): WriteFunction {
  return (site) => {
    const value = written(site, 0);
    const isWhole = value.type === 'integer' || value.type === 'flag' || value.type === 'boolean';
    return integer(`TRY_CAST(${isWhole ? value.text : `trunc(${value.text})`} AS ${type})`);
  };
}

/** Ignores NULLs, like ClickHouse since its release 24.12. */
function ofAll(name: 'least' | 'greatest'): WriteFunction {
  return (site) => {
    const all = site.call.arguments.map((_, i) => written(site, i));
    const parts = all.map((each) => (name === 'greatest' ? withoutNan(each) : each.text));
    return {
      text: `${name}(${parts.join(', ')})`,
      type: commonType(all.map((each) => each.type)),
    };
  };
}

/** More of them make a statement too long to be planned quickly. */
const STEPS_MAX = 1_000;

/** The last of the ascending numbers that is not greater; the first one when all are. */
function roundDown(site: CallSite): Written {
  const steps = stepsOf(site, argumentAt(site, 1));
  const value = text(site, 0);
  if (steps === undefined || steps.length === 0 || steps.length > STEPS_MAX) {
    const { text: list, type } = written(site, 1);
    return { text: `ch_round_down(${value}, ${list})`, type: elementType(type) };
  }
  return float(`list_transform([${value}], lambda step: ${decide(steps)})[1]`);
}

/** A decision tree, so that a row takes as many comparisons as the number of steps has digits. */
function decide(steps: readonly number[]): string {
  if (steps.length === 1) return `${steps[0]}e0`;
  const middle = steps.length >> 1;
  const before = decide(steps.slice(0, middle));
  return `CASE WHEN step < ${steps[middle]}e0 THEN ${before} ELSE ${decide(steps.slice(middle))} END`;
}

function stepsOf({ writer, call }: CallSite, expression: Expression): number[] | undefined {
  const parts =
    expression.kind === 'call' && expression.name === 'arrayConcat'
      ? expression.arguments
      : [expression];
  const all: number[] = [];
  for (const part of parts) {
    const value = writer.valueOf(part);
    if (value?.type !== 'DOUBLE[]') return undefined;
    all.push(...value.value);
  }
  // They become literals, with only digits.
  if (!all.every((step) => Number.isSafeInteger(step))) throw wrongUse(call);
  return all;
}
