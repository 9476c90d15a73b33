import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Decision, type Evidence, notFound, wholeCandidate } from './decision.ts';
import { indexLines } from './index-lines.ts';
import { judgeText } from './judge-text.ts';
import { readExpectation, type Term } from './read-expectation.ts';
import { wordFinding } from './word-finding.ts';

interface Given {
  readonly at?: readonly [start: number, end: number];
  readonly matched?: readonly string[];
  readonly segment?: number;
}

function evidenceOf(text: string, { at, matched = [], segment = 0 }: Given): Evidence {
  const judgement = {
    ...judgeText(text, []),
    at: at === undefined ? undefined : { start: at[0], end: at[1] },
  };
  const candidate = wholeCandidate(segment, new Set(matched));
  return { candidate, judgement, status: 'passed', isExplicit: true };
}

function word(lines: readonly string[], decision: Partial<Decision>, given: Given = {}) {
  const index = indexLines(lines);
  const text = index.segments[given.segment ?? 0]?.text ?? '';
  const whole: Decision = {
    status: 'passed',
    confidence: 0.5,
    evidence: [evidenceOf(text, given)],
    nearest: undefined,
    counted: undefined,
    ...decision,
  };
  return wordFinding(index, whole, 3, []);
}

const quoteOf = (line: string, given: Given) => word([line], {}, given).evidence[0]?.q;

test('a finding says what its row shows, with the words that decided', () => {
  const line = 'mail queue drained without any trouble';
  const given: Given = { at: [5, 18] };

  assert.deepEqual(word([line], {}, given), {
    item: 3,
    evidence: [{ n: 1, q: 'queue drained' }],
    explanation: 'A row confirms it: "queue drained"',
    status: 'passed',
    confidence: 0.5,
    entity: null,
  });
  assert.equal(
    word([line], { status: 'failed' }, given).explanation,
    'A row contradicts it: "queue drained"',
  );
  assert.equal(
    word([line], { status: 'skipped' }, given).explanation,
    'A row shows that it was skipped: "queue drained"',
  );
});

test('a pattern says how many rows it stands for, a sample of it is one row', () => {
  const lines = ['other row', '[7x] queue <*> drained e.g. queue a drained | queue b drained'];
  const said = (segment: number): unknown[] => {
    const { evidence, explanation } = word(lines, {}, { segment, matched: ['queu', 'empty'] });
    return [evidence[0]?.n, explanation];
  };

  assert.deepEqual(said(1), [2, 'A pattern of 7 rows confirms it: "queue <*> drained"']);
  assert.deepEqual(said(3), [2, 'A row confirms it: "queue b drained"']);
  assert.deepEqual(
    word(['[1x] queue drained today'], {}, { at: [0, 13] }).explanation,
    'A row confirms it: "queue drained"',
  );
});

test('a count is told with an example', () => {
  const lines = ['queue drained at noon'];

  assert.equal(
    word(lines, { counted: 1 }, { at: [0, 13] }).explanation,
    'Counted 1 such row, e.g. "queue drained"',
  );
  assert.equal(
    word(lines, { counted: 2 }, { at: [0, 13] }).explanation,
    'Counted 2 such rows, e.g. "queue drained"',
  );
  assert.equal(
    word(lines, { counted: 0 }, { at: [0, 13] }).explanation,
    'Counted 0 such rows, e.g. "queue drained"',
  );
});

test('a quote goes from the first to the last word that matters, and has eight characters at least', () => {
  const line = 'at noon the queue was drained by hand';

  assert.equal(quoteOf(line, { matched: ['queu', 'empty'] }), 'queue was drained');
  assert.equal(quoteOf(line, { matched: ['queu'], at: [30, 37] }), 'queue was drained by hand');
  assert.equal(quoteOf(line, { matched: ['queu'], at: [0, 7] }), 'at noon the queue');
  assert.equal(quoteOf('done: a b drained', { at: [6, 16] }), 'a b draine');
  assert.equal(quoteOf('x abcdefg yz', { at: [2, 9] }), 'x abcdefg yz');
  assert.equal(quoteOf('x abcdefgh yz', { at: [2, 10] }), 'abcdefgh');
  assert.equal(quoteOf(line, {}), line);
});

test('a quote names its line, also where the whole row is quoted', () => {
  const said = word(['first row of all', 'done by me'], {}, { segment: 1, at: [0, 4] });

  assert.deepEqual(said.evidence, [{ n: 2, q: 'done by me' }]);
});

test('a segment that is not there has no quote', () => {
  const said = word(['first row of all'], {}, { segment: 9 });

  assert.deepEqual(said.evidence, [{ n: 0, q: '' }]);
});

test('a quote that would be too short begins with its row', () => {
  const line = `${'a'.repeat(110)} ${'b'.repeat(40)} ${' '.repeat(130)}end`;

  assert.equal(quoteOf(line, { at: [153, 284] }), `${'a'.repeat(110)} ${'b'.repeat(9)}`);
});

test('a quote has 120 characters at most, and never half a character', () => {
  const long = `start ${'a'.repeat(200)}`;

  assert.equal(quoteOf(`xx ${'a'.repeat(120)} end`, { at: [3, 123] }), 'a'.repeat(120));
  assert.equal(quoteOf(`xx ${'a'.repeat(121)} end`, { at: [3, 124] }), 'a'.repeat(120));
  assert.equal(quoteOf(long, { at: [0, 5] }), `start ${'a'.repeat(114)}`);
  assert.equal(quoteOf(`${'a'.repeat(119)}😀${'b'.repeat(50)}`, {}), 'a'.repeat(119));
  assert.equal(quoteOf('a'.repeat(120), { at: [0, 1] }), 'a'.repeat(120));
  assert.equal(quoteOf(`${'x '.repeat(100)}abc def`, { at: [0, 207] }), 'x '.repeat(60).trim());
});

test('quotes in explanations are cut at 90 characters', () => {
  const explained = (length: number) =>
    word([`${'a'.repeat(length)} end`], {}, { at: [0, length] }).explanation;

  assert.equal(explained(90), `A row confirms it: "${'a'.repeat(90)}"`);
  assert.equal(explained(91), `A row confirms it: "${'a'.repeat(89)}…"`);
});

function absence(
  nearest: { readonly share: number; readonly missing?: readonly string[] } | undefined,
  item: number | undefined = 1,
  line = '  queue is deep  ',
): string {
  const index = indexLines([line]);
  const [term] = readExpectation('zebra', index).terms;
  assert.ok(term);
  const missing = (nearest?.missing ?? []).map((text): Term => ({ ...term, text }));
  const decision = notFound(
    nearest && { ...wholeCandidate(0, new Set()), share: nearest.share, missing },
  );
  return wordFinding(index, decision, item, []).explanation;
}

test('where nothing was found the closest row is told, with what it lacks', () => {
  assert.equal(absence(undefined), 'No evidence found.');
  assert.equal(absence({ share: 0.29 }), 'No evidence found.');
  assert.equal(
    absence({ share: 0.3 }),
    'No evidence found; the closest line mentions it without an outcome: "queue is deep"',
  );
  assert.equal(
    absence({ share: 0.5, missing: ['one'] }),
    'No evidence found; the closest line is "queue is deep", which lacks "one".',
  );
  assert.equal(
    absence({ share: 0.5, missing: ['one', 'two', 'three', 'four'] }),
    'No evidence found; the closest line is "queue is deep", which lacks "one", "two", "three".',
  );
  assert.equal(
    absence({ share: 0.5, missing: ['a'.repeat(24), 'b'.repeat(25)] }),
    `No evidence found; the closest line is "queue is deep", which lacks "${'a'.repeat(24)}", "${'b'.repeat(23)}…".`,
  );
});

test('free criteria are told that they need a model', () => {
  const needsModel =
    'No line contains these words. The built-in evaluator compares words; use a language model for criteria like these.';
  const index = indexLines(['queue is deep']);

  assert.equal(wordFinding(index, notFound(undefined), undefined, []).explanation, needsModel);
  assert.equal(wordFinding(index, notFound(undefined), 0, []).explanation, 'No evidence found.');
});

test('an explanation has 160 characters at most', () => {
  const missing = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
  const said = absence({ share: 0.5, missing }, 1, 'queue is deep at noon, and at night');

  assert.equal(said.length, 160);
  assert.ok(said.endsWith('…'));
});

test('whom it concerns is read from the row that decided', () => {
  const index = indexLines(['login refused', 'login of user=ada refused']);
  const evidence = [evidenceOf('', { segment: 1 })];
  const decision = { ...notFound(undefined), status: 'failed', evidence } as const;

  assert.deepEqual(wordFinding(index, decision, 1, ['user']).entity, { type: 'user', key: 'ada' });
  assert.equal(wordFinding(index, decision, 1, []).entity, null);
  assert.equal(wordFinding(index, { ...decision, evidence: [] }, 1, ['user']).entity, null);
});

test('a row that is evidence by itself holds all that is asked for', () => {
  const matched = new Set(['queu']);

  assert.deepEqual(wholeCandidate(4, matched), {
    segment: 4,
    matched,
    literal: matched,
    missing: [],
    share: 1,
    shareOfThings: 1,
    shareUnnamed: 1,
    namesThing: true,
    coversThings: true,
    holdsRequired: true,
    score: 1,
    lineShare: 1,
    lacksRequired: false,
  });
});

test('the confidence of an absence falls with how close a row comes', () => {
  const near = (share: number) => ({ ...wholeCandidate(0, new Set()), share });

  assert.deepEqual(
    [notFound(undefined), notFound(near(0.5)), notFound(near(1)), notFound(near(0.333))].map(
      ({ confidence }) => confidence,
    ),
    [0.9, 0.7, 0.5, 0.77],
  );
});
