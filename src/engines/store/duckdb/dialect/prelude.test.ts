/** The macros by themselves, on a DuckDB in memory. What whole statements give is in `vocabulary.suite.ts`. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { defineFunctions } from './define-functions.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

before(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await defineFunctions(connection);
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

async function answer(expression: string): Promise<unknown> {
  const result = await connection.runAndReadAll(`SELECT CAST(${expression} AS VARCHAR)`);
  return result.getRowsJson()[0]?.[0];
}

const CASES: readonly (readonly [expression: string, text: string | null])[] = [
  ["ch_number('12')", '12.0'],
  ["ch_number('-1.5e3')", '-1500.0'],
  ["ch_number(' 12')", null],
  ["ch_number('12\n')", null],
  ["ch_number('1_000')", null],
  ["ch_number('+-1')", null],
  ["ch_number('')", null],
  ["ch_number_or_zero('x')", '0.0'],
  ['ch_number_or_zero(NULL)', null],
  ['ch_float_text(100)', '100'],
  ['ch_float_text(0.1)', '0.1'],
  ['ch_float_text(-0.000001)', '-0.000001'],
  ['ch_float_text(1.5e-7)', '1.5e-7'],
  ['ch_float_text(123456789012345680000)', '123456789012345680000'],
  ['ch_float_text(1e21)', '1e21'],
  ["ch_float_text('nan')", 'nan'],
  ["ch_float_text('-inf')", '-inf'],
  ['ch_float_text(NULL)', null],
  ['ch_text(1.0::DOUBLE)', '1'],
  ['ch_text(2 > 1)', '1'],
  ["ch_text('a')", 'a'],
  ['ch_ln(0)', '-inf'],
  ['ch_sqrt(-1)', 'nan'],
  ["ch_split('aé', '')", '[a, é]'],
  ["ch_split('', '')", '[]'],
  ["ch_split('a,,b', ',')", "[a, '', b]"],
  ["ch_url_decode('a%20b+c')", 'a b+c'],
  ["ch_url_decode('%ff')", '%ff'],
  ["ch_lower('ÄB')", 'Äb'],
  ["ch_until_empty(['a', '', 'b'])", '[a]'],
  ['ch_hex(10::UBIGINT)', '0A'],
  ["ch_distinct(['b', 'a', 'b'])", '[b, a]'],
  ["ch_reverse_sort([NULL, 1e0, 'nan'::DOUBLE, 3e0])", '[3.0, 1.0, nan, NULL]'],
  ['ch_reverse_sort(NULL::DOUBLE[])', null],
  ['ch_reverse_sort([]::DOUBLE[])', '[]'],
  ['ch_slice([1, 2, 3], 2, 5)', '[2, 3]'],
  ['ch_slice([1, 2, 3], 2, 0)', '[]'],
  ['ch_round_down(5, [1, 4, 6])', '4'],
  ['ch_round_down(0, [1, 4, 6])', '1'],
  ["map_from_entries(ch_last_entries([row('a', 1), row('b', 2), row('a', 3)]))", '{b=2, a=3}'],
  ["ch_map([row('a', 1), row('b', 2)])", '{a=1, b=2}'],
  ["ch_map([row('a', 1), row('b', 2), row('a', 3)])", '{b=2, a=3}'],
  ["ch_top(MAP {'a': 1, 'b': 5, 'c': 5}, 2)[1].item", 'b'],
  ["ch_floor(TIMESTAMP '2026-01-31 12:34:56.789', 60000)", '2026-01-31 12:34:00'],
  ["ch_floor(TIMESTAMP '1969-12-31 23:59:59', 3600000)", '1969-12-31 23:00:00'],
  ['ch_instant(1.5)', '1970-01-01 00:00:01.5'],
  ['ch_instant(1e300)', '2299-12-31 23:59:59.999'],
  ['ch_instant(NULL)', null],
  ['ch_offset(-5400000)', '-0130'],
  ['ch_event_key(-1, 5::UBIGINT) < ch_event_key(0, 0::UBIGINT)', 'true'],
  ['ch_json_raw(\'{"a": {"b": [1, 2.50]}}\', \'$."a"."b"\')', '[1,2.5]'],
  ['ch_json_raw(\'{"a": 1.0}\', \'$."a"\')', '1'],
  ["ch_json_raw('no JSON', '$.\"a\"')", ''],
  ['ch_json_elements(\'{"a": [1, null, "x"]}\', \'$."a"\')', "[1, 'null', '\"x\"']"],
  ['ch_json_elements(\'{"a": 5}\', \'$."a"\')', '[]'],
  ["ch_json_valid('[1,]')", 'false'],
  ['ch_json_valid(\'{"a": ",]"}\')', 'true'],
  ["ch_ipv4('10.0.0.255')", '167772415'],
  ["ch_ipv4('10.0.0.256')", null],
  ["ch_ipv4('010.0.0.1')", null],
  ["ch_ipv4('100.0.10.199')", '1677724359'],
  ["ch_ipv6('::1')", '1'],
  ["ch_ipv6('2001:DB8::ff:0')", '42540766411282592856903984951670538240'],
  ["ch_ipv6('::ffff:10.0.0.1')", '281470849515521'],
  ["ch_ipv6('1:2:3:4:5:6:7:8')", '5192455318486707404433266433261576'],
  ["ch_ipv6('1:2:3')", null],
  ["ch_ipv6('1::2::3')", null],
  ["ch_ipv6('10.0.0.1')", null],
  ["ch_ipv6('::g')", null],
];

for (const [expression, text] of CASES) {
  test(`${expression} is ${text ?? 'NULL'}`, async () => {
    assert.equal(await answer(expression), text);
  });
}

test('a hash that DuckDB lacks is computed for every row', async () => {
  const result = await connection.runAndReadAll(
    "SELECT ch_sha512(CASE WHEN range = 7 THEN NULL ELSE 'a' || range END) FROM range(5000)",
  );

  const expected = Array.from({ length: 5_000 }, (_, i) =>
    i === 7 ? null : createHash('sha512').update(`a${i}`).digest('hex'),
  );
  assert.deepEqual(
    result.getRowsJson().map(([hash]) => hash),
    expected,
  );
});
