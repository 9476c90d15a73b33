import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    `SELECT JSONExtractRaw(body, 'a"b', 1) AS x FROM logs`,
    'refused: JSONExtractRaw() is used in a way that is not known',
  ],
  [
    `SELECT JSONExtractString(body, 'a') AS x FROM logs`,
    `SELECT coalesce(json_extract_string(TRY_CAST("body" AS JSON), CAST($p1 AS VARCHAR)), '') AS "x" FROM logs_ AS logs`,
    ['$."a"'],
  ],
  [
    'SELECT JSONExtractArrayRaw(body) AS x FROM logs',
    'SELECT ch_json_elements("body", CAST($p1 AS VARCHAR)) AS "x" FROM logs_ AS logs',
    ['$'],
  ],
  [
    'SELECT JSONExtractRaw(body, 0) AS x FROM logs',
    'refused: JSONExtractRaw() is used in a way that is not known',
  ],
  [
    'SELECT JSONExtractRaw(body, 1.5) AS x FROM logs',
    'refused: JSONExtractRaw() is used in a way that is not known',
  ],
  [
    'SELECT JSONExtractRaw(body, level) AS x FROM logs',
    'refused: JSONExtractRaw() is used in a way that is not known',
  ],
  [
    `SELECT isIPAddressInRange(body, '10.1.2.3/8') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv4("body") BETWEEN CAST('167772160' AS BIGINT) AND CAST('184549375' AS BIGINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '10.1.2.3/32') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv4("body") BETWEEN CAST('167838211' AS BIGINT) AND CAST('167838211' AS BIGINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '0.0.0.0/0') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv4("body") BETWEEN CAST('0' AS BIGINT) AND CAST('4294967295' AS BIGINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '192.168.0.0/16') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv4("body") BETWEEN CAST('3232235520' AS BIGINT) AND CAST('3232301055' AS BIGINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, 'fe80::1/10') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('338288524927261089654018896841347694592' AS UHUGEINT) AND CAST('338620831926207318622244848606417780735' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '::/0') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('0' AS UHUGEINT) AND CAST('340282366920938463463374607431768211455' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '::1/128') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('1' AS UHUGEINT) AND CAST('1' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '1:2:3:4:5:6:7:8/127') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('5192455318486707404433266433261576' AS UHUGEINT) AND CAST('5192455318486707404433266433261577' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '::ffff:10.0.0.1/128') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('281470849515521' AS UHUGEINT) AND CAST('281470849515521' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT isIPAddressInRange(body, '2001:db8::/32') AS x FROM logs`,
    `SELECT CAST(coalesce(ch_ipv6("body") BETWEEN CAST('42540766411282592856903984951653826560' AS UHUGEINT) AND CAST('42540766490510755371168322545197776895' AS UHUGEINT), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT isIPAddressInRange(body, level) AS x FROM logs',
    'refused: isIPAddressInRange() is used in a way that is not known',
  ],
  [
    'SELECT isIPv4String(body) AS x FROM logs',
    'SELECT CAST((ch_ipv4("body") IS NOT NULL) AS UTINYINT) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT isIPv6String(body) AS x FROM logs',
    'SELECT CAST((ch_ipv6("body") IS NOT NULL) AS UTINYINT) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toJSONString(attributes) AS x FROM logs',
    'SELECT CAST(to_json("attributes") AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT isValidJSON(body) AS x FROM logs',
    'SELECT CAST(ch_json_valid("body") AS UTINYINT) AS "x" FROM logs_ AS logs',
  ],
]);
