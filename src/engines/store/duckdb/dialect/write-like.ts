import type { IsLike } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

/** ILIKE of DuckDB is slow; both sides in lower case give the same. */
export function writeLike(writer: Writer, like: IsLike, scope: Scope): string {
  const fold = (text: string): string => (like.ignoresCase ? `lower(${text})` : text);
  const value = fold(writer.write(like.value, scope).text);
  const fits = writeFit(writer, like, value, fold, scope);
  return like.isNegated ? `(NOT ${fits})` : fits;
}

function writeFit(
  writer: Writer,
  { pattern }: IsLike,
  value: string,
  fold: (text: string) => string,
  scope: Scope,
): string {
  const known = writer.valueOf(pattern);
  if (known?.type !== 'VARCHAR') {
    return `(${value} LIKE ${fold(writer.write(pattern, scope).text)} ESCAPE '\\')`;
  }
  const bind = (text: string): string => fold(writer.bind({ type: 'VARCHAR', value: text }).text);
  const pieces = readPattern(known.value);
  if (pieces !== undefined) {
    const [first = '', second = '', third] = pieces;
    if (pieces.length === 1) return `(${value} = ${bind(first)})`;
    if (pieces.length === 2 && second === '') return `starts_with(${value}, ${bind(first)})`;
    if (pieces.length === 2 && first === '') return `ends_with(${value}, ${bind(second)})`;
    if (pieces.length === 3 && first === '' && third === '') {
      return `contains(${value}, ${bind(second)})`;
    }
  }
  return `(${value} LIKE ${bind(plainEscapes(known.value))} ESCAPE '\\')`;
}

/** The texts between the percent signs; undefined where single characters are left open. */
function readPattern(pattern: string): string[] | undefined {
  const pieces = [''];
  for (const [part] of pattern.matchAll(/\\[\\%_]|[\s\S]/gu)) {
    if (part === '_') return undefined;
    if (part === '%') pieces.push('');
    else {
      pieces[pieces.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
    }
  }
  return pieces;
}

/** A backslash before anything but a wildcard stands for itself. */
function plainEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([\\%_])|\\/g, (whole, quoted?: string) =>
    quoted === undefined ? '\\\\' : whole,
  );
}
