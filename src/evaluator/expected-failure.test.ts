import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExpectedFailure, isTried, saysCount } from './expected-failure.ts';
import { wholeCandidate } from './decision.ts';
import type { Candidate } from './find-evidence.ts';
import { indexLines } from './index-lines.ts';
import { type Judgement, judgeText } from './judge-text.ts';
import { type Expectation, readExpectation } from './read-expectation.ts';

interface Given {
  readonly candidate?: Partial<Candidate>;
  readonly judgement?: Partial<Judgement>;
  readonly expectation?: Partial<Expectation>;
}

/** A row about which nothing is known but what a case says. */
function isAsked(item: string, line: string, given: Given = {}): boolean {
  const index = indexLines([line]);
  const expectation = { ...readExpectation(item, index), ...given.expectation };
  const candidate = { ...wholeCandidate(0, new Set<string>()), ...given.candidate };
  const plain = { isTally: false, doubts: [], cues: new Map(), exitCode: undefined };
  const judgement = { ...judgeText(line, index.wordsOf(0)), ...plain, ...given.judgement };
  return isExpectedFailure(expectation, candidate, judgement, index);
}

test('what was warded off is what the item asks for, when both say so plainly', () => {
  const item = 'The account gets locked';
  const line = 'account locked after failed logins';

  assert.equal(isAsked(item, line), true);
  assert.equal(isAsked(item, line, { candidate: { share: 0.85 } }), true);
  assert.equal(isAsked(item, line, { candidate: { share: 0.84 } }), false);
  assert.equal(isAsked(item, line, { judgement: { doubts: [8] } }), false);
  assert.equal(isAsked('The account is open', line), false);
  assert.equal(isAsked(item, 'account closed after failed logins'), false);
  for (const word of ['blocked', 'banned', 'revoked', 'suspended', 'quarantined', 'evicted']) {
    assert.equal(isAsked(`The account gets ${word}`, `account ${word} now`), true, word);
  }
  assert.equal(isAsked('Das Konto wird gesperrt', 'Konto gesperrt'), true);
  assert.equal(isAsked('Die Adresse wird blockiert', 'Adresse blockiert'), true);
});

test('a deed that was done in parts was done, unless the item speaks of all', () => {
  const item = 'The file is imported';
  const line = 'file imported rejected=2';
  const [deed] = readExpectation(item, indexLines([line])).terms.filter(({ isDeed }) => isDeed);
  assert.ok(deed);
  const told: Given = {
    judgement: { isTally: true },
    candidate: { literal: new Set([deed.concept]) },
  };
  const cued: Given = {
    judgement: { isTally: true, cues: new Map([['good', 'success']]) },
    expectation: { cues: new Set(['good']) },
  };

  assert.equal(isAsked(item, line, told), true);
  assert.equal(isAsked(item, line, { ...told, judgement: { isTally: false } }), false);
  assert.equal(isAsked(item, line, { ...told, expectation: { speaksOfAll: true } }), false);
  assert.equal(isAsked(item, line, { judgement: { isTally: true } }), false);
  assert.equal(
    isAsked(item, line, { ...told, candidate: { literal: new Set(['file']) } }),
    false,
    'a thing is no deed',
  );
  assert.equal(isAsked(item, line, cued), true);
  assert.equal(isAsked(item, line, { ...cued, expectation: { cues: new Set(['other']) } }), false);
  assert.equal(
    isAsked(item, line, {
      ...cued,
      judgement: { isTally: true, cues: new Map([['good', 'failure']]) },
    }),
    false,
  );
});

test('what was stopped by a signal ends with its number', () => {
  const stopped = (exitCode: number | undefined, more: Given = {}): boolean =>
    isAsked('The server is stopped', 'server stopped', {
      candidate: { literal: new Set(['stop']), ...more.candidate },
      judgement: { exitCode, ...more.judgement },
    });

  assert.deepEqual(
    [130, 143, 129, 131, 142, 144, 0, 1, undefined].map((code) => stopped(code)),
    [true, true, false, false, false, false, false, false, false],
  );
  assert.equal(stopped(143, { candidate: { literal: new Set(['server']) } }), false);
  assert.equal(stopped(143, { judgement: { cues: new Map([['fail', 'failure']]) } }), false);
});

test('that something was tried is told by a row that is no command', () => {
  const tried = (line: string, share = 1): boolean =>
    isTried({ ...wholeCandidate(0, new Set()), share }, indexLines([line]));

  assert.equal(tried('trying to connect to the database'), true);
  assert.equal(tried('trying to connect to the database', 0.85), true);
  assert.equal(tried('trying to connect to the database', 0.84), false);
  assert.equal(tried('connected to the database'), false);
  assert.equal(tried('$ retry --trying to connect'), false);
});

const COUNTS: readonly (readonly [item: string, line: string, isSaid: boolean])[] = [
  ['5 thresholds were met', '5 thresholds met', true],
  ['5 thresholds were met', 'in all 5 thresholds were met and 3 were not', true],
  ['5 thresholds were met', '5 of the thresholds met', true],
  ['5 thresholds were met', '6 thresholds met', false],
  ['5 thresholds were met', '5 thresholds missed', false],
  ['5 thresholds were met', 'thresholds met 5', false],
  ['thresholds were met 5', 'thresholds met 5', false],
  ['5 thresholds', '5 thresholds', false],
  ['5 yellow lamps', '5 yellow lamps', false],
];

for (const [item, line, isSaid] of COUNTS) {
  test(`"${line}" ${isSaid ? 'says' : 'does not say'} that ${item}`, () => {
    const index = indexLines([line]);
    assert.equal(saysCount(readExpectation(item, index), index.wordsOf(0)), isSaid);
  });
}
