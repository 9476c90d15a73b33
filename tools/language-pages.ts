/**
 * Keeps docs/language true to the tables of the language, and to the answers in outputs.json, which a test
 * compares with a real store: the first part of every command's page, the lists of functions and of messages,
 * and the list of commands in the overview. Prose around them is left alone.
 *
 *   node tools/language-pages.ts [--check]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  CONVERSIONS,
  DIAGNOSTICS,
  EVAL_FUNCTIONS,
  EVERY_COMMAND,
  LINTS,
  printSignature,
  REFUSED_COMMANDS,
  STATS_FUNCTIONS,
  type CommandFacts,
  type EvalFunction,
  type StatsFunction,
} from '../src/language/index.ts';
import { examplesOf } from '../src/language/commands/examples/examples.ts';
import { summaryOf } from '../src/language/functions/function-summaries.ts';
import { FUNCTION_EXAMPLES } from '../src/language/functions/function-examples.ts';

const root = dirname(import.meta.dirname);
const folder = join(root, 'docs/language');

/** Results of the examples; maintained by the test that runs them. */
const outputs = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

const BEGIN = '<!-- Made by tools/language-pages.ts from the tables of the language. -->';
const END = '<!-- Written by hand from here on. -->';

/** The parts generated from tables, by page. */
export function tableParts(): ReadonlyMap<string, string> {
  const commands = EVERY_COMMAND.map(
    (command) => [`${command.name}.md`, commandPart(command)] as const,
  );
  return new Map([
    ...commands,
    ['README.md', commandList()],
    ['functions.md', functionTables()],
    ['aggregations.md', aggregationTable()],
    ['messages.md', messageTables()],
  ]);
}

function commandPart(command: CommandFacts): string {
  const examples = examplesOf(command).flatMap(({ query, does }) => [
    does,
    fenced('xplain', query),
    fenced('text', (outputs[query] ?? []).join('\n')),
  ]);
  return [
    command.summary,
    fenced('text', command.syntax),
    ...(command.aliases === undefined
      ? []
      : [
          `${command.aliases.length === 1 ? 'Alias' : 'Aliases'}: ${command.aliases.map(code).join(', ')}`,
        ]),
    ...(command.name === 'convert' ? [conversionTable()] : []),
    ...(command.options.length === 0 ? [] : ['## Options', optionTable(command)]),
    '## Examples',
    'Output for [sample events](../../test/support/example-events.ts); long results are truncated.',
    ...examples,
  ].join('\n\n');
}

function optionTable(command: CommandFacts): string {
  return table(
    ['Option', 'Default', 'Description'],
    command.options.map((option) => [
      code(`${option.name}=${option.value}`),
      option.default === undefined ? '' : code(option.default),
      option.summary,
    ]),
  );
}

function conversionTable(): string {
  return table(
    ['Conversion', 'Description'],
    Object.entries(CONVERSIONS).map(([name, does]) => [code(name), does]),
  );
}

function commandList(): string {
  const commands = EVERY_COMMAND;
  const categories = [...new Set(commands.map((command) => command.category))];
  const sections = categories.toSorted().flatMap((category) => [
    `### ${category}`,
    table(
      ['Command', 'Description'],
      commands
        .filter((command) => command.category === category)
        .map(({ name, summary }) => [`[${name}](${name}.md)`, summary]),
    ),
  ]);
  const refused = table(
    ['Command', 'Alternative'],
    Object.entries(REFUSED_COMMANDS).map(([name, reason]) => [code(name), reason]),
  );
  return ['## Commands', ...sections, '### Unsupported commands', refused].join('\n\n');
}

function functionTables(): string {
  const functions = Object.entries<EvalFunction>(EVAL_FUNCTIONS);
  const categories = [...new Set(functions.map(([, facts]) => facts.category))];
  return categories
    .flatMap((category) => [
      `## ${category}`,
      table(
        ['Function', 'Description', 'Example'],
        functions
          .filter(([, facts]) => facts.category === category)
          .map(([name, facts]) => [
            code(printSignature(name, facts.parameters)),
            summaryOf(name),
            code(FUNCTION_EXAMPLES[name] ?? ''),
          ]),
      ),
    ])
    .join('\n\n');
}

function aggregationTable(): string {
  return table(
    ['Aggregation', 'Alias', 'Description'],
    Object.entries<StatsFunction>(STATS_FUNCTIONS).map(([name, facts]) => {
      const shown = facts.percentile === true ? `${name}<number>` : name;
      const argument = facts.argument === 'optional' ? '[(<field>)]' : '(<field>)';
      const where = facts.timechartOnly === true ? ' Only in `timechart`.' : '';
      const others = (facts.aliases ?? []).map(code).join(', ');
      return [code(`${shown}${argument}`), others, `${facts.summary}${where}`];
    }),
  );
}

function messageTables(): string {
  const rows = (entries: Readonly<Record<string, string>>): string[][] =>
    Object.entries(entries).map(([name, meaning]) => [code(name), meaning]);
  return [
    '## Errors',
    'Xplain rejects a query with an error.',
    table(['Code', 'Description'], rows(DIAGNOSTICS)),
    '## Warnings and hints',
    'The query runs, but the result may not be what you expect.',
    table(['Code', 'Description'], rows(LINTS)),
  ].join('\n\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A pipe inside a table would end the cell. */
function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The page with its part renewed; a new page has nothing else yet. */
function renewed(page: string, content: string | undefined, part: string): string {
  const title = page.replace('.md', '');
  const block = `${BEGIN}\n\n${part}\n\n${END}`;
  if (content === undefined) return `# ${title}\n\n${block}\n`;
  const start = content.indexOf(BEGIN);
  const end = content.indexOf(END);
  if (start < 0 || end < start) throw new Error(`docs/language/${page} has lost its two comments`);
  return content.slice(0, start) + block + content.slice(end + END.length);
}

/** All pages in one run of the formatter, which takes longer to start than to format. */
function formatted(pages: ReadonlyMap<string, string>): Map<string, string> {
  const scratch = mkdtempSync(join(tmpdir(), 'xplain-language-pages-'));
  try {
    for (const [page, text] of pages) writeFileSync(join(scratch, page), text);
    const program = join(root, 'node_modules/.bin/oxfmt');
    execFileSync(program, ['-c', join(root, '.oxfmtrc.json'), scratch], { stdio: 'ignore' });
    return new Map(
      [...pages.keys()].map((page) => [page, readFileSync(join(scratch, page), 'utf8')]),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function readPage(page: string): string | undefined {
  const path = join(folder, page);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Writes the changed pages, or only reports them. */
function main(isChecking: boolean): void {
  const pages = [...tableParts()].map(
    ([page, part]) => [page, renewed(page, readPage(page), part)] as const,
  );
  const stale = [...formatted(new Map(pages))].filter(([page, text]) => readPage(page) !== text);
  if (!isChecking) {
    for (const [page, text] of stale) writeFileSync(join(folder, page), text);
  } else if (stale.length > 0) {
    const names = stale.map(([page]) => `docs/language/${page}`).join('\n  ');
    process.stderr.write(`Not up to date; run node tools/language-pages.ts:\n  ${names}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) main(process.argv.includes('--check'));
