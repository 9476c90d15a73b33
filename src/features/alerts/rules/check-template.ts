import type { ErrorDetail } from '../../../base/errors.ts';
import { PLACEHOLDERS } from '../../../spec/alerts.ts';

/** What stands between two pairs of braces, or what a pair without its partner leaves open. */
const BRACES = /\{\{([^{}]*)\}\}|\{\{/g;
const NAMES: ReadonlySet<string> = new Set(PLACEHOLDERS);

/**
 * Problems of a template: placeholders that there are not, each with its place. Only those of the list and the fields
 * of a group are ever replaced, so nothing else can be reached.
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
