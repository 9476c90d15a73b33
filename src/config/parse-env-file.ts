import { parseEnv } from 'node:util';

export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  /** Lines that are not an assignment. What stands there is never repeated: it may be a secret. */
  readonly problems: readonly string[];
}

/**
 * Node's own parser skips whatever it does not understand, so a slip would go unnoticed; and a quote that
 * is never closed swallows the lines after it. Hence every line is checked first.
 */
export function parseEnvFile(text: string): EnvFile {
  const content = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const problems: string[] = [];
  const seen = new Set<string>();
  const lines = content.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = /^(?:export )?([A-Za-z_]\w*) *=[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      problems.push(`line ${at + 1} is not of the form NAME=value`);
      continue;
    }
    if (seen.has(name)) problems.push(`line ${at + 1} sets ${name} again`);
    seen.add(name);
    const end = endOfValue(lines, at, value);
    if (end.problem !== undefined) problems.push(`line ${at + 1}: ${end.problem}`);
    at = end.line;
  }
  return { values: knownTexts(parseEnv(content)), problems };
}

/** The line on which a value ends; one in quotes may go on over several. */
function endOfValue(
  lines: readonly string[],
  start: number,
  value: string,
): { readonly line: number; readonly problem?: string } {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined) return { line: start };
  for (let line = start; line < lines.length; line += 1) {
    const text = line === start ? value.slice(1) : (lines[line] ?? '');
    const close = text.indexOf(quote);
    if (close === -1) continue;
    const isClean = /^\s*(#.*)?$/.test(text.slice(close + 1));
    return isClean ? { line } : { line, problem: 'there is text after the closing quote' };
  }
  return { line: start, problem: 'missing closing quote' };
}

function knownTexts(values: NodeJS.Dict<string>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) texts[name] = value;
  }
  return texts;
}
