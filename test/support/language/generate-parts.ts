/** Parts of random trees: names, patterns, searches, expressions. Places are all 0. */
import { EVAL_FUNCTIONS } from '../../../src/language/index.ts';
import type {
  Expression,
  Field,
  FieldPattern,
  Pattern,
  SearchExpression,
  SearchValue,
  Span,
  TimeSpan,
  TimeSpec,
  TimeTerm,
} from '../../../src/language/index.ts';
import type { SeededRandom } from '../seeded-random.ts';

export const AT = { start: 0, end: 0 } as const;

/** Names that are easy, names that need quotes, and names that look like syntax. */
const NAMES = [
  'host',
  'status',
  'user_id',
  'http.status',
  'a.b.0.c',
  '_time',
  'größe',
  'by',
  'AS',
  'over',
  'where',
  'OR',
  'not',
  'in',
  'search',
  'earliest',
  '_index_latest',
  '42',
  '2xx',
  'user-agent',
  'with space',
  'it\'s "quoted"',
  'back\\slash',
  'star*',
  'pipe|pipe',
  'br[ack]et',
  'pa(ren)',
  'comma,',
  'a=b',
  'x<y',
  '`tick`',
  '日本語',
  '{curly}.path',
  '$cash',
  '!bang',
  '-dash',
  '+plus',
  '.dot',
  'trail\\',
] as const;

const TEXTS = [
  '',
  'error',
  'ERROR',
  '5',
  '-1.5',
  'two words',
  ' edges ',
  'a"b',
  "a'b",
  'back\\slash\\',
  '\\"',
  '\\\\server\\share',
  'pipe|here',
  '[bracket]',
  '(paren)',
  'a,b',
  'a=b',
  '100%',
  'line\nbreak',
  'tab\there',
  '```comment```',
  '`macro`',
  'or',
  'AND',
  'NOT',
  'search',
  'by',
  '*',
  '\\*',
  'émoji 🎈',
  '10.0.0.1',
  '/var/log/*.log',
] as const;

export function list<T>(random: SeededRandom, min: number, max: number, make: () => T): T[] {
  return Array.from({ length: random.integer(min, max) }, make);
}

export function name(random: SeededRandom): string {
  return random.pick(NAMES);
}

export function text(random: SeededRandom): string {
  return random.pick(TEXTS);
}

export function field(random: SeededRandom): Field {
  return { kind: 'field', name: name(random), ...AT };
}

/** Fields with different names. */
export function fields(random: SeededRandom, min: number, max: number): Field[] {
  const names = new Set(list(random, min, max, () => name(random)));
  return [...names].map((each) => ({ kind: 'field', name: each, ...AT }));
}

/** Pieces between stars; only the first and the last may be empty, as the reader has it. */
export function pattern(
  random: SeededRandom,
  pieces: number = random.pick([1, 1, 1, 2, 2, 3]),
): Pattern {
  const piece = (): string =>
    random.pick(['a', 'x.y', 'two words', 'a*b', '\\', '"', '|', 'ü', '-']);
  const edge = (): string => (random.chance(0.4) ? '' : piece());
  if (pieces === 1) return [name(random)];
  return [edge(), ...Array.from({ length: pieces - 2 }, piece), edge()];
}

export function fieldPattern(random: SeededRandom): FieldPattern {
  return { kind: 'fields', pattern: pattern(random), ...AT };
}

export function time(random: SeededRandom): TimeSpec {
  const unit = () => random.pick(['s', 'm', 'h', 'd', 'w', 'mon', 'q', 'y']);
  const offset = () => {
    const amount = random.integer(1, 400) * random.pick([-1, 1]);
    return { kind: 'offset', amount, unit: unit() } as const;
  };
  const snap = () => {
    const snapped = unit();
    return {
      kind: 'snap',
      unit: snapped,
      weekday: snapped === 'w' ? random.integer(0, 6) : undefined,
    } as const;
  };
  switch (random.integer(0, 3)) {
    case 0:
      return { kind: 'epoch', ms: random.pick([0, 1000, 1_700_000_000_000, 1_700_000_000_123]) };
    case 1:
      return {
        kind: 'absolute',
        year: random.integer(1990, 2040),
        month: random.integer(1, 12),
        day: random.integer(1, 28),
        hour: random.integer(0, 23),
        minute: random.integer(0, 59),
        second: random.integer(0, 59),
        millisecond: random.pick([0, 7, 500]),
        offsetMinutes: random.pick([undefined, 0, 90, -480]),
      };
    default:
      return {
        kind: 'relative',
        steps: [
          ...list(random, 0, 2, offset),
          ...(random.chance(0.6) ? [snap()] : []),
          ...list(random, 0, 1, offset),
        ],
      };
  }
}

export function timeTerm(random: SeededRandom): TimeTerm {
  return { kind: 'time', time: time(random), ...AT };
}

export function timeSpan(random: SeededRandom): TimeSpan {
  const unit = random.pick(['ms', 's', 'm', 'h', 'd', 'w', 'mon', 'q', 'y']);
  const weekday = unit === 'w' && random.chance(0.5) ? random.integer(0, 6) : undefined;
  return { kind: 'time', amount: random.integer(1, 90), unit, weekday };
}

export function span(random: SeededRandom): Span {
  switch (random.integer(0, 3)) {
    case 0:
      return { kind: 'number', size: random.pick([1, 10, 0.5, 250]) };
    case 1:
      return { kind: 'log', coefficient: random.pick([1, 1.5, 2]), base: random.pick([10, 4]) };
    default:
      return timeSpan(random);
  }
}

function searchValue(random: SeededRandom, isWild: boolean): SearchValue {
  const match = random.pick(['word', 'word', 'word', 'case', 'term']);
  const value = isWild && random.chance(0.4) ? pattern(random) : ([text(random)] as const);
  return { kind: 'value', match, pattern: value, ...AT };
}

interface SearchRules {
  readonly depth: number;
  /** Bare words can be found. */
  readonly hasText: boolean;
}

export function search(random: SeededRandom, rules: SearchRules): SearchExpression {
  const deeper = { ...rules, depth: rules.depth - 1 };
  const roll = random.integer(0, rules.depth <= 0 ? 5 : 9);
  if (roll <= 2 && rules.hasText) return term(random);
  if (roll <= 4) return comparison(random);
  if (roll === 5) {
    const values = list(random, 1, 3, () => searchValue(random, true));
    return { kind: 'in', field: field(random), values, ...AT };
  }
  if (roll === 6) return { kind: 'not', operand: search(random, deeper), ...AT };
  const operands = list(random, 2, 4, () => search(random, deeper));
  return { kind: random.pick(['and', 'or']), operands, ...AT };
}

function term(random: SeededRandom): SearchExpression {
  if (random.chance(0.1)) return { kind: 'everything', ...AT };
  const match = random.pick(['word', 'word', 'word', 'case', 'term']);
  const value = random.chance(0.3) ? pattern(random) : ([text(random) || 'word'] as const);
  // A star alone is everything, not a term.
  const isStar = value.length === 2 && value.join('') === '' && match === 'word';
  return isStar ? { kind: 'everything', ...AT } : { kind: 'term', match, pattern: value, ...AT };
}

function comparison(random: SeededRandom): SearchExpression {
  const operator = random.pick(['=', '=', '!=', '<', '<=', '>', '>=']);
  const isWild = operator === '=' || operator === '!=';
  const right = searchValue(random, isWild);
  return { kind: 'comparison', field: field(random), operator, value: right, ...AT };
}

/** An expression that is true or false. */
export function condition(random: SeededRandom, depth: number): Expression {
  const roll = random.integer(0, depth <= 0 ? 3 : 7);
  const below = depth - 1;
  if (roll <= 1) {
    const operator = random.pick(['=', '!=', '<', '<=', '>', '>=']);
    const [left, right] = [valueExpression(random, below), valueExpression(random, below)];
    return { kind: 'compare', operator, left, right, ...AT };
  }
  if (roll === 2) {
    const values = list(random, 1, 3, () => valueExpression(random, below));
    return { kind: 'oneOf', operand: valueExpression(random, below), values, ...AT };
  }
  if (roll === 3) {
    const [called, count] = random.pick<readonly [string, number]>([
      ['isnull', 1],
      ['isnotnull', 1],
      ['like', 2],
      ['true', 0],
    ]);
    const given = Array.from({ length: count }, () => valueExpression(random, below));
    return { kind: 'call', function: called, arguments: given, ...AT };
  }
  if (roll === 4) return { kind: 'not', operand: condition(random, below), ...AT };
  const operands = list(random, 2, 3, () => condition(random, below));
  return { kind: random.pick(['and', 'or', 'xor']), operands, ...AT };
}

/** An expression with a value. */
export function valueExpression(random: SeededRandom, depth: number): Expression {
  const roll = random.integer(0, depth <= 0 ? 2 : 7);
  const below = depth - 1;
  switch (roll) {
    case 0:
      return { kind: 'number', value: random.pick([0, 1, 2.5, 1e21, 1.5e-7, 123456789]), ...AT };
    case 1:
      return { kind: 'text', value: text(random), ...AT };
    case 2:
      return field(random);
    case 3:
      return { kind: 'negate', operand: valueExpression(random, below), ...AT };
    case 4: {
      const operands = list(random, 2, 3, () => valueExpression(random, below));
      return { kind: 'concatenate', operands, ...AT };
    }
    case 5:
      return call(random, below);
    default: {
      const operator = random.pick(['+', '-', '*', '/', '%']);
      const [left, right] = [valueExpression(random, below), valueExpression(random, below)];
      return { kind: 'arithmetic', operator, left, right, ...AT };
    }
  }
}

const REGEXES = ['^a', 'a\\|b', 'a|b', '\\d+', '"', '\\\\', '[^"\\]]+', 'C:\\\\dir'] as const;

function call(random: SeededRandom, depth: number): Expression {
  const names = Object.keys(EVAL_FUNCTIONS) as [keyof typeof EVAL_FUNCTIONS];
  const plain = names.filter((each) => EVAL_FUNCTIONS[each].result !== 'boolean');
  const called = random.pick(plain as [keyof typeof EVAL_FUNCTIONS]);
  const literal = (each: string): Expression => ({ kind: 'text', value: each, ...AT });
  if (called === 'mvfilter') {
    const left: Expression = { kind: 'field', name: 'tags', ...AT };
    const inner: Expression = {
      kind: 'compare',
      operator: '=',
      left,
      right: literal(text(random)),
      ...AT,
    };
    return { kind: 'call', function: called, arguments: [inner], ...AT };
  }
  if (called === 'case' || called === 'validate') {
    const pairs = list(random, 1, 3, () => [
      condition(random, depth),
      valueExpression(random, depth),
    ]);
    return { kind: 'call', function: called, arguments: pairs.flat(), ...AT };
  }
  const facts = EVAL_FUNCTIONS[called];
  const parameters = facts.parameters.filter(
    (each) => !('optional' in each) || (!('pairs' in facts) && random.chance(0.5)),
  );
  const given = parameters.map(({ type }): Expression => {
    if (type === 'boolean') return condition(random, depth);
    if (type === 'regex') return literal(random.pick(REGEXES));
    if (type === 'format') return literal('%Y-%m-%d %H:%M:%S.%3N %%');
    if (type === 'time') return literal('-1d@d');
    if (type === 'number') return { kind: 'number', value: random.integer(0, 9), ...AT };
    if (typeof type === 'object') return literal(type.choices[0]);
    return valueExpression(random, depth);
  });
  return { kind: 'call', function: called, arguments: given, ...AT };
}
