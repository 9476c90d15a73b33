/**
 * Buckets of whole minutes. Statements truncate event times to minutes before they divide, since ClickHouse counts
 * events per minute; DuckDB does not need this, so the truncation is left out if the buckets begin at whole minutes.
 */
import { MINUTE_MS } from '../../../../spec/units.ts';
import type { Call, Chain, Expression } from './tree.ts';
import type { CallSite, Written } from './writer.ts';

/** `intDiv(toInt64(toUnixTimestamp(toStartOfMinute(t))) * 1000 - origin, length)`; undefined for any other. */
export function minuteBuckets({ writer, scope, call }: CallSite): Written | undefined {
  const [dividend, length] = call.arguments;
  const difference = chainOf(dividend, '-');
  const product = chainOf(difference?.first, '*');
  const instant = nested(product?.first, ['toInt64', 'toUnixTimestamp', 'toStartOfMinute']);
  const origin = difference?.rest[0]?.operand;
  if (instant === undefined || origin === undefined || length === undefined) return undefined;
  const numbers = [product?.rest[0]?.operand, origin, length].map((each) =>
    Number(writer.valueOf(each)?.value ?? Number.NaN),
  );
  const [factor, ...ends] = numbers;
  if (factor !== 1_000 || ends.some((end) => !(end % MINUTE_MS === 0))) return undefined;
  const [time, from, by] = [instant, origin, length].map((each) => writer.write(each, scope).text);
  return { text: `((epoch_ms(${time ?? ''}) - ${from ?? ''}) // ${by ?? ''})`, type: 'integer' };
}

/** A chain of a single operator. */
function chainOf(expression: Expression | undefined, operator: '-' | '*'): Chain | undefined {
  if (expression?.kind !== 'chain' || expression.rest.length !== 1) return undefined;
  return expression.rest[0]?.operator === operator ? expression : undefined;
}

/** The argument of the innermost of several nested calls. */
function nested(
  expression: Expression | undefined,
  names: readonly string[],
): Expression | undefined {
  return names.reduce<Expression | undefined>((inner, name) => {
    const call: Call | undefined =
      inner?.kind === 'call' && inner.name === name ? inner : undefined;
    return call?.arguments.length === 1 ? call.arguments[0] : undefined;
  }, expression);
}
