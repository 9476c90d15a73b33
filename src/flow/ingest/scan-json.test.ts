import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRepeatedName, lookAtValue, scanJson } from './scan-json.ts';

function factsOf(text: string): { readonly names: number; readonly hasLargeNumber: boolean } {
  const facts = { names: 0, hasLargeNumber: false };
  lookAtValue(JSON.parse(text), facts);
  return facts;
}

test('names are counted outside of strings, and as many as the parser finds', () => {
  const texts = [
    '{}',
    '{"a":1,"b":{"c":[{"d":null},{"d":":"}]}}',
    String.raw`{"a\\":":\":","b":"\\\\","c":"\u0022:"}`,
    '[ { "a" : 1 } , "x:y" , [ ] ]',
    String.raw`{"":"","a\"":"\\","b":"\\\":","✓":"\\\\"}`,
    String.raw`["\"\"\":",{"\\":"\\\""},"","\\"]`,
  ];
  for (const text of texts) assert.equal(scanJson(text).names, factsOf(text).names, text);
});

test('depth is the deepest nesting of lists and objects, whatever strings hold', () => {
  assert.equal(scanJson('{"a":["[[[[",{"b":1}]}').depth, 3);
  assert.equal(scanJson('1').depth, 0);
});

test('numbers that a double may not hold are told from fractions and digits in strings', () => {
  assert.equal(factsOf('{"a":9007199254740993}').hasLargeNumber, true);
  assert.equal(factsOf('[[-9007199254740993]]').hasLargeNumber, true);
  assert.equal(factsOf('[9007199254740991,-9007199254740991]').hasLargeNumber, false);
  const text = '{"a":0.30000000000000004,"b":"9007199254740993"}';
  assert.equal(factsOf(text).hasLargeNumber, false);
});

test('a text that breaks off is scanned to its end', () => {
  assert.equal(scanJson('{"a":"b').names, 1);
  assert.equal(scanJson('{"a":"b\\').names, 1);
  assert.equal(scanJson('{"a":"b\\"').names, 1);
});

test('a name is repeated only within its own object', () => {
  assert.equal(findRepeatedName('{"a":{"a":"a"},"b":["a","a",{"a":1}]}'), undefined);
  assert.deepEqual(findRepeatedName('{"a":{"b":1,"b":2}}'), { name: 'b', position: 12 });
  assert.deepEqual(findRepeatedName('{"__proto__":1,"__proto__":2}')?.position, 15);
});
