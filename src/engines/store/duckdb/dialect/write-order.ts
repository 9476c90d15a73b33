import { withoutNan } from './not-a-number.ts';
import type { FrameBound, OrderItem, Window } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

/** Rows without a value come last unless it is said otherwise, on both sides. */
export function writeOrder(writer: Writer, items: readonly OrderItem[], scope: Scope): string {
  return items
    .map(({ key, isDescending, nulls }) => {
      const direction = isDescending ? ' DESC' : '';
      const value = writer.write(key, scope);
      const by = isDescending ? withoutNan(value) : value.text;
      return `${by}${direction} NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`;
    })
    .join(', ');
}

export function writeWindow(writer: Writer, window: Window, scope: Scope): string {
  const parts: string[] = [];
  if (window.partitionBy.length > 0) {
    const keys = window.partitionBy.map((key) => writer.write(key, scope).text);
    parts.push(`PARTITION BY ${keys.join(', ')}`);
  }
  if (window.orderBy.length > 0) {
    parts.push(`ORDER BY ${writeOrder(writer, window.orderBy, scope)}`);
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
