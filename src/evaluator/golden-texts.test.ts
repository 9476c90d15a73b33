/**
 * How single texts are read, in files people can read: `golden-texts/*.txt`. Items with what they expect, lines with what they
 * say, words with what they are taken for; whatever is not there is left out. Run with XPLAIN_GOLDEN=write to write what comes
 * out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { looksLikeInstructions } from './detect-instructions.ts';
import { looksTyped } from './find-headings.ts';
import { impliedConcepts } from './implied-concepts.ts';
import { indexLines } from './index-lines.ts';
import { judgeText } from './judge-text.ts';
import { nameEntity, wantedEntities } from './name-entity.ts';
import { readCall, saysTrial } from './polarity.ts';
import { readMeasure } from './read-bound.ts';
import { readExpectation } from './read-expectation.ts';
import { readTime } from './read-time.ts';
import { asksForFailures, splitClauses } from './split-clauses.ts';
import { foldAccents, stem, stemGerman } from './stem.ts';
import * as words from './words.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

/** Without what is missing, wrong or empty; sets and maps as lists, expressions as their text. */
function brief(value: unknown): unknown {
  if (value instanceof RegExp) return value.source;
  if (value instanceof Set) return brief([...value]);
  if (value instanceof Map) return brief([...value]);
  if (Array.isArray(value)) return value.map(brief);
  if (value === Infinity || value === -Infinity) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).map(([key, each]) => [key, brief(each)] as const);
  return Object.fromEntries(told.filter(([, each]) => !isNothing(each)));
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === false || value === '';
}

function tellItem(text: string): unknown {
  const clauses = splitClauses(text);
  return {
    ...readExpectation(text, indexLines([])),
    clauses: clauses.length === 1 && clauses[0] === text ? [] : clauses,
    asksForFailures: asksForFailures(text),
    entities: wantedEntities(text),
  };
}

function tellLine(text: string): unknown {
  const read = words.readLineWords(text, new Map());
  const { segments } = indexLines([text]);
  return {
    ...judgeText(text, read),
    time: readTime(text),
    measures: (['time', 'size', 'percent'] as const).map((each) => readMeasure(text, each) ?? '-'),
    implied: impliedConcepts(text),
    call: readCall(text),
    entity: nameEntity(['user', 'ip', 'host', 'service'], text),
    isInstruction: looksLikeInstructions(text),
    isTyped: looksTyped(text),
    isTrial: saysTrial(text),
    segments: segments.length > 1 ? segments : [],
  };
}

function tellWord(text: string): unknown {
  const lower = text.toLowerCase();
  return words.readWords(text, new Map()).map((word) => ({
    ...word,
    stems: [stem(lower), stemGerman(foldAccents(lower))],
    cue: words.cueOf(word.concept),
    weak: words.isWeak(word.concept),
    action: words.isAction(word.concept),
    means: words.isMeans(word.concept),
    empty: words.isEmpty(word.concept),
    qualifier: words.isQualifier(word.concept),
    kindOfThing: words.isKindOfThing(word.concept),
    known: words.isKnownConcept(word.concept),
  }));
}

const TOLD = { items: tellItem, lines: tellLine, words: tellWord };

for (const [name, tell] of Object.entries(TOLD)) {
  test(`the ${name} are read as written`, () => {
    const path = join(import.meta.dirname, 'golden-texts', `${name}.txt`);
    const content = readFileSync(path, 'utf8');
    const renewed = content
      .split('\n')
      .filter((line) => line.startsWith('>'))
      .map((line) => `${line}\n  ${JSON.stringify(brief(tell(line.slice(2))))}\n`)
      .join('');
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  });
}
