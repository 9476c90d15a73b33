import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../base/errors.ts';
import { LIMITS } from '../spec/limits.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { findJsonFault } from './find-json-fault.ts';
import { parseJson, type JsonBounds } from './parse-json.ts';

function read(bytes: Buffer): unknown {
  return parseJson(bytes, LIMITS.http);
}

function refusalOf(text: string | Buffer): AppError {
  try {
    read(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return assert.fail(`was taken: ${text.toString().slice(0, 80)}`);
}

function levels(jsonDepthMax: number): JsonBounds {
  return { jsonDepthMax, jsonPartsMax: Infinity };
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

test('reads JSON in UTF-8, with or without a byte order mark', () => {
  assert.deepEqual(read(Buffer.from('{"a":["ü",1,null]}')), { a: ['ü', 1, null] });
  assert.deepEqual(read(Buffer.from('\ufeff{"a":1}')), { a: 1 });
});

test('bytes that are no UTF-8 are refused, not replaced', () => {
  for (const bytes of [
    [0xff],
    [0xc3],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
  ]) {
    const body = Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]);
    assert.match(refusalOf(body).message, /UTF-8/);
  }
});

test('nesting is allowed up to the limit and not beyond, in lists and in objects', () => {
  const max = LIMITS.http.jsonDepthMax;
  const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

  assert.ok(read(Buffer.from(nested(max))));
  assert.ok(read(Buffer.from(objects(max))));
  assert.match(refusalOf(nested(max + 1)).message, /nested deeper/);
  assert.match(refusalOf(objects(max + 1)).message, /nested deeper/);
});

test('fifty thousand brackets, or millions, are refused before they cost anything', () => {
  for (const text of [
    nested(50_000),
    '['.repeat(50_000),
    '['.repeat(5_000_000),
    '{"":'.repeat(1_000_000),
    // Brackets inside strings must not make up for those outside.
    '["]]]]",'.repeat(100_000),
    '["\\"]",'.repeat(100_000),
  ]) {
    assert.equal(refusalOf(text).code, 'VALIDATION_ERROR');
  }
});

test('many brackets side by side, or inside of strings, are not deep', () => {
  const flat = JSON.stringify(Array.from({ length: 3_000 }, () => ({ a: [] })));
  const quoted = JSON.stringify(Array.from({ length: 300 }, () => '[{"['.repeat(100)));

  assert.ok(read(Buffer.from(flat)));
  assert.ok(read(Buffer.from(quoted)));
});

test('objects, lists and fields are counted together, up to the limit and not beyond', () => {
  const max = LIMITS.http.jsonPartsMax;
  const many = (count: number, part: string): string =>
    `[${Array.from({ length: count - 1 }, () => part).join()}]`;
  // Text that looks like parts is none, nor are values.
  const lists = (count: number): string => many(count, '[":{[",1,2]');
  const objects = (count: number): string => many(count, '{}');
  const fields = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count - 1 }, (_, i) => [`a:${i}`, i])));

  for (const some of [lists, objects, fields]) {
    assert.ok(read(Buffer.from(some(max))));
    assert.match(refusalOf(some(max + 1)).message, /has more than 10,000 objects, lists and/);
  }
});

test('a field named __proto__ is refused however it is written, and pollutes nothing', () => {
  for (const text of [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"a":{"__\\u0070roto__":null}}',
  ]) {
    assert.match(refusalOf(text).message, /__proto__/);
  }
  assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined);
  assert.ok(read(Buffer.from('{"a":"__proto__","constructor":{"prototype":1}}')));
});

test('what is no JSON is refused with the place and without the text', () => {
  const refusal = refusalOf('{\n  "password": "hunter2",\n  oops\n}');

  assert.match(refusal.message, /expected a field name in double quotes at line 3, column 3/);
  assert.deepEqual(refusal.facts.details?.[0]?.position, 29);
  assert.doesNotMatch(JSON.stringify([refusal.message, refusal.facts]), /hunter2/);
});

test('the place is where the text stops being JSON', () => {
  const cases: Readonly<Record<string, readonly [number, string]>> = {
    '': [0, 'a value where the text ends'],
    '   ': [3, 'a value where the text ends'],
    '{': [1, 'a field name in double quotes or } where the text ends'],
    '{"a"': [4, 'a colon where the text ends'],
    '{"a":': [5, 'a value where the text ends'],
    '{"a":1': [6, 'a comma or } where the text ends'],
    '{"a":1,}': [7, 'a field name in double quotes at line 1, column 8'],
    '{"a":1 "b":2}': [7, 'a comma or } at line 1, column 8'],
    "{'a':1}": [1, 'a field name in double quotes or } at line 1, column 2'],
    '[1,]': [3, 'a value at line 1, column 4'],
    '[1 2]': [3, 'a comma or ] at line 1, column 4'],
    '[tru]': [1, 'a value or ] at line 1, column 2'],
    '{"a":01}': [6, 'a comma or } at line 1, column 7'],
    '"a\nb"': [0, 'a value at line 1, column 1'],
    '"\\x"': [0, 'a value at line 1, column 1'],
    '{} {}': [3, 'nothing more at line 1, column 4'],
    '{}]': [2, 'nothing more at line 1, column 3'],
    '[] []': [3, 'nothing more at line 1, column 4'],
    '[}': [1, 'a value or ] at line 1, column 2'],
  };

  for (const [text, [position, expected]] of Object.entries(cases)) {
    assert.throws(() => void JSON.parse(text), SyntaxError, text);
    assert.deepEqual(findJsonFault(text), { position, message: `expected ${expected}.` }, text);
  }
});

test('megabytes are looked through in a bounded number of steps', () => {
  const far = `{"a":"${'x'.repeat(5_000_000)}" oops`;
  const tooFar = `[${'1,'.repeat(2_000_000)}x`;

  assert.equal(findJsonFault(far)?.position, 5_000_008);
  assert.equal(findJsonFault(tooFar), undefined);
  assert.match(refusalOf(tooFar).message, /not valid JSON/);
});

test('150,000 steps are taken, in values and in a text, and not one more', () => {
  const values = `[${'1,'.repeat(74_999)}`;
  assert.equal(findJsonFault(`${values}x`)?.position, values.length);
  assert.equal(findJsonFault(`${values}1 x`), undefined);

  const text = (escapes: number): string => `"${'\\n'.repeat(escapes)}" x`;
  assert.equal(findJsonFault(text(149_999))?.position, 300_001);
  assert.equal(findJsonFault(text(150_000))?.position, 0);
});

test('agrees with the parser of the engine on texts with one character changed', () => {
  const seed = Date.now();
  const random = seededRandom(seed);
  const whole = JSON.stringify({ a: [1, -2.5e3, 'x"\\ü', true, null], b: { c: {} } });
  const letters = '{}[],:"\\ 0-.eEtfn1a\n';

  for (let round = 0; round < 3_000; round += 1) {
    const at = random.integer(0, whole.length - 1);
    const letter = letters[random.integer(0, letters.length - 1)] ?? '';
    const text = whole.slice(0, at) + letter + whole.slice(at + random.integer(0, 1));
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    const { position, message } = findJsonFault(text) ?? assert.fail('gave up');
    const isEnd =
      position === text.length && message === 'expected nothing more where the text ends.';
    assert.equal(isEnd, isJson, `${text} (seed ${seed})`);
    assert.ok(position <= text.length);
  }
});

test('as many levels as allowed are read, one more is refused, and brackets in texts are none', () => {
  const readThree = (text: string) => parseJson(Buffer.from(text), levels(3));

  assert.deepEqual(readThree('[[[1]]]'), [[[1]]]);
  assert.deepEqual(readThree('{"a":{"b":{}}}'), { a: { b: {} } });
  assert.deepEqual(readThree('[[[1]],[[2]],[[3]]]'), [[[1]], [[2]], [[3]]]);
  assert.deepEqual(readThree('[[["[[[\\"[[["]]]'), [[['[[["[[[']]]);
  for (const deep of ['[[[[1]]]]', '{"a":{"b":{"c":{}}}}', '[[["]"]],[[[]]]]']) {
    assert.throws(() => readThree(deep), /nested deeper than 3 levels/, deep);
  }
});

test('the depth is counted in brackets outside of texts alone', () => {
  const isDeep = (rest: string): boolean => {
    try {
      parseJson(Buffer.from(`[${rest} x`), levels(3));
    } catch (error) {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'VALIDATION_ERROR');
      return error.message === 'The body is nested deeper than 3 levels.';
    }
    return assert.fail('was taken');
  };

  for (const rest of [
    '[[[',
    '{{{',
    '"]]]"[[[',
    '"\\n"[[[',
    '"\\\\"[[[',
    '"\\"]]]"[{[',
    '[]{}[[[',
  ]) {
    assert.equal(isDeep(rest), true, rest);
  }
  for (const rest of ['[[', '{{', '"[[["', '"\\"[[["', '[][][[', '{}{}{{', '[[]]{{}}[[']) {
    assert.equal(isDeep(rest), false, rest);
  }
});

test('nothing is no level, wherever it stands', () => {
  assert.deepEqual(parseJson(Buffer.from('[[[null]]]'), levels(3)), [[[null]]]);
  assert.deepEqual(parseJson(Buffer.from('{"a":{"b":null}}'), levels(2)), { a: { b: null } });
  assert.equal(parseJson(Buffer.from('null'), levels(0)), null);
});
