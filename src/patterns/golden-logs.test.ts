/**
 * The patterns of logs that real programs wrote, in files people can read: `golden/*.txt`, one for each of the smaller
 * logs of `test/evaluation/logs`. A line is the id of a pattern, its level (in parentheses where only its words say so),
 * its first and last row, samples, and the template where it stands for more rows than one. Run with
 * XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { minePatterns } from './mine-patterns.ts';

const logs = join(import.meta.dirname, '../../test/evaluation/logs');
const golden = join(import.meta.dirname, 'golden');
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const CHARACTERS_MAX = 20_000;

function patternsOf(log: string): string {
  const { patterns } = minePatterns(log.trimEnd().split('\n'));
  return patterns
    .map(({ id, severity, isSeverityStated, first, last, samples, count, template }) => {
      const level = isSeverityStated ? severity : `(${severity})`;
      const rows = count === 1 ? `${first}` : `${first}-${last} [${samples.join(' ')}]`;
      return `${id} ${level} ${rows}${count === 1 ? '' : ` ${count}x ${template}`}\n`;
    })
    .join('');
}

for (const file of readdirSync(logs).toSorted()) {
  const log = readFileSync(join(logs, file), 'utf8');
  if (log.length > CHARACTERS_MAX) continue;

  test(`the patterns of ${file} are found as written`, () => {
    const path = join(golden, file);
    const patterns = patternsOf(log);
    if (isWriting) writeFileSync(path, patterns);

    assert.equal(patterns, readFileSync(path, 'utf8'));
  });
}
