import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  areOneKind,
  areOpposite,
  cueOf,
  isAction,
  isEmpty,
  isInName,
  isKindOfThing,
  isKnownConcept,
  isQualifier,
  isWeak,
  readLineWords,
  readWords,
  type Word,
} from './words.ts';

/** `concept(root):kind`, the root where it is another one, and in what kind of name it stands. */
function show({ concept, root, kind, isPart, isSnake, isCamel }: Word): string {
  const marks = `${isPart ? ' part' : ''}${isSnake ? ' snake' : ''}${isCamel ? ' camel' : ''}`;
  return `${concept}${root === concept ? '' : `(${root})`}:${kind}${marks}`;
}

const read = (text: string): string => readWords(text, new Map()).map(show).join(', ');

const READ: Readonly<Record<string, string>> = {
  'mail queue drained': 'email(mail):word, queu:word, empty(drain):word',
  '<IP> said <NUM> <*> <a1>': 'said:word, a1:name',
  '1,234 3x 4kb 5parsec 7.': '#1234:number, #3:number, #4:number, 5parsec:name, #7:number',
  'a1b2 ab12': 'a1b2:name, ab12:name',
  web1: 'web1:name camel, web:word camel',
  X11Forwarding: 'x11forwarding:name camel, x11:name camel, forward:word camel',
  'IgnoreCase HTTPServer OK':
    'ignor:word camel, cas:word camel, http:word camel, server:word camel, ok:word',
  login_failed: 'login:word snake, fail:word snake',
  'no-such-host no host': 'no:stop part, such:stop part, host:word part, no:negator, host:word',
  'backup[411]: backup[x] backup[4':
    'backup:word, #411:number, dump(backup):word, backup:word, #4:number',
  'host.csv user@host': 'host:word part, csv:word part, user:word part, host:word part',
  '-host host- .host': 'host:word, host:word, host:word',
  'x9-host host-é host-9':
    'x9:name part, host:word part, host:word part, host:word part, #9:number part',
  'unreachable\\n" host\\network host\\nx':
    'unreachabl:word, host:word part, network:word part, host:word part, nx:word part',
  'the nicht ohne a b': 'the:stop, nicht:negator, ohne:negator, a:stop',
  'Löschung Dateien Größe': 'delet(loschung):word, fil(datei):word, siz(gross):word',
  Datenbankverbindung: 'databas:word camel, connect:word camel',
  workspace: 'workspac:word',
  'log in': 'login:word, in:stop',
  'logged in now': 'login:word, in:stop, now:stop',
  'log  in': 'log:stop, in:stop',
};

test('a text is read as words, each with what it means and where it stands', () => {
  for (const [text, words] of Object.entries(READ)) assert.equal(read(text), words, text);
});

test('words know where they begin and end, also where two are one', () => {
  const spans = (text: string) =>
    readWords(text, new Map()).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(spans('ann logged in: web1'), ['ann', 'logged in', 'in', 'web1', 'web1']);
});

test('a word of more than forty characters is none', () => {
  assert.equal(readWords('z'.repeat(40), new Map()).length, 1);
  assert.equal(readWords('z'.repeat(41), new Map()).length, 0);
});

test('what a word means is looked up once', () => {
  const meanings = new Map([['queue', [{ concept: 'row', root: 'row', kind: 'word' as const }]]]);
  assert.equal(readWords('queue mail', meanings).map(show).join(' '), 'row:word email(mail):word');
  assert.deepEqual([...meanings.keys()], ['queue', 'mail']);
});

test('the numbers of the time a line was written at are no numbers of it', () => {
  const line = (text: string): string => readLineWords(text, new Map()).map(show).join(' ');
  const expected: Readonly<Record<string, string>> = {
    '2024-05-11 10:15:00,123 job 10': 'job:word #10:number',
    '10:15:00 job 10': 'job:word #10:number',
    '[10:15:00.5] job 10': 'job:word #10:number',
    'job 7 2024/05/11T10:15:00.5 9': 'job:word #7:number #9:number',
    'job 10:15:00': 'job:word #10:number #15:number #00:number',
    '2024-05-11 10:15:00:7': '#7:number',
  };
  for (const [text, words] of Object.entries(expected)) assert.equal(line(text), words, text);
});

test('outcome words in names tell nothing, as far as the name says nothing', () => {
  const inName = (text: string, concept: string): boolean | undefined => {
    const word = readWords(text, new Map()).find((each) => each.concept === concept);
    const cue = cueOf(concept);
    return word === undefined || cue === undefined ? undefined : isInName(word, cue);
  };
  assert.equal(inName('failed', 'fail'), false);
  assert.equal(inName('failed-jobs', 'fail'), true);
  assert.equal(inName('login_failed', 'fail'), false);
  assert.equal(inName('mail_refused', 'refus'), true);
  assert.equal(inName('mail refused', 'refus'), false);
  assert.equal(inName('SkipCase', 'skip'), true);
  assert.equal(inName('FailCase', 'fail'), false);
});

test('words are what the tables say', () => {
  const outcomes = Object.entries({
    fail: 'failure',
    pass: 'success',
    skip: 'skip',
    refus: 'failure',
  });
  for (const [concept, outcome] of outcomes) {
    assert.equal(cueOf(concept)?.outcome, outcome, concept);
    assert.equal(cueOf(concept)?.isGeneric, concept !== 'refus', concept);
    assert.equal(isKnownConcept(concept), true, concept);
  }
  const holds = (is: (concept: string) => boolean): string =>
    'send check step main endpoint zebra'.split(' ').filter(is).join(' ');
  assert.equal(
    holds((concept) => cueOf(concept) !== undefined),
    '',
  );
  assert.equal(holds(isWeak), 'check step');
  assert.equal(holds(isAction), 'send');
  assert.equal(holds(isEmpty), 'step');
  assert.equal(holds(isQualifier), 'main');
  assert.equal(holds(isKindOfThing), 'endpoint');
  assert.equal(holds(isKnownConcept), 'send check step main');
});

test('opposites and deeds of one kind are so in both directions', () => {
  for (const [one, other] of [
    ['reachabl', 'unreachabl'],
    ['accept', 'refus'],
  ] as const) {
    assert.equal(areOpposite(one, other) && areOpposite(other, one), true, one);
    assert.equal(areOneKind(one, other), false, one);
  }
  assert.equal(areOneKind('send', 'deliver') && areOneKind('deliver', 'send'), true);
  assert.equal(areOpposite('send', 'deliver'), false);
  for (const other of ['check', 'zebra']) {
    assert.equal(areOneKind('send', other) || areOneKind(other, 'send'), false, other);
  }
  assert.equal(areOpposite('zebra', 'zebra'), false);
});
