/**
 * Writes docs/operating/configuration.md from the table of variables.
 *
 *   node tools/config-table.ts [--check]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOPICS } from '../src/config/index.ts';
import type { Kind } from '../src/config/kinds.ts';

const page = fileURLToPath(new URL('../docs/operating/configuration.md', import.meta.url));

const HEAD = `<!-- Made by tools/config-table.ts from src/config/variables.ts. Do not edit. -->

# Configuration

Xplain is configured by environment variables. A file \`.env\` in the working directory is read too; the
real environment wins over it, and an empty value counts as not set. The values are read once, at the start. If any of them
cannot be used, or a name is not in this list, the process says so, naming all problems at once, and
does not start. \`npm run xplain config\` prints the values in force, secrets masked, and where each one comes from.
`;

const TOPIC_ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = TOPICS;

/** One section per topic. */
export function configurationPage(): string {
  const sections = Object.entries(TOPIC_ROWS).map(([topic, variables]) => {
    const head = '| Variable | What it does | Expected | When unset |\n| --- | --- | --- | --- |';
    const rows = Object.entries(variables).map(([name, variable]) => row(name, variable));
    return `\n## ${topic}\n\n${[head, ...rows].join('\n')}\n`;
  });
  return formatted(HEAD + sections.join(''));
}

/** The formatter's own form, so that it never finds the page wanting. */
function formatted(text: string): string {
  const formatter = fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url));
  return execFileSync(formatter, ['--stdin-filepath', page], { input: text, encoding: 'utf8' });
}

interface Row {
  readonly kind: Pick<Kind<unknown>, 'expected' | 'show'>;
  readonly description: string;
  readonly byDefault: unknown;
  readonly whenUnset?: string;
}

function row(name: string, variable: Row): string {
  const cells = [`\`${name}\``, variable.description, variable.kind.expected, unset(variable)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function unset({ kind, byDefault, whenUnset }: Row): string {
  if (byDefault === undefined) return whenUnset ?? '–';
  if (kind.expected.startsWith('a JSON object')) return 'the values of the specification';
  return `\`${kind.show(byDefault)}\``;
}

if (import.meta.main) {
  const wanted = configurationPage();
  if (process.argv.includes('--check')) {
    if (readFileSync(page, 'utf8') !== wanted) {
      process.stderr.write(
        'docs/operating/configuration.md is out of date: node tools/config-table.ts\n',
      );
      process.exitCode = 1;
    }
  } else {
    writeFileSync(page, wanted);
  }
}
