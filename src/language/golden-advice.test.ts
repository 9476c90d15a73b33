/**
 * Advice on queries, what could stand at a cursor, and what is wrong with regular expressions, in files people can read:
 * `golden-advice/*.txt`. Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { complete } from './complete/complete.ts';
import type { CompletionSource } from './complete/completion.ts';
import type { Lint, LintFacts } from './lint/make-lint.ts';
import { lintOutcome } from './lint/outcome-lints.ts';
import { lint } from './lint/lint.ts';
import { parse } from './parser/parser.ts';
import { checkRegex } from './regex/regex.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const names = ['status', 'level', 'host', 'user-agent', 'http.status', 'first', 'last'];
const CLOCK = { now: Date.parse('2026-08-05T12:00:00Z'), timeZone: 'Europe/Berlin' };
const FACTS: Readonly<Record<string, LintFacts>> = {
  nothing: {},
  fields: { fields: new Set(names), multivalueFields: new Set(['host']), ...CLOCK },
  some: { fields: new Set(names), looked: { events: 12_345, isAll: false } },
  all: { fields: new Set(names), looked: { events: 3, isAll: true } },
};
const OUTCOME = {
  matched: 0,
  dropped: [
    { stage: 1, field: 'host', rows: 1 },
    { stage: 1, field: 'level', rows: 1_234 },
    { stage: 0, field: 'host', rows: 2 },
  ],
  cuts: [{ stage: 1, rows: 50_000 }],
};

function tellAdvice(text: string): string[] {
  const result = parse(text);
  const told = new Map<string, string[]>();
  const note = (facts: string, lints: readonly Lint[]): void => {
    for (const each of lints) {
      const line = lintText(each);
      told.set(line, [...(told.get(line) ?? []), facts]);
    }
  };
  for (const [name, facts] of Object.entries(FACTS)) note(name, lint(result, facts));
  note('outcome', lintOutcome(result, OUTCOME));
  return [...told].map(([line, facts]) => `  ${line} (${facts.join(', ')})`);
}

function lintText({ severity, code, start, end, message, fix }: Lint): string {
  const change = fix === undefined ? '' : ` [${fix.label}: ${fix.start}-${fix.end} → ${fix.text}]`;
  return `${severity} ${code} ${start}-${end}: ${message}${change}`;
}

const SOURCE: CompletionSource = {
  fields: ['status', { text: 'host', count: 1 }, { text: 'user agent', count: 12_345 }, 'a*b'],
  values: (field) => (field === 'status' ? ['200', { text: 'not found', count: 2 }] : []),
  indexes: ['web', 'my index'],
  lookups: ['hosts', 'two words'],
  savedSearches: ['nightly', 'a "quoted" one'],
  variables: new Map([
    ['env', { values: ['prod', 'test', 'dev'] }],
    ['column', { values: ['host'], use: 'field' as const }],
    ['none', { values: [] }],
  ]),
};
const ITEMS_SHOWN = 8;

/** The cursor is written as ‸. */
function tellCompletions(line: string): string[] {
  const cursor = line.indexOf('‸');
  const { from, to, items, valuesOf } = complete(line.replace('‸', ''), cursor, SOURCE);
  const shown = items
    .slice(0, ITEMS_SHOWN)
    .map(({ kind, label, detail, apply }) => `    ${kind} ${label} → ${apply} ${detail}`.trimEnd());
  const values = valuesOf === undefined ? '' : ` of ${valuesOf}`;
  return [`  ${from}-${to}, ${items.length} items${values}`, ...shown];
}

function tellRegex(regex: string): string[] {
  const { names: found, groups, problem } = checkRegex(regex);
  const wrong =
    problem === undefined ? '' : ` ${problem.code} at ${problem.offset}: ${problem.message}`;
  return [`  ${groups} groups [${found.join(' ')}]${wrong}`];
}

const TOLD = { advice: tellAdvice, completions: tellCompletions, regexes: tellRegex };

for (const [name, tell] of Object.entries(TOLD)) {
  test(`the ${name} are as written`, () => {
    const path = join(import.meta.dirname, 'golden-advice', `${name}.txt`);
    const content = readFileSync(path, 'utf8');
    const renewed = content
      .split('\n')
      .filter((line) => line.startsWith('>'))
      .map((line) => `${[line, ...tell(line.slice(2))].join('\n')}\n`)
      .join('\n');
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  });
}
