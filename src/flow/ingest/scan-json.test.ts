import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNames, findRepeatedName, scanJson } from './scan-json.ts';

const scan = (text: string): ReturnType<typeof scanJson> => scanJson(Buffer.from(text));

test('names are counted outside of strings, and as many as the parser finds', () => {
  const texts = [
    '{}',
    '{"a":1,"b":{"c":[{"d":null},{"d":":"}]}}',
    String.raw`{"a\\":":\":","b":"\\\\","c":"\u0022:"}`,
    '[ { "a" : 1 } , "x:y" , [ ] ]',
  ];
  for (const text of texts) assert.equal(scan(text).names, countNames(JSON.parse(text)), text);
});

test('depth is the deepest nesting of lists and objects, whatever strings hold', () => {
  assert.equal(scan('{"a":["[[[[",{"b":1}]}').depth, 3);
  assert.equal(scan('1').depth, 0);
});

test('long integers are told from fractions and digits in strings', () => {
  assert.equal(scan('{"a":9007199254740993}').hasLongInteger, true);
  assert.equal(scan('[-9007199254740993]').hasLongInteger, true);
  assert.equal(scan('{"a":0.30000000000000004,"b":"9007199254740993"}').hasLongInteger, false);
  assert.equal(scan('[123456789012345,1]').hasLongInteger, false);
});

test('a text that breaks off is scanned to its end', () => {
  assert.equal(scan('{"a":"b').names, 1);
  assert.equal(scan('{"a":"b\\').names, 1);
});

test('a name is repeated only within its own object', () => {
  assert.equal(findRepeatedName('{"a":{"a":"a"},"b":["a","a",{"a":1}]}'), undefined);
  assert.deepEqual(findRepeatedName('{"a":{"b":1,"b":2}}'), { name: 'b', position: 12 });
  assert.deepEqual(findRepeatedName('{"__proto__":1,"__proto__":2}')?.position, 15);
});
