/**
 * Rows and what becomes of them, in files people can read: `golden-rows/*.txt`. Lines with how they are read, folded, cut and
 * counted; words with the level they name; logs as an evaluator gets them within a budget. Run with XPLAIN_GOLDEN=write
 * to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compressRows, type CompressOptions } from './compress-rows.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { clipText, foldLine } from './fold-line.ts';
import { minePatterns } from './mine-patterns.ts';
import { readSources } from './read-records.ts';
import { scoreFocus } from './score-focus.ts';
import { severityOfNumber, severityRank } from './severity.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const logs = join(import.meta.dirname, '../../test/evaluation/logs');

/** Characters that would not be seen are written as JSON has them. */
function tellLine(line: string): string[] {
  const text = JSON.parse(`"${line}"`) as string;
  const [source] = readSources([text]);
  const [pattern] = minePatterns([text]).patterns;
  const { record, messageKey = '', text: mined = '' } = source ?? {};
  const read =
    record === undefined
      ? 'text'
      : `${record.style} ${messageKey} ${record.severity} ${JSON.stringify([...record.fields])}`;
  return [
    `  ${read} | ${JSON.stringify(mined)} | ${pattern?.severity ?? ''} ${pattern?.message ?? ''}`,
    `  ${JSON.stringify(foldLine(text))} | ${JSON.stringify(clipText(text, 12))} | ${estimateTokens(text)}`,
  ];
}

function tellWord(word: string): string[] {
  const number = Number(word);
  const byNumber = Number.isNaN(number) ? '' : ` ${severityOfNumber(number)}`;
  return [`  ${severityRank(word, false)} ${severityRank(word, true)}${byNumber}`];
}

const LINES = ['payment of order 17 failed', 'orders paid', 'PaymentsFailed', 'nothing here', ''];

function tellFocus(line: string): string[] {
  const { ofLine, closest } = scoreFocus(LINES, line.split(' | '));
  return [`  ${ofLine.map((share) => share.toFixed(3)).join(' ')} | ${closest.join(' ')}`];
}

const OPTIONS: readonly CompressOptions[] = [
  {},
  { tokensMax: 300, lineTokens: 3 },
  { maxTemplates: 5, maxSamples: 1 },
  { rareThreshold: 3, simThreshold: 0.9 },
];
const FOCUS = ['connection refused', 'the backup of the database'];

function tellLog(name: string): string[] {
  const rows = readFileSync(join(logs, `${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
  return OPTIONS.flatMap((options, at) => {
    const { lines, ...counts } = compressRows(rows, options, at % 2 === 0 ? [] : FOCUS);
    const shown = lines.map(
      (line) => `  ${line.shown.join(' ')} of ${line.rows.length}: ${line.text}`,
    );
    return [`  ${JSON.stringify(options)} ${JSON.stringify(counts)}`, ...shown.slice(0, 25)];
  });
}

const TOLD = { lines: tellLine, words: tellWord, focus: tellFocus, logs: tellLog };

for (const [name, tell] of Object.entries(TOLD)) {
  test(`the ${name} are read as written`, () => {
    const path = join(import.meta.dirname, 'golden-rows', `${name}.txt`);
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
