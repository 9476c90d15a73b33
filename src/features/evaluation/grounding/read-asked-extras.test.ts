import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAskedExtras } from './read-asked-extras.ts';

const said = (text: string): string =>
  Object.entries(readAskedExtras(text))
    .flatMap(([name, isAsked]) => (isAsked ? [name] : []))
    .join(' ');

test('criteria ask for scores and tags by their words', () => {
  for (const [text, asked] of [
    ['Judge order 4711', ''],
    ['Give each finding a risk score from 0 to 100.', 'score'],
    ['Risk-Score je Anmeldung', 'score'],
    ['Report a riskScore.', 'score'],
    ['Scoring: CVSS.', 'score'],
    ['Rate the severity of each login from 1 to 10', 'score'],
    ['How bad is it, on a scale of 5?', 'score'],
    ['Tag every finding with its technique id.', 'tags'],
    ['Name MITRE ATT&CK techniques, and score the risk.', 'score tags'],
    ['Welche Schlagwörter passen?', 'tags'],
    ['The error rate must stay below 5%', ''],
    ['No name has an underscore', ''],
    ['The shop is scaled from 2 to 5 pods', ''],
    ['Stage one is done', ''],
  ] as const) {
    assert.equal(said(text), asked, text);
  }
});

test('criteria that refuse them do not ask for them', () => {
  for (const text of [
    'Do not score anything.',
    'Answer without any tags',
    'Don’t add scores.',
    'Keine Schlagwörter, bitte',
  ]) {
    assert.equal(said(text), '', text);
  }
  assert.equal(said('No excuses: every login gets its own risk score'), 'score');
});

test('long criteria are read in one pass', () => {
  assert.equal(said('rate it from '.repeat(20_000)), '');
});
