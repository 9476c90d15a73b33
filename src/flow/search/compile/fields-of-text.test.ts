import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOfText, pairsForm, type TextForm, XML_FORM } from './fields-of-text.ts';

const USUAL = pairsForm(' \t\r\n,;&|', '=');

/** Every field is found alone, too, by the expression that the store gets. */
function fieldsOf(form: TextForm, text: string): Record<string, unknown> {
  const fields = fieldsOfText(form, text);
  for (const [name, value] of fields) {
    const found = new RegExp(form.valueOf(name) ?? 'x^').exec(text)?.slice(1).join('');
    assert.equal(found, value, name);
  }
  return Object.fromEntries(fields);
}

test('pairs with quotes, spaces and any of the delimiters', () => {
  assert.deepEqual(fieldsOf(USUAL, 'a=1, b="two words";c.d=3&a=2 e = f g=;h=i'), {
    a: '1',
    b: 'two words',
    'c.d': '3',
    e: 'f',
    h: 'i',
  });
  assert.deepEqual(fieldsOf(pairsForm(']\\', '^-'), 'a^1]  b-2\\c^]d^x y'), {
    a: '1',
    b: '2',
    d: 'x y',
  });
  assert.deepEqual(fieldsOf(pairsForm('-', ':'), 'a-b:1-c:d-e'), { b: '1', c: 'd' });
});

test('elements of XML that have only text', () => {
  const text =
    '<r a="1"><ns:x id="2">one</ns:x ><y>two</y><y>three</y><empty></empty><z>a<b>c</b></z><open>';
  assert.deepEqual(fieldsOf(XML_FORM, text), { 'ns:x': 'one', y: 'two', b: 'c' });
});

test('what is no text or has no form gives nothing, and names are taken as they are', () => {
  assert.deepEqual(fieldsOfText(USUAL, null), []);
  assert.deepEqual(fieldsOfText(USUAL, 'nothing in here'), []);
  assert.equal(USUAL.valueOf('a b'), undefined);
  assert.equal(XML_FORM.valueOf('a|b'), undefined);
  assert.doesNotMatch('axb=1', new RegExp(USUAL.valueOf('a.b') ?? ''));
  const many = Array.from({ length: 300 }, (_, i) => `k${i}=${i}`).join(' ');
  assert.equal(fieldsOfText(USUAL, many).length, 200);
});

test('long texts of delimiters, keys and quotes end soon', () => {
  const length = 300_000;
  for (const piece of [' ', '\t', 'a', 'a-', '-', '="', 'a="', '<', '<a ', '<a>', '</a', 'a ']) {
    const text = piece.repeat(length / piece.length);
    for (const form of [USUAL, pairsForm('-', '='), pairsForm('\t', ' '), XML_FORM]) {
      assert.ok(fieldsOfText(form, text).length <= 1);
    }
  }
});
