/**
 * Where things stand in queries, in a file people can read: `golden-places/*.txt`. Below a query, which begins with `>`,
 * stand what its characters are, the nodes of its tree with their places, what could stand at each place, and what a
 * problem asks for. Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { marksOf } from './highlight.ts';
import { readText } from './parser/parser.ts';
import type { Expectation } from './parser/expectation.ts';

const folder = join(import.meta.dirname, 'golden-places');
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

function renew(content: string): string {
  return content
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => `${line}\n${answer(line.slice(2).replaceAll('⏎', '\n'))}`)
    .join('\n\n')
    .concat('\n');
}

function answer(text: string): string {
  const { parser, query } = readText(text);
  const marks = marksOf(text);
  const problems = parser.diagnostics.map(({ code, start, end, expected, fix }) => {
    const change = fix === undefined ? '' : `: ${fix.label}`;
    return `  problem ${code} ${start}-${end} [${expected.join(', ')}]${change}`;
  });
  const lines = [
    `  marks   ${marks.map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`).join(' ')}`,
    `  nodes   ${nodesOf(query).join(' ')}`,
    `  counts  ${parser.stages} stages, ${parser.terms} terms, ${parser.subsearches} subsearches`,
    ...nextOf(text, [...marks.map(({ start }) => start), text.length]),
    ...problems,
  ];
  return lines.map((line) => line.replaceAll('\n', '⏎').trimEnd()).join('\n');
}

/** Every node of a tree, the outer ones first. */
function nodesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== 'object' || value === null) return [];
  const { kind, start, end } = value as { kind?: unknown; start?: unknown; end?: unknown };
  const own = typeof start === 'number' ? [`${String(kind)}@${start}-${String(end)}`] : [];
  return [...own, ...Object.values(value).flatMap(nodesOf)];
}

function nextOf(text: string, places: readonly number[]): string[] {
  let before = '';
  return [...new Set(places)].flatMap((at) => {
    const { parser } = readText(text.slice(0, at));
    const expected = parser.expectedAt === at ? parser.expected.map(expectationText) : [];
    const line = [...new Set(expected)].join(' ');
    if (line === before) return [];
    before = line;
    return [`  at ${`${at}`.padStart(4)} ${line}`];
  });
}

function expectationText(expectation: Expectation): string {
  const { kind, ...others } = expectation;
  const more = Object.values(others).map((each) =>
    Array.isArray(each) ? each.join('/') : `${each}`,
  );
  return [kind, ...more].join(':').replaceAll(' ', '_');
}

for (const file of readdirSync(folder)) {
  test(`the queries of ${file} are taken apart as written there`, () => {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    const renewed = renew(content);
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  });
}
