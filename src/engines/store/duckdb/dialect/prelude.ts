import { OPEN_CHARACTERS_MIN, SPARE } from './narrow-text.ts';

const SPARE_TEXT = `'${SPARE}'`;

/**
 * Run by `define-functions.ts`. Functions of ClickHouse that DuckDB lacks or does otherwise, as macros. No macro names an argument twice where
 * it can be a whole expression: nested calls would double with every step. `list_transform([x], lambda …)[1]`
 * gives a value a name instead.
 */
export const PRELUDE: readonly string[] = [
  // DuckDB also reads blanks around a number, underscores within, and a second sign.
  `CREATE OR REPLACE MACRO ch_number(value) AS
    TRY_CAST(regexp_extract(value, '^[-+]?[0-9A-Za-z.][-+0-9A-Za-z.()]*$') AS DOUBLE)`,
  `CREATE OR REPLACE MACRO ch_number_or_zero(value) AS
    list_transform([value], lambda each:
      CASE WHEN each IS NOT NULL THEN coalesce(ch_number(each), 0e0) END)[1]`,
  // Values that are too large to be scaled have no decimal places.
  `CREATE OR REPLACE MACRO ch_round(value, digits) AS
    list_transform([{'value': CAST(value AS DOUBLE), 'scale': pow(10e0, digits)}], lambda given:
      CASE WHEN isfinite(given.value * given.scale)
        THEN round_even(given.value * given.scale, 0) / given.scale ELSE given.value END)[1]`,
  // Where DuckDB fails, ClickHouse has values for it.
  `CREATE OR REPLACE MACRO ch_ln(value) AS
    list_transform([CAST(value AS DOUBLE)], lambda each: CASE WHEN each > 0 THEN ln(each)
      WHEN each = 0 THEN CAST('-inf' AS DOUBLE) WHEN each < 0 THEN CAST('nan' AS DOUBLE) END)[1]`,
  `CREATE OR REPLACE MACRO ch_log10(value) AS
    list_transform([CAST(value AS DOUBLE)], lambda each: CASE WHEN each > 0 THEN log10(each)
      WHEN each = 0 THEN CAST('-inf' AS DOUBLE) WHEN each < 0 THEN CAST('nan' AS DOUBLE) END)[1]`,
  `CREATE OR REPLACE MACRO ch_sqrt(value) AS
    list_transform([CAST(value AS DOUBLE)], lambda each: CASE WHEN each >= 0 THEN sqrt(each)
      WHEN each < 0 THEN CAST('nan' AS DOUBLE) END)[1]`,
  `CREATE OR REPLACE MACRO ch_exponent_text(shown) AS
    list_transform([{
      'sign': CASE WHEN starts_with(shown, '-') THEN '-' ELSE '' END,
      'digits': replace(regexp_extract(shown, '^-?([0-9.]+)e', 1), '.', ''),
      'exponent': CAST(regexp_extract(shown, 'e[+]?(-?[0-9]+)$', 1) AS INTEGER)
    }], lambda number:
      CASE
        WHEN number.exponent BETWEEN 0 AND 20
          THEN number.sign || rpad(number.digits, number.exponent + 1, '0')
        WHEN number.exponent BETWEEN -6 AND -1
          THEN number.sign || '0.' || repeat('0', -number.exponent - 1) || number.digits
        ELSE number.sign || left(number.digits, 1)
          || CASE WHEN length(number.digits) > 1 THEN '.' || substring(number.digits, 2) ELSE '' END
          || 'e' || CAST(number.exponent AS VARCHAR)
      END)[1]`,
  // 100 instead of 100.0, 1e21 instead of 1e+21, and all digits from 0.000001 to 1e21.
  `CREATE OR REPLACE MACRO ch_float_text(value) AS
    list_transform([CAST(value AS VARCHAR)], lambda shown:
      CASE
        WHEN ends_with(shown, 'nan') THEN 'nan'
        WHEN contains(shown, 'e') THEN ch_exponent_text(shown)
        WHEN ends_with(shown, '.0') THEN left(shown, length(shown) - 2)
        ELSE shown
      END)[1]`,
  `CREATE OR REPLACE MACRO ch_text(value) AS
    CASE typeof(value)
      WHEN 'DOUBLE' THEN ch_float_text(TRY_CAST(CAST(value AS VARCHAR) AS DOUBLE))
      WHEN 'BOOLEAN' THEN CASE CAST(value AS VARCHAR) WHEN 'true' THEN '1' WHEN 'false' THEN '0' END
      ELSE CAST(value AS VARCHAR)
    END`,
  `CREATE OR REPLACE MACRO ch_length(value) AS strlen(value)`,
  `CREATE OR REPLACE MACRO ch_substring
    (value, start) AS substring(value, start),
    (value, start, count) AS substring(value, start, count)`,
  `CREATE OR REPLACE MACRO ch_split(value, delimiter) AS
    CASE WHEN delimiter = '' THEN list_filter(string_split(value, ''), lambda each: each <> '')
      ELSE string_split(value, delimiter) END`,
  // Bytes that are no text stay as they are written.
  `CREATE OR REPLACE MACRO ch_url_decode(value) AS
    list_transform([value], lambda each: coalesce(TRY(url_decode(each)), each))[1]`,
  // See `narrow-text.ts`.
  `CREATE OR REPLACE MACRO ch_narrow(value, letters) AS
    regexp_replace(translate(value, ${SPARE_TEXT} || letters,
      repeat(chr(127), ${SPARE.length}) || left(${SPARE_TEXT}, length(letters))), '[^\\x00-\\x7f]', chr(127), 'g')`,
  `CREATE OR REPLACE MACRO ch_like_regex(pattern, any_one) AS
    list_aggregate(list_transform(regexp_extract_all(pattern, '\\\\[\\\\%_]|.', 0, 's'),
      lambda each: CASE each WHEN '%' THEN '.*' WHEN '_' THEN any_one ELSE regexp_escape(right(each, 1)) END
    ), 'string_agg', '')`,
  // A pattern with several percent signs becomes a regex: LIKE would try all positions of one for each position of
  // another. A pattern that is too long for a regex matches nothing.
  `CREATE OR REPLACE MACRO ch_like(value, pattern) AS
    list_transform([{'value': value, 'pattern': pattern}], lambda given:
      CASE WHEN length(given.pattern) - length(replace(given.pattern, '%', '')) <= 1
        THEN given.value LIKE given.pattern ESCAPE '\\'
        WHEN length(given.pattern) - length(replace(given.pattern, '_', '')) < ${OPEN_CHARACTERS_MIN}
          OR regexp_matches(given.pattern, '[\\x01-\\x08\\x0e-\\x1f\\x7f]')
          OR len(list_distinct(regexp_extract_all(given.pattern, '[^\\x00-\\x7f]'))) > ${SPARE.length}
        THEN TRY(regexp_full_match(given.value, ch_like_regex(given.pattern, '.'), 's'))
        ELSE list_transform([array_to_string(list_distinct(regexp_extract_all(given.pattern, '[^\\x00-\\x7f]')), '')],
          lambda letters: TRY(regexp_full_match(ch_narrow(given.value, letters),
            ch_like_regex(translate(given.pattern, letters, left(${SPARE_TEXT}, length(letters))), '[\\x00-\\x7f]'), 's')))[1]
      END)[1]`,
  // ASCII only.
  `CREATE OR REPLACE MACRO ch_lower(value) AS
    translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
  // Up to the first that is empty.
  `CREATE OR REPLACE MACRO ch_until_empty(list) AS
    list_transform([list], lambda items:
      list_slice(items, 1, coalesce(list_position(items, '') - 1, len(items))))[1]`,
  // Whole bytes.
  `CREATE OR REPLACE MACRO ch_hex(value) AS
    list_transform([hex(value)], lambda digits: repeat('0', length(digits) % 2) || digits)[1]`,
  `CREATE OR REPLACE MACRO ch_slice(list, start, count) AS list_slice(list, start, start + count - 1)`,
  // In the order in which they come first.
  `CREATE OR REPLACE MACRO ch_distinct(list) AS
    list_transform([list], lambda items: list_filter(items, lambda each, place: list_position(items, each) = place))[1]`,
  // NaN comes after the numbers in either direction, and NULL after NaN.
  `CREATE OR REPLACE MACRO ch_reverse_sort(list) AS
    list_transform([list], lambda items:
      list_reverse_sort(list_filter(items, lambda each: NOT isnan(each)))
      || list_filter(items, lambda each: isnan(each))
      || list_filter(items, lambda each: each IS NULL))[1]`,
  `CREATE OR REPLACE MACRO ch_round_down(value, steps) AS
    list_transform([value], lambda each: coalesce(list_max(list_filter(steps, lambda step: step <= each)), steps[1]))[1]`,
  // The keys of a map are different here.
  `CREATE OR REPLACE MACRO ch_last_entries(entries) AS
    list_transform([entries], lambda items:
      list_filter(items, lambda each, place:
        NOT list_contains(
          list_transform(items[place + 1:], lambda later: struct_extract_at(later, 1)),
          struct_extract_at(each, 1))))[1]`,
  // Hardly a list has a name twice, and looking for one costs more than the map.
  `CREATE OR REPLACE MACRO ch_map(entries) AS
    coalesce(TRY(map_from_entries(entries)), map_from_entries(ch_last_entries(entries)))`,
  // With the names that parts of tuples have: lists of others would not become one.
  `CREATE OR REPLACE MACRO ch_pairs(entries) AS
    list_transform(map_entries(entries), lambda entry: {'t1': entry.key, 't2': entry.value})`,
  `CREATE OR REPLACE MACRO ch_top(counts, most) AS
    list_transform(
      list_slice(list_sort(list_transform(map_entries(counts), lambda each: {'rank': -CAST(each.value AS BIGINT), 'item': each.key})), 1, most),
      lambda each: {'item': each.item, 'count': -each.rank, 'error': 0})`,
  ...timeMacros(),
  ...jsonMacros(),
  ...addressMacros(),
];

function timeMacros(): string[] {
  return [
    // Milliseconds of a length that a day is a multiple of, and 400 years: division is no rounding down below zero.
    `CREATE OR REPLACE MACRO ch_floor(instant, length_ms) AS
      epoch_ms((epoch_ms(instant) + 12622780800000) // length_ms * length_ms - 12622780800000)`,
    // A midnight that occurs twice can be after the instant, so a day is added before the remainder is taken.
    `CREATE OR REPLACE MACRO ch_hour_from(instant, midnight) AS
      list_transform([epoch_ms(instant)], lambda ms:
        epoch_ms(ms - (ms - epoch_ms(midnight) + 86400000) % 3600000))[1]`,
    `CREATE OR REPLACE MACRO ch_event_key(ms, id) AS CAST(ms AS HUGEINT) * 18446744073709551616 + id`,
    // Seconds; values outside the range of ClickHouse become its first or last instant.
    `CREATE OR REPLACE MACRO ch_instant(seconds) AS
      list_transform([CAST(seconds AS DOUBLE)], lambda each:
        CASE WHEN isnan(each) THEN epoch_ms(0)
          WHEN each IS NOT NULL
            THEN epoch_ms(CAST(trunc(greatest(-2208988800e0, least(10413791999.999e0, each)) * 1000) AS BIGINT))
        END)[1]`,
    // The range of a ClickHouse DateTime, which counts seconds from 1970 in 32 bits.
    `CREATE OR REPLACE MACRO ch_short_instant(instant) AS
      list_transform([instant], lambda each:
        CASE WHEN epoch_ms(each) BETWEEN 0 AND 4294967295999 THEN each END)[1]`,
    // 69 is 2069 there, and 1969 here.
    `CREATE OR REPLACE MACRO ch_century(instant, short_year) AS
      instant + to_years(CASE WHEN short_year = '69' THEN 100 ELSE 0 END)`,
    // DuckDB takes the 366th day of a year that has none for the first of the next.
    `CREATE OR REPLACE MACRO ch_day_of_year(instant, day) AS
      list_transform([instant], lambda each:
        CASE WHEN day <> '366' OR dayofyear(each) = 366 THEN each END)[1]`,
    // +0130
    `CREATE OR REPLACE MACRO ch_offset(offset_ms) AS
      list_transform([CAST(round(offset_ms / 60000) AS BIGINT)], lambda minutes:
        CASE WHEN minutes < 0 THEN '-' ELSE '+' END
        || lpad(CAST(abs(minutes) // 60 AS VARCHAR), 2, '0')
        || lpad(CAST(abs(minutes) % 60 AS VARCHAR), 2, '0'))[1]`,
  ];
}

function jsonMacros(): string[] {
  return [
    // DuckDB accepts a comma before the end of a list, and NaN as a number.
    `CREATE OR REPLACE MACRO ch_json_valid(value) AS
      list_transform([value], lambda each:
        CASE WHEN json_valid(each) AND regexp_matches(each, ',\\s*[]}]|(?i:nan|inf)')
          THEN ch_is_strict_json(each) ELSE json_valid(each) END)[1]`,
    `CREATE OR REPLACE MACRO ch_json_raw(value, path) AS
      list_transform([json_extract(TRY_CAST(value AS JSON), path)], lambda found:
        CASE WHEN json_type(found) = 'DOUBLE'
          THEN ch_float_text(TRY_CAST(CAST(found AS VARCHAR) AS DOUBLE))
          ELSE coalesce(CAST(found AS VARCHAR), '')
        END)[1]`,
    `CREATE OR REPLACE MACRO ch_json_elements(value, path) AS
      coalesce(
        list_transform(
          CAST(TRY_CAST(json_extract(TRY_CAST(value AS JSON), path) AS JSON[]) AS VARCHAR[]),
          lambda each: coalesce(each, 'null')),
        CAST([] AS VARCHAR[]))`,
    `CREATE OR REPLACE MACRO ch_json_keys(value) AS
      coalesce(json_keys(TRY_CAST(value AS JSON)), CAST([] AS VARCHAR[]))`,
    // Every key is a path: quotes and backslashes in it are escaped.
    `CREATE OR REPLACE MACRO ch_json_pairs(value) AS
      list_transform([TRY_CAST(value AS JSON)], lambda given:
        coalesce(
          list_transform(json_keys(given), lambda name: {
            't1': name,
            't2': ch_json_raw(given, '$."' || replace(replace(name, '\\', '\\\\'), '"', '\\"') || '"')
          }),
          CAST([] AS STRUCT(t1 VARCHAR, t2 VARCHAR)[])))[1]`,
    `CREATE OR REPLACE MACRO ch_json_texts(value) AS
      coalesce(
        list_transform(
          TRY_CAST(TRY_CAST(value AS JSON) AS JSON[]),
          lambda each: CASE json_type(each)
            WHEN 'VARCHAR' THEN json_extract_string(each, '$')
            WHEN 'DOUBLE' THEN ch_float_text(TRY_CAST(CAST(each AS VARCHAR) AS DOUBLE))
            WHEN 'NULL' THEN ''
            ELSE coalesce(CAST(each AS VARCHAR), '') END),
        CAST([] AS VARCHAR[]))`,
  ];
}

function addressMacros(): string[] {
  // Without leading zeros, which some take for octal digits.
  const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
  return [
    // NULL if it is not an address.
    `CREATE OR REPLACE MACRO ch_ipv4(address) AS
      list_reduce(
        list_transform(
          string_split(regexp_extract(address, '^(?:${byte}[.]){3}${byte}$'), '.'),
          lambda part: TRY_CAST(part AS BIGINT)),
        lambda number, part: number * 256 + part)`,
    `CREATE OR REPLACE MACRO ch_ipv4_text(number) AS
      list_transform([number], lambda each:
        CAST(each // 16777216 AS VARCHAR) || '.' || CAST(each // 65536 % 256 AS VARCHAR)
        || '.' || CAST(each // 256 % 256 AS VARCHAR) || '.' || CAST(each % 256 AS VARCHAR))[1]`,
    `CREATE OR REPLACE MACRO ch_ipv6_of_groups(address) AS
      list_transform([string_split(lower(address), '::')], lambda halves:
        list_transform([{
          'before': list_filter(string_split(halves[1], ':'), lambda each: halves[1] <> ''),
          'behind': list_filter(string_split(coalesce(halves[2], ''), ':'), lambda each: coalesce(halves[2], '') <> '')
        }], lambda groups:
          CASE WHEN (len(halves) = 1 AND len(groups.before) = 8
              OR len(halves) = 2 AND len(groups.before) + len(groups.behind) < 8)
              AND list_bool_and(list_transform(groups.before || groups.behind, lambda each: regexp_full_match(each, '[0-9a-f]{1,4}'))) IS NOT FALSE
            THEN list_reduce(
              list_transform(
                groups.before || list_transform(range(8 - len(groups.before) - len(groups.behind)), lambda zero: '0') || groups.behind,
                lambda each: CAST(TRY_CAST('0x' || each AS BIGINT) AS UHUGEINT)),
              lambda number, each: number * 65536 + each)
          END)[1])[1]`,
    // The last two groups can be written as an address of the older kind.
    `CREATE OR REPLACE MACRO ch_ipv6(address) AS
      list_transform([{
        'groups': regexp_replace(lower(address), '[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+$', ''),
        'rest': ch_ipv4(regexp_extract(address, ':([0-9]+[.][0-9]+[.][0-9]+[.][0-9]+)$', 1))
      }], lambda part:
        ch_ipv6_of_groups(part.groups || coalesce(to_hex(part.rest // 65536) || ':' || to_hex(part.rest % 65536), '')))[1]`,
  ];
}
