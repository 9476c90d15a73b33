import type { RexAction } from '../tree/event-stages.ts';
import type { TreeNode } from '../tree/node.ts';
import { reportRegex } from './check-argument.ts';
import { fail, type Parser } from './state.ts';

/** Parses `s/regex/replacement/flags` or `y/abc/xyz/`; any character can replace the slash. */
export function readSed(
  parser: Parser,
  literal: TreeNode & { readonly value: string },
): Exclude<RexAction, { kind: 'extract' }> {
  const script = literal.value.trim();
  const parts = splitScript(script);
  const kind = script.charAt(0);
  if (parts === undefined || (kind !== 's' && kind !== 'y')) {
    fail(
      parser,
      'invalid-value',
      literal,
      'Invalid sed expression. Use s/regex/replacement/flags, or y/abc/xyz/ to replace characters.',
    );
  }
  const [first, second, flags] = parts;
  if (kind === 'y') return transliterate(parser, literal, parts);
  if (!/^(?:g|i|gi|ig|\d{1,3})?$/.test(flags)) {
    fail(parser, 'invalid-value', literal, 'Invalid sed flags. Use g, i or a number.');
  }
  reportRegex(parser, { start: literal.start, end: literal.start }, first);
  return { kind: 'substitute', regex: first, replacement: second, flags };
}

function transliterate(
  parser: Parser,
  literal: TreeNode,
  [from, to, flags]: readonly [string, string, string],
): RexAction & { kind: 'transliterate' } {
  if (Array.from(from).length !== Array.from(to).length || from === '' || flags !== '') {
    fail(
      parser,
      'invalid-value',
      literal,
      'Both character lists of y/abc/xyz/ must have the same length.',
    );
  }
  return { kind: 'transliterate', from, to };
}

/** Returns the parts between the delimiters; a delimiter after a backslash is text. */
function splitScript(script: string): readonly [string, string, string] | undefined {
  const delimiter = script.charAt(1);
  if (delimiter === '' || /[\w\s\\]/.test(delimiter)) return undefined;
  const parts: string[] = [''];
  for (let at = 2; at < script.length; at += 1) {
    const character = script.charAt(at);
    if (character === '\\' && at + 1 < script.length) {
      const next = script.charAt(at + 1);
      parts.push(`${parts.pop() ?? ''}${next === delimiter ? '' : '\\'}${next}`);
      at += 1;
    } else if (character === delimiter) {
      parts.push('');
    } else {
      parts.push(`${parts.pop() ?? ''}${character}`);
    }
  }
  const [first = '', second = '', flags = ''] = parts;
  return parts.length === 3 ? [first, second, flags] : undefined;
}

export function printSed(action: Exclude<RexAction, { kind: 'extract' }>): string {
  const escape = (text: string): string => text.replaceAll('/', '\\/');
  return action.kind === 'substitute'
    ? `s/${escape(action.regex)}/${escape(action.replacement)}/${action.flags}`
    : `y/${escape(action.from)}/${escape(action.to)}/`;
}
