import type { ErrorDetail } from '../../../base/errors.ts';
import { PLACEHOLDERS } from '../../../spec/alerts.ts';

/** The text between two pairs of braces, or an opening pair without its partner. */
const BRACES = /\{\{([^{}]*)\}\}|\{\{/g;
const NAMES: ReadonlySet<string> = new Set(PLACEHOLDERS);

/**
 * Returns the problems of a template: unknown placeholders, each with its position. Only listed placeholders and fields
 * of the group are ever replaced, so nothing else can be reached.
 */
export function checkTemplate(path: string, text: string | null): ErrorDetail[] {
  return [...(text ?? '').matchAll(BRACES)].flatMap(({ 1: inside, index: position }) => {
    if (inside === undefined) {
      const message = 'Unclosed placeholder. Write {{value}}.';
      return [{ path, message, position }];
    }
    const name = inside.trim();
    if (NAMES.has(name) || /^group\.\S/.test(name)) return [];
    const known = [...PLACEHOLDERS, 'group.<field>'].join(', ');
    const message = `Unknown placeholder {{${name.slice(0, 40)}}}. Available: ${known}.`;
    return [{ path, message, position }];
  });
}
