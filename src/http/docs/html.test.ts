import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, inline, prose } from './html.ts';
import { showJson } from './show-json.ts';

test('texts, numbers and pieces become markup, and nothing becomes nothing', () => {
  assert.equal(
    html`<p>${undefined}${5}${'<'}${html`<b>x</b>`}${['a', ['b']]}</p>`.markup,
    '<p>5&lt;<b>x</b>ab</p>',
  );
});

test('what stands between backticks is code, and empty lines part paragraphs', () => {
  assert.equal(
    inline('a `b` c `d` e `<` f').markup,
    'a <code>b</code> c <code>d</code> e <code>&lt;</code> f',
  );
  assert.equal(prose('one `a`\n\ntwo\nlines').markup, '<p>one <code>a</code></p><p>two\nlines</p>');
});

test('JSON is indented, and each of its parts has its colour', () => {
  assert.equal(
    showJson({ a: ['b', -1.5, true], c: null }).markup,
    [
      '{',
      '  <span class="j-name">&quot;a&quot;</span>: [',
      '    <span class="j-text">&quot;b&quot;</span>,',
      '    <span class="j-number">-1.5</span>,',
      '    <span class="j-word">true</span>',
      '  ],',
      '  <span class="j-name">&quot;c&quot;</span>: <span class="j-word">null</span>',
      '}',
    ].join('\n'),
  );
});
