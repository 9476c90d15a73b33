import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInline, readMarkdown } from './read-markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

test('blocks are told apart', () => {
  const blocks = readMarkdown(
    [
      '# Title #',
      'first line',
      'second line',
      '',
      '- one',
      '  - inner',
      '> said',
      '---',
      '| a | b |',
      '| - | - |',
      '| 1 | 2 |',
      '```sh',
      'echo "*"',
      '```',
    ].join('\n'),
  );

  assert.deepEqual(blocks, [
    { kind: 'heading', level: 1, children: [text('Title')] },
    { kind: 'paragraph', children: [text('first line\nsecond line')] },
    {
      kind: 'list',
      isOrdered: false,
      items: [
        { depth: 0, children: [text('one')] },
        { depth: 1, children: [text('inner')] },
      ],
    },
    { kind: 'quote', children: [text('said')] },
    { kind: 'rule' },
    {
      kind: 'table',
      rows: [
        [[text('a')], [text('b')]],
        [[text('1')], [text('2')]],
      ],
    },
    { kind: 'code', text: 'echo "*"' },
  ]);
});

test('signs inside of a line', () => {
  assert.deepEqual(readInline('a **b** `c*` \\*d\\* e_f_g'), [
    text('a '),
    { kind: 'strong', children: [text('b')] },
    text(' '),
    { kind: 'code', text: 'c*' },
    text(' *d* e_f_g'),
  ]);
  assert.deepEqual(readInline('2 * 3 * 4, **open'), [text('2 * 3 * 4, **open')]);
});

test('links lead to pages and addresses alone, and nothing is loaded or run', () => {
  assert.deepEqual(readInline('[x](https://a.b/c) [y](/search)'), [
    { kind: 'link', href: 'https://a.b/c', children: [text('x')] },
    text(' '),
    { kind: 'link', href: '/search', children: [text('y')] },
  ]);
  for (const hostile of [
    '[x](javascript:alert(1))',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](data:text/html,1)',
    '<img src=x onerror=alert(1)>',
  ]) {
    assert.ok(
      readInline(hostile).every(({ kind }) => kind === 'text'),
      hostile,
    );
  }
  assert.deepEqual(readInline('![a chart](https://a.b/c.png)'), [text('a chart')]);
  assert.deepEqual(readInline('see https://a.b/c.'), [
    text('see '),
    { kind: 'link', href: 'https://a.b/c', children: [text('https://a.b/c')] },
    text('.'),
  ]);
});

test('whatever is written, reading ends and loses no letter', () => {
  for (const sign of ['[', '*', '_', '`', '~~', '![', '](', '> ', '- ', '|']) {
    const long = `${sign}a`.repeat(1_500);
    const letters = JSON.stringify(readMarkdown(long)).match(/a/g)?.length ?? 0;
    assert.ok(letters >= 1_500, sign);
  }
});
