/**
 * The page of metrics, from the places in the sources where they are made.
 *
 *   node tools/metrics-page.ts            writes docs/operating/metrics.md
 *   node tools/metrics-page.ts --check    fails when the page is out of date
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/operating/metrics.md', import.meta.url));
const MARK =
  '<!-- What follows is made by tools/metrics-page.ts from the sources. Do not edit. -->';

export interface MetricFacts {
  readonly name: string;
  readonly kind: string;
  readonly help: string;
}

/** Every metric of the product, by name. */
export function readMetrics(): readonly MetricFacts[] {
  const found = new Map<string, MetricFacts>();
  const made =
    /\b(?<kind>counter|gauge|histogram)\(\s*'(?<name>xplain_\w+)',\s*(?:'(?<plain>[^']+)'|`(?<filled>[^`]+)`)/g;
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) {
    if (/\.(?:test|suite)\.ts$/.test(file)) continue;
    for (const { groups } of readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(made)) {
      const { kind = '', name = '', plain, filled = '' } = groups ?? {};
      // The page of limits contains the bounds in help texts.
      const help = plain ?? filled.replace(/;? ?\$\{[^}]*\}[^;.]*/g, '');
      found.set(name, { kind, name, help });
      // Events held over quota have a separate writer, with its own metric names.
      const held = name.replace(/^xplain_writer_/, 'xplain_held_writer_');
      const isTwice = file.endsWith('start-writer.ts') && held !== name;
      if (isTwice) found.set(held, { kind, name: held, help: `${help} Only events over quota.` });
    }
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

export function metricsPage(present: string): string {
  const [head = ''] = present.split(MARK);
  const rows = readMetrics().map(({ name, kind, help }) => `| \`${name}\` | ${kind} | ${help} |`);
  const table = ['| Metric | Type | Description |', '| --- | --- | --- |', ...rows].join('\n');
  return formatted(`${head}${MARK}\n\n## All metrics\n\n${table}\n`);
}

/** The formatter's own form, so that it never finds the page wanting. */
function formatted(text: string): string {
  const formatter = fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url));
  return execFileSync(formatter, ['--stdin-filepath', PAGE], { input: text, encoding: 'utf8' });
}

if (import.meta.main) {
  const present = readFileSync(PAGE, 'utf8');
  const wanted = metricsPage(present);
  if (process.argv.includes('--check')) {
    if (present !== wanted) {
      process.stderr.write(
        'docs/operating/metrics.md is out of date: node tools/metrics-page.ts\n',
      );
      process.exitCode = 1;
    }
  } else {
    writeFileSync(PAGE, wanted);
  }
}
