/** Tokens of Splunk's dashboards, `$name$`, as variables of ours. */
import { LIMITS } from '../../src/spec/limits.ts';
import type { Remark } from '../moving/check-query.ts';

export interface Token {
  /** The name of the variable. */
  readonly name: string;
  /** The field it is compared with, where the input writes the comparison itself. */
  readonly field?: string;
}

const NAME_CHARACTERS_MAX = 32;

export function variableName(token: string, taken: ReadonlySet<string>): string {
  const plain = token
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '');
  const wanted = (plain === '' ? 'variable' : plain).slice(0, NAME_CHARACTERS_MAX);
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = wanted.slice(0, NAME_CHARACTERS_MAX - String(count).length) + count;
  }
  return name;
}

const TOKEN = /"\$([A-Za-z_][\w.-]*)(?:\|\w)?\$"|\$\$|\$([A-Za-z_][\w.-]*)(?:\|\w)?\$/g;
const QUOTED = /"(?:[^"\\]|\\[^])*"/g;

/** The text with our variables, and what can't be one. */
export function withVariables(
  text: string,
  tokens: ReadonlyMap<string, Token>,
): { readonly text: string; readonly problems: readonly Remark[] } {
  const problems: Remark[] = [];
  const written = text
    .slice(0, LIMITS.query.textCharactersMax + 1)
    .replaceAll(
      TOKEN,
      (found, quoted: string | undefined, bare: string | undefined, offset: number) => {
        if (found === '$$') return '$';
        const called = (quoted ?? bare ?? '').replace(/^form\./, '');
        const token = tokens.get(called);
        if (token === undefined) {
          const message = `The token \`$${called}$\` has no input on the dashboard.`;
          problems.push({ message, offset });
          return found;
        }
        const variable = `$${token.name}$`;
        return token.field === undefined ? variable : `${token.field}=${variable}`;
      },
    );
  for (const { 0: quoted, index } of written.matchAll(QUOTED)) {
    const inside = [...tokens.values()].find(({ name }) => quoted.includes(`$${name}$`));
    if (inside === undefined) continue;
    const message = `A variable must be a complete value: ${quoted.slice(0, 60)}.`;
    problems.push({ message, offset: index });
  }
  return { text: written, problems };
}
