import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  ['SELECT sumMap(1) AS x FROM logs', 'refused: sumMap() is not known'],
  [
    'SELECT countArray([1]) AS x FROM logs',
    'refused: countArray() is used in a way that is not known',
  ],
  [
    'SELECT medianArray([1]) AS x FROM logs',
    'refused: medianArray() is used in a way that is not known',
  ],
  ['SELECT topK(2)(level) AS x FROM logs', 'refused: topK() is used in a way that is not known'],
  [
    'SELECT topK(1)(level) AS x FROM logs',
    'SELECT list_filter([mode("level")], lambda each: each IS NOT NULL) AS "x" FROM logs_ AS logs',
  ],
  ['SELECT avg() AS x FROM logs', 'refused: avg() is used in a way that is not known'],
  [
    'SELECT approx_top_k(3)(level) AS x FROM logs',
    'SELECT ch_top(histogram("level"), 3) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [body]))) AS x FROM logs',
    'SELECT coalesce(list(DISTINCT "body") FILTER (WHERE "body" IS NOT NULL), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNull(v), [body]))) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": ("element of list 1" IS NULL))))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(concat(v, '')), [body]))) AS x FROM logs`,
    `SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": (("element of list 1" || '') IS NOT NULL))))), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> v = 'a', [body]))) AS x FROM logs`,
    `SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": ("element of list 1" = 'a'))))), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> v, [body]))) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": "element of list 1")))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [body, level]))) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(list_filter(["body", "level"], lambda "element of list 1": ("element of list 1" IS NOT NULL))))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), splitByChar(',', body)))) AS x FROM logs`,
    `SELECT coalesce(list_distinct(flatten(list(list_filter(string_split("body", ','), lambda "element of list 1": ("element of list 1" IS NOT NULL))))), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupUniqArrayArray(arrayFilter(v -> isNotNull(v), [body])) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": ("element of list 1" IS NOT NULL))))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayConcat([body])) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(["body"]))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayConcat([body]))) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(["body"]))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray([body]) AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(["body"]))), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap) AS x FROM (SELECT [body] AS arrayMap FROM logs)',
    'SELECT coalesce(list_distinct(flatten(list("arrayMap"))), []) AS "x" FROM (SELECT ["body"] AS "arrayMap" FROM logs_ AS logs)',
  ],
  [
    'SELECT groupUniqArrayArray(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [body]))) OVER () AS x FROM logs',
    'SELECT coalesce(list_distinct(flatten(list(list_filter(["body"], lambda "element of list 1": ("element of list 1" IS NOT NULL))) OVER ())), []) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT groupUniqArrayArrayIf(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [body])), level = 'a') AS x FROM logs`,
    `SELECT coalesce(list(DISTINCT "body") FILTER (WHERE ("level" = 'a') AND "body" IS NOT NULL), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupArraySorted(5)((timestamp, row_id)) AS x FROM logs',
    `SELECT coalesce(min({'t1': "timestamp", 't2': "row_id"}, 5), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupArraySorted(5)(tuple((timestamp, row_id), body)) AS x FROM logs',
    `SELECT coalesce(min({'t1': ch_event_key(epoch_ms("timestamp"), "row_id"), 't2': "body"}, 5), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupArraySorted(5)(tuple(timestamp, body)) AS x FROM logs',
    `SELECT coalesce(min({'t1': "timestamp", 't2': "body"}, 5), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupArraySorted(5)(concat(body, level)) AS x FROM logs',
    'SELECT coalesce(min(("body" || "level"), 5), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupArraySorted(5)(body) AS x FROM logs',
    'SELECT coalesce(min("body", 5), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupArraySorted(5)(tuple) AS x FROM (SELECT body AS tuple FROM logs)',
    'SELECT coalesce(min("tuple", 5), []) AS "x" FROM (SELECT "body" AS "tuple" FROM logs_ AS logs)',
  ],
  [
    'SELECT lagInFrame(body) OVER (ORDER BY row_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS x FROM logs',
    'SELECT lag("body") OVER (ORDER BY "row_id" NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT lagInFrame(body, 2) OVER (ORDER BY row_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS x FROM logs',
    'SELECT lag("body", 2) OVER (ORDER BY "row_id" NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT lagInFrame(body) OVER (ORDER BY row_id ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS x FROM logs',
    'refused: lagInFrame() with a window is not supported',
  ],
  [
    'SELECT lagInFrame(body) OVER (ORDER BY row_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS x FROM logs',
    'refused: lagInFrame() with a window is not supported',
  ],
  [
    'SELECT lagInFrame(body) OVER (ORDER BY row_id) AS x FROM logs',
    'refused: lagInFrame() with a window is not supported',
  ],
  [
    'SELECT lagInFrame() OVER (ORDER BY row_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS x FROM logs',
    'refused: lagInFrame() is used in a way that is not known',
  ],
  [
    'SELECT any(body) OVER (ORDER BY row_id) AS x FROM logs',
    'SELECT first_value("body" IGNORE NULLS) OVER (ORDER BY "row_id" NULLS LAST) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT anyLastIf(body, level = 'a') OVER (ORDER BY row_id) AS x FROM logs`,
    `SELECT last_value(CASE WHEN ("level" = 'a') THEN "body" END IGNORE NULLS) OVER (ORDER BY "row_id" NULLS LAST) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT anyIf(body, level = 'a') AS x FROM logs`,
    `SELECT any_value("body") FILTER (WHERE ("level" = 'a') AND "body" IS NOT NULL) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT anyLast(body) AS x FROM logs',
    'SELECT last("body") FILTER (WHERE "body" IS NOT NULL) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMin([body], timestamp) AS x FROM logs',
    'SELECT coalesce(arg_min(["body"], "timestamp"), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMaxOrNull([body], (timestamp, row_id)) AS x FROM logs',
    'SELECT arg_max(["body"], ch_event_key(epoch_ms("timestamp"), "row_id")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMin(body, level) AS x FROM logs',
    'SELECT arg_min("body", "level") AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT quantileTDigest(0.9)(retention_days) AS x FROM logs',
    'SELECT quantile_disc("retention_days", 0.9e0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT median(retention_days) AS x FROM logs',
    'SELECT quantile_cont("retention_days", 0.5e0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT quantileExactInclusive(0.25)(retention_days) AS x FROM logs',
    'SELECT quantile_cont("retention_days", 0.25e0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupArray(2)(body) AS x FROM logs',
    'SELECT list_slice(coalesce(list("body") FILTER (WHERE "body" IS NOT NULL), []), 1, 2) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT groupArrayIf(body, level = 'a') AS x FROM logs`,
    `SELECT coalesce(list("body") FILTER (WHERE ("level" = 'a') AND "body" IS NOT NULL), []) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT groupUniqArray(body) AS x FROM logs',
    'SELECT coalesce(list(DISTINCT "body") FILTER (WHERE "body" IS NOT NULL), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT sum(toFloat64(retention_days)) AS x FROM logs',
    'SELECT coalesce(sum(CAST("retention_days" AS DOUBLE)), 0e0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT sumOrNull(toFloat64(retention_days)) AS x FROM logs',
    'SELECT sum(CAST("retention_days" AS DOUBLE)) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT sumArray([retention_days]) AS x FROM logs',
    `SELECT list_aggregate(flatten(list(["retention_days"])), 'sum') AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT max(toFloat64OrNull(body)) AS x FROM logs',
    `SELECT max(nullif(ch_number("body"), CAST('nan' AS DOUBLE))) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT min(toFloat64OrNull(body)) AS x FROM logs',
    'SELECT min(ch_number("body")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT uniqArray([body]) AS x FROM logs',
    'SELECT coalesce(len(list_distinct(flatten(list(["body"])))), 0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT groupArrayArray([body]) AS x FROM logs',
    'SELECT coalesce(flatten(list(["body"])), []) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT uniqExactIf(body, 1) AS x FROM logs',
    'SELECT count(DISTINCT "body") FILTER (WHERE TRUE) AS "x" FROM logs_ AS logs',
  ],
]);
