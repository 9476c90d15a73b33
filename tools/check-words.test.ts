import assert from 'node:assert/strict';
import { test } from 'node:test';
import { avoidedIn, isAllowed, readAllowed } from './check-words.ts';
import { textsOfPage } from './visible-texts.ts';

const phrases = (file: string, content: string): string[] =>
  avoidedIn(file, content).map(({ line, phrase }) => `${line} ${phrase}`);

test('what people read in a source is found in strings, templates and between tags', () => {
  const source = [
    "const label = 'Over again at';",
    'const text = `Looked at ${count} times`;',
    'const page = (',
    '  <p title="Whoever asks">',
    '    Delete for',
    '    good',
    '  </p>',
    ');',
  ].join('\n');
  assert.deepEqual(phrases('web/src/a.tsx', source), [
    '1 Over again at',
    '2 looked at',
    '4 whoever',
    '4 Delete for good',
  ]);
});

test('comments, names and parts of words are not', () => {
  const source = [
    '// Whoever reads this is told.',
    'const whoever = overlooked;',
    "const text = 'overlooked atlas';",
    "const small = 'over again at';",
  ].join('\n');
  assert.deepEqual(phrases('src/a.ts', source), []);
});

test('a page is read by paragraphs, without its code', () => {
  const page = 'One that is\ntold.\n\n```\nwhoever\n```\n\nIs\n\ntold\n';
  assert.deepEqual(phrases('docs/a.md', page), ['1 is told']);
  assert.deepEqual(textsOfPage(page), [
    { line: 1, text: 'One that is told.' },
    { line: 8, text: 'Is' },
    { line: 10, text: 'told' },
  ]);
});

test('comments of a page are not', () => {
  assert.deepEqual(phrases('docs/a.md', '<!-- Written by hand. -->\n\nWritten.\n'), []);
});

test('other files are read line by line', () => {
  assert.deepEqual(phrases('deploy/a.yaml', 'name: a\n# Settings told apart.\n'), ['2 told apart']);
});

test('a line allows a folder, a file, or a phrase in one of them', () => {
  const [folder, file, phrase] = readAllowed('# why\n\ndocs/\nREADME.md\ncli/a.ts: To your logs\n');
  assert.ok(folder !== undefined && file !== undefined && phrase !== undefined);
  assert.equal(isAllowed(folder, 'docs/a/b.md'), true);
  assert.equal(isAllowed(folder, 'docs.md'), false);
  assert.equal(isAllowed(file, 'README.md'), true);
  assert.equal(isAllowed(file, 'README.md', 'whoever'), false);
  assert.equal(isAllowed(phrase, 'cli/a.ts', 'To your logs'), true);
  assert.equal(isAllowed(phrase, 'cli/a.ts', 'whoever'), false);
  assert.equal(isAllowed(phrase, 'cli/a.ts'), false);
});
