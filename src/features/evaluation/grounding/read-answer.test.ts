import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { readAnswer, type Question, type ReadAnswer } from './read-answer.ts';

const { explanationCharactersMax, summaryCharactersMax, findingsMax, citationsMax } =
  LIMITS.evaluation;
const ONE: Question = { itemCount: 1, code: 'code-4711', mark: 'mark-0815' };
const FREE: Question = { ...ONE, itemCount: 0 };
const FINDING = {
  item: 1,
  explanation: 'The capture failed.',
  status: 'failed',
  confidence: 0.9,
  evidence: [{ n: 3, q: 'capture failed' }],
};

type Change = Readonly<Record<string, unknown>>;

function said(answer: unknown, question = ONE): ReadAnswer {
  return readAnswer({ text: JSON.stringify(answer), stop: 'end' } as never, question);
}

function problemsOf(answer: unknown, question = ONE): readonly string[] {
  const read = said(answer, question);
  return read.kind === 'invalid' ? read.problems : [];
}

/** What is wrong with one finding that differs from a good one. */
function wrong(change: Change, question = ONE): readonly string[] {
  return problemsOf({ findings: [{ ...FINDING, ...change }] }, question);
}

test('an answer is read with its findings in the order of the items', () => {
  const second = { ...FINDING, item: 2, entity: { type: 'order', key: 'A-1' }, score: 2.5 };
  const read = said(
    { findings: [{ ...second, tags: ['T1059.001', 'not a tag', 7] }, FINDING], summary: 'Both.' },
    { ...ONE, itemCount: 2 },
  );

  const plain = { entity: null, score: null, tags: [] };
  assert.deepEqual(read, {
    kind: 'draft',
    draft: {
      findings: [
        { ...FINDING, ...plain },
        { ...second, tags: ['T1059.001'] },
      ],
      summary: 'Both.',
    },
  });
});

test('only a whole answer of one JSON object counts, in one code fence at most', () => {
  const text = JSON.stringify({ findings: [FINDING] });
  const kindOf = (given: string, stop = 'end'): string =>
    readAnswer({ text: given, stop } as never, ONE).kind;

  assert.equal(kindOf(text), 'draft');
  assert.equal(kindOf(`\`\`\`json\n${text}\n\`\`\``), 'draft');
  assert.equal(kindOf(` \`\`\`\n${text}\`\`\` \n`), 'draft');
  for (const other of [
    `Here: ${text}`,
    `${text}${text}`,
    '[]',
    'null',
    '',
    `x\`\`\`\n${text}\`\`\``,
  ]) {
    assert.equal(kindOf(other), 'invalid', other);
  }
  assert.equal(kindOf(`${text}${' '.repeat(500_000 - text.length)}`), 'draft');
  assert.equal(kindOf(`${text}${' '.repeat(500_001 - text.length)}`), 'invalid');
  const cut = (stop: string) => readAnswer({ text, stop } as never, ONE);
  assert.deepEqual(cut('length'), { kind: 'invalid', problems: ['The answer was too long.'] });
  assert.deepEqual(cut('refused'), { kind: 'invalid', problems: ['There was no answer.'] });
});

test('each item has one finding, and no other items have any', () => {
  const two = { ...ONE, itemCount: 2 };
  assert.deepEqual(problemsOf({ findings: [FINDING] }, two), ['Item 2 has no finding.']);
  assert.deepEqual(problemsOf({ findings: [FINDING, FINDING, { ...FINDING, item: 2 }] }, two), [
    'Item 1 has more than one finding.',
  ]);
  for (const item of [0, 2, 1.5, '1', null, undefined]) {
    assert.deepEqual(
      wrong({ item }),
      ['Finding 1: "item" is not the number of an item.', 'Item 1 has no finding.'],
      String(item),
    );
  }
  assert.deepEqual(problemsOf({ findings: [] }, FREE), ['There is no finding.']);
  assert.deepEqual(problemsOf({ findings: [{ ...FINDING, item: undefined }] }, FREE), []);
});

test('as many findings and citations as promised are taken, and not one more', () => {
  const many = (count: number) => ({
    findings: Array.from({ length: count }, () => ({ ...FINDING, item: undefined })),
  });
  assert.deepEqual(problemsOf(many(findingsMax), FREE), []);
  assert.deepEqual(problemsOf(many(findingsMax + 1), FREE), [
    `There are more than ${findingsMax} findings.`,
  ]);
  const evidence = (count: number) => Array.from({ length: count }, () => ({ n: 1, q: 'a' }));
  assert.deepEqual(wrong({ evidence: evidence(citationsMax) }), []);
  assert.match(wrong({ evidence: evidence(citationsMax + 1) })[0] ?? '', /not a list of at most/);
});

test('every field of a finding is what was asked for', () => {
  const rows: readonly (readonly [change: Change, field: string])[] = [
    [{ explanation: '' }, 'explanation'],
    [{ explanation: ' \n' }, 'explanation'],
    [{ explanation: 7 }, 'explanation'],
    [{ explanation: 'a'.repeat(explanationCharactersMax + 1) }, 'explanation'],
    [{ status: 'fine' }, 'status'],
    [{ status: 'toString' }, 'status'],
    [{ status: null }, 'status'],
    [{ confidence: -0.01 }, 'confidence'],
    [{ confidence: 1.01 }, 'confidence'],
    [{ confidence: '1' }, 'confidence'],
    [{ evidence: 'capture failed' }, 'evidence'],
    [{ evidence: [{ n: 1 }] }, 'evidence'],
    [{ evidence: [{ n: 1.5, q: 'a' }] }, 'evidence'],
    [{ evidence: [{ n: '1', q: 'a' }] }, 'evidence'],
    [{ evidence: ['a'] }, 'evidence'],
    [{ entity: 'order' }, 'entity'],
    [{ entity: { type: 'order' } }, 'entity'],
    [{ entity: { type: ' ', key: 'a' } }, 'entity'],
    [{ entity: { type: 'order', key: 'a'.repeat(201) } }, 'entity'],
    [{ score: 'high' }, 'score'],
    [{ tags: 'T1' }, 'tags'],
  ];
  for (const [change, field] of rows) {
    const problems = wrong(change);
    assert.match(problems[0] ?? '', new RegExp(`^Finding 1: "${field}"`), JSON.stringify(change));
    assert.equal(problems[1], 'Item 1 has no finding.');
  }
  for (const change of [
    { explanation: '🙂'.repeat(explanationCharactersMax) },
    { confidence: 0 },
    { confidence: 1 },
    { evidence: null },
    { entity: { type: 'order', key: 'a'.repeat(200) } },
    { score: null, tags: null, entity: null },
  ]) {
    assert.deepEqual(wrong(change), [], JSON.stringify(change).slice(0, 80));
  }
  assert.deepEqual(problemsOf({ findings: ['a'] })[0], 'Finding 1: is not an object.');
  assert.deepEqual(problemsOf({ findings: {} })[0], '"findings" is not a list.');
});

test('a number that is too large to be one is no score', () => {
  const text = JSON.stringify({ findings: [{ ...FINDING, score: 4711 }] }).replace('4711', '1e999');
  assert.deepEqual(readAnswer({ text, stop: 'end' } as never, ONE), {
    kind: 'invalid',
    problems: ['Finding 1: "score" is not a number.', 'Item 1 has no finding.'],
  });
});

test('tags are ids, and at most twenty of them', () => {
  const tagsOf = (tags: readonly unknown[]): readonly string[] => {
    const read = said({ findings: [{ ...FINDING, tags }] });
    return read.kind === 'draft' ? (read.draft.findings[0]?.tags ?? []) : ['invalid'];
  };
  const many = Array.from({ length: 21 }, (_, at) => `T${at}`);

  assert.deepEqual(tagsOf(many), many.slice(0, 20));
  assert.deepEqual(tagsOf(['a'.repeat(64), 'a'.repeat(65), '-a', 'a b', 'a:b/c.d-e_f', '']), [
    'a'.repeat(64),
    'a:b/c.d-e_f',
  ]);
});

test('a summary is a text of its length, and an empty one is none', () => {
  const summaryOf = (summary: unknown): unknown => {
    const read = said({ findings: [FINDING], summary });
    return read.kind === 'draft' ? read.draft.summary : read.problems;
  };
  assert.equal(summaryOf('a'.repeat(summaryCharactersMax)), 'a'.repeat(summaryCharactersMax));
  assert.deepEqual(summaryOf('a'.repeat(summaryCharactersMax + 1)), [
    `"summary" is longer than ${summaryCharactersMax} characters.`,
  ]);
  assert.deepEqual(summaryOf(7), ['"summary" is neither a text nor null.']);
  assert.equal(summaryOf(' '), null);
  assert.equal(summaryOf(null), null);
});

test('an answer that has the code or a mark in it, anywhere, is refused', () => {
  const reported = ['The answer has the code or a mark in it.'];
  for (const secret of [ONE.code, ONE.mark]) {
    for (const change of [
      { explanation: `It says ${secret}.` },
      { entity: { type: secret, key: 'a' } },
      { entity: { type: 'a', key: `x${secret}` } },
      { tags: [secret] },
    ]) {
      assert.deepEqual(wrong(change), reported, JSON.stringify(change));
    }
    assert.deepEqual(problemsOf({ findings: [FINDING], summary: secret }), reported);
  }
});

test('a quote may hold a mark, which stands in rows, and never the code, in whatever case', () => {
  const quoting = (q: string) => wrong({ evidence: [{ n: 1, q }] });
  assert.deepEqual(quoting(ONE.mark), []);
  for (const q of [ONE.code, `a ${ONE.code.toUpperCase()} b`]) {
    assert.deepEqual(quoting(q), ['The answer has the code or a mark in it.']);
  }
});

test('no more than twenty problems are told', () => {
  const findings = Array.from({ length: 30 }, () => ({ ...FINDING, item: undefined, status: 'x' }));
  assert.equal(problemsOf({ findings }, FREE).length, 20);
});
