import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) = 5',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") = 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) = toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") = ch_number("level") AND NOT isnan(ch_number("body")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days = 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" = 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) != 5',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") <> 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) != toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") <> ch_number("level") OR isnan(ch_number("body")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days != 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" <> 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) < 5',
    'SELECT "body" FROM logs_ AS logs WHERE ((ch_number("body") - 5) < 0)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) < toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") < ch_number("level") AND NOT isnan(ch_number("level")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days < 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" < 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) <= 5',
    'SELECT "body" FROM logs_ AS logs WHERE ((ch_number("body") - 5) <= 0)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) <= toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") <= ch_number("level") AND NOT isnan(ch_number("level")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days <= 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" <= 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) > 5',
    'SELECT "body" FROM logs_ AS logs WHERE ((5 - ch_number("body")) < 0)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) > toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") > ch_number("level") AND NOT isnan(ch_number("body")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days > 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" > 5)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) >= 5',
    'SELECT "body" FROM logs_ AS logs WHERE ((5 - ch_number("body")) <= 0)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64OrNull(body) >= toFloat64OrNull(level)',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_number("body") >= ch_number("level") AND NOT isnan(ch_number("body")))',
  ],
  [
    'SELECT body FROM logs WHERE retention_days >= 5',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" >= 5)',
  ],
  [
    'SELECT body FROM logs WHERE 5 < toFloat64OrNull(body)',
    'SELECT "body" FROM logs_ AS logs WHERE ((5 - ch_number("body")) < 0)',
  ],
]);
