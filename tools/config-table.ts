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

Configure Xplain with environment variables, or with a file \`.env\` in the working directory. The
environment takes precedence, and an empty value counts as not set. Values are read once at startup. If a value is
invalid or a name is unknown, the server lists all problems and
doesn't start. \`npm run xplain config\` prints the current values, with secrets masked, and the source of each.
`;

const TOPIC_ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = TOPICS;

/** One section per topic. */
export function configurationPage(): string {
  const sections = Object.entries(TOPIC_ROWS).map(([topic, variables]) => {
    const head = '| Variable | Description | Expected | Default |\n| --- | --- | --- | --- |';
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
  if (kind.expected.startsWith('a JSON object')) return 'built-in values';
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
