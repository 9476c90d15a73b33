import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanWords } from './clean-words.ts';

test('links that stand in no cited row are removed, whatever their scheme', () => {
  const texts = [
    'see https://evil.example/x?y=1#z',
    'see HTTP://EVIL.EXAMPLE',
    'see ftp://evil.example/a',
    'see javascript:alert(1',
    'see www.evil.example/a',
    'see mailto:a@evil.example',
    'see [](https://evil.example)',
  ];

  for (const text of texts) assert.equal(cleanWords(text, ['nothing']), 'see', text);
});

test('a link of a cited row stays, with the mark behind it', () => {
  const cited = ['GET https://shop.example/cart 500'];

  assert.equal(
    cleanWords('https://shop.example/cart failed.', cited),
    'https://shop.example/cart failed.',
  );
  assert.equal(cleanWords('at https://shop.example/cart.', cited), 'at https://shop.example/cart.');
  assert.equal(cleanWords('at https://shop.example/cart?steal=1', cited), 'at');
});

test('markup goes, comparisons and placeholders stay', () => {
  assert.equal(cleanWords('<b>bold</b> <img src=x onerror=y>', []), 'bold');
  assert.equal(
    cleanWords('took <NUM> ms from <IP>, <*> times', []),
    'took <NUM> ms from <IP>, <*> times',
  );
  assert.equal(cleanWords('3 < 4 and 5 > 2', []), '3 < 4 and 5 > 2');
});

test('line ends become blanks, and what nobody sees goes', () => {
  assert.equal(cleanWords(' a\n\tb\u200b\u202ec\u0007 ', []), 'a bc');
});
