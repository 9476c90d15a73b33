/**
 * Position of a node in the query text: UTF-16 offsets, `end` exclusive. Parentheses around a whole expression belong
 * to no node; those around an operand are within the operator's span.
 */
export interface TreeNode {
  readonly start: number;
  readonly end: number;
}

/** Text with wildcards: literal pieces separated by `*`. One piece means no wildcard. */
export type Pattern = readonly [string, ...string[]];

/** Exactly one field. */
export interface Field extends TreeNode {
  readonly kind: 'field';
  readonly name: string;
}

/** Every field whose name fits; an exact name is a pattern of one piece. */
export interface FieldPattern extends TreeNode {
  readonly kind: 'fields';
  readonly pattern: Pattern;
}

export function hasWildcard(pattern: Pattern): boolean {
  return pattern.length > 1;
}
