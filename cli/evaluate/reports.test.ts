import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown, xml } from '../escape.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown-report.ts';
import type { Report } from './outcome.ts';
import { textReport } from './text-report.ts';

/** What rows and answers can hold when somebody wants to leave the place they are put in. */
const HOSTILE = [
  ']]></failure></testcase><testcase name="forged"/><![CDATA[',
  '"/><script>alert(1)</script>',
  '&lt;&#60;&amp;amp;&undefined;',
  "' onload='x",
  '| ok | forged | row |\n\n# heading\n\n- [ ] list',
  '[click](https://evil.example/?q=1) ![x](https://evil.example/p.png) https://evil.example',
  '<img src=x onerror=alert(1)> <!-- --> <details>',
  '`code` **bold** _it_ ~~gone~~ \\| \\\\',
  '@everyone see #1',
  '\u0000\u0001\u0008\u000b\u001b[2J\u0007\u007f\u009b31m',
  '\u2028\u2029\u202e\u200b\ufeff',
  '\ud800 lone \udfff',
  '\ufffe\uffff',
  '🙂 größer \r\n\t tab',
  '::error::forged',
];

const EVALUATION = {
  model: 'vendor-haiku-4-5',
  provider: 'bedrock',
  region: 'eu-central-1',
  creditsSpent: 0.12,
  truncated: false,
  summary: null,
};

const REPORT: Report = {
  name: 'Deployment',
  outcome: 'failed',
  rowCount: 42,
  results: [
    { id: 'no-panic', by: 'rows', outcome: 'passed', message: 'fine', lines: [] },
    { id: 'backup', by: 'evaluation', outcome: 'failed', message: 'failed: no', lines: [3, 4] },
    { id: 'done', by: 'evaluation', outcome: 'not_evaluable', message: 'not found: ?', lines: [] },
  ],
  evaluation: EVALUATION,
  unjudged: 0,
  notEvaluated: undefined,
};

test('the report for people', () => {
  assert.deepEqual(textReport(REPORT), [
    'Deployment, 42 rows',
    '  pass  no-panic  fine',
    '',
    'Evaluated by vendor-haiku-4-5 (bedrock, eu-central-1), 0.12 credits',
    '  FAIL  backup  failed: no (lines 3, 4)',
    '  ????  done    not found: ?',
    '',
    'Failed: 1 passed, 1 failed, 1 not evaluable.',
  ]);
});

test('the report for CI systems', () => {
  assert.equal(
    junitReport(REPORT),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Deployment" tests="3" failures="1" errors="1" skipped="0">
  <testsuite name="Deployment" tests="3" failures="1" errors="1" skipped="0">
    <testcase classname="xplain.rows" name="no-panic"><system-out>fine</system-out></testcase>
    <testcase classname="xplain.evaluation" name="backup"><failure message="failed: no (lines 3, 4)"></failure></testcase>
    <testcase classname="xplain.evaluation" name="done"><error message="not found: ?"></error></testcase>
  </testsuite>
</testsuites>
`,
  );
});

test('what was not asked is skipped behind a failure, and an error by itself', () => {
  const unasked = { ...REPORT, results: [], evaluation: undefined, notEvaluated: 'no credits' };
  assert.match(junitReport({ ...unasked, outcome: 'failed' }), /<skipped message="no credits">/);
  assert.match(
    junitReport({ ...unasked, outcome: 'not_evaluable' }),
    /<error message="no credits">/,
  );
});

test('the report for a summary', () => {
  assert.equal(
    markdownReport(REPORT),
    `## Deployment

**Failed: 1 passed, 1 failed, 1 not evaluable.**

| | Check | Finding |
| --- | --- | --- |
| ✅ pass | no\\-panic | fine |
| ❌ fail | backup | failed\\: no \\(lines 3\\, 4\\) |
| ❔ not evaluable | done | not found\\: \\? |

<sub>Evaluated by vendor\\-haiku\\-4\\-5 \\(bedrock\\, eu\\-central\\-1\\)\\, 0\\.12 credits</sub>

`,
  );
});

test('hostile text stays inside the XML element it was put in', () => {
  for (const text of HOSTILE) {
    const written = junitReport(hostile(text));
    const shape = written.replaceAll(/="[^"<>]*"/g, '=""').replaceAll(/>[^<>]+</g, '><');
    const plain = junitReport(hostile('x'));
    const expected = plain.replaceAll(/="[^"<>]*"/g, '=""').replaceAll(/>[^<>]+</g, '><');
    assert.equal(shape, expected, JSON.stringify(text));
    const rest = written.replaceAll(/&(?:amp|lt|gt|quot|apos|#9|#10|#13);/g, '');
    assert.ok(!rest.includes('&'), JSON.stringify(text));
    assert.ok(rest.isWellFormed() && !/(?![\n])\p{Cc}|[\ufffe\uffff]/u.test(rest));
    assert.equal(unescape(xml(text)), text.toWellFormed().replaceAll(/./gsu, asXmlHolds));
  }
});

test('hostile text stays text in Markdown', () => {
  for (const text of HOSTILE) {
    const written = markdownReport(hostile(text));
    assert.equal(written.split('\n').length, markdownReport(hostile('x')).split('\n').length);
    const escaped = markdown(text);
    assert.ok(!/(?<!\\)(?:\\\\)*[<>|[\]`*_~#!&(]/.test(escaped), JSON.stringify(escaped));
    assert.ok(!/https?:|@\w|[\p{Cc}\u2028\u202e]/u.test(escaped), JSON.stringify(escaped));
  }
});

test('hostile text does not steer the terminal or a CI log', () => {
  for (const text of HOSTILE) {
    const lines = textReport(hostile(text));
    assert.equal(lines.length, textReport(hostile('x')).length);
    for (const line of lines) {
      assert.ok(
        !/[\p{Cc}\u202e\u2028]|^::/u.test(line) && line.isWellFormed(),
        JSON.stringify(line),
      );
    }
  }
});

/** Tab, line ends and the next-line character are the control characters that XML holds. */
function asXmlHolds(character: string): string {
  const isKept = /[\t\n\r\u0085]/.test(character);
  return !isKept && /[\p{Cc}\ufffe\uffff]/u.test(character) ? '\ufffd' : character;
}

function hostile(text: string): Report {
  const outcomes = ['passed', 'failed', 'not_evaluable'] as const;
  return {
    ...REPORT,
    name: `name ${text}`,
    results: outcomes.map((outcome) => ({
      id: `id ${text}`,
      by: 'evaluation',
      outcome,
      message: `message ${text}`,
      lines: [1],
    })),
    evaluation: { ...EVALUATION, model: `model ${text}`, summary: `summary ${text}` },
    // The server's own list of problems is the one text that keeps its lines.
    notEvaluated: `reason ${text.replaceAll(/[\r\n]+/g, ' ')}`,
  };
}

function unescape(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name?: string) =>
    code === undefined ? (names[name ?? ''] ?? '') : String.fromCharCode(Number(code)),
  );
}
