import type { CompileContext } from './context.ts';
import { type Relation, asSubquery } from './relation.ts';

export function limited(context: CompileContext, relation: Relation, count: number): Relation {
  const open = relation.limitBy === undefined ? relation : asSubquery(context, relation);
  return { ...open, limit: Math.min(open.limit ?? Infinity, count, UINT32_MAX) };
}

export const UINT32_MAX = 0xffff_ffff;
