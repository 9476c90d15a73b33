import { withoutNan } from './not-a-number.ts';
import type { FrameBound, OrderItem, Window } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

/** Rows without a value come last by default, in both engines. */
export function writeOrder(writer: Writer, items: readonly OrderItem[], scope: Scope): string {
  return items
    .map((item) => {
      const value = writer.write(item.key, scope);
      const nulls = nullsOf(item);
      // NaN comes next to NULL, on the side of the numbers. In DuckDB it does so automatically where the greatest value
      // does.
      const isBeside = value.type !== 'float' || (!item.isDescending && item.nulls !== 'first');
      if (isBeside) return `${value.text}${directionOf(item)}${nulls}`;
      return `${withoutNan(value)}${directionOf(item)}${nulls}, ${value.text}${nulls}`;
    })
    .join(', ');
}

/** A frame by values goes with a single key. */
function writeOrderOfValues(writer: Writer, items: readonly OrderItem[], scope: Scope): string {
  return items
    .map((item) => {
      const value = writer.write(item.key, scope);
      const by = item.isDescending ? withoutNan(value) : value.text;
      return `${by}${directionOf(item)}${nullsOf(item)}`;
    })
    .join(', ');
}

function directionOf({ isDescending }: OrderItem): string {
  return isDescending ? ' DESC' : '';
}

function nullsOf({ nulls }: OrderItem): string {
  return ` NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`;
}

export function writeWindow(writer: Writer, window: Window, scope: Scope): string {
  const parts: string[] = [];
  if (window.partitionBy.length > 0) {
    const keys = window.partitionBy.map((key) => writer.write(key, scope).text);
    parts.push(`PARTITION BY ${keys.join(', ')}`);
  }
  if (window.orderBy.length > 0) {
    const write = window.frame?.mode === 'RANGE' ? writeOrderOfValues : writeOrder;
    parts.push(`ORDER BY ${write(writer, window.orderBy, scope)}`);
  }
  if (window.frame !== undefined) {
    const { mode, first, last } = window.frame;
    parts.push(`${mode} BETWEEN ${writeBound(first)} AND ${writeBound(last)}`);
  }
  return parts.join(' ');
}

function writeBound(bound: FrameBound): string {
  switch (bound.kind) {
    case 'current':
      return 'CURRENT ROW';
    case 'preceding':
      return `${bound.size} PRECEDING`;
    case 'following':
      return `${bound.size} FOLLOWING`;
  }
}
