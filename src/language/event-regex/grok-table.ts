/**
 * The built-in patterns, by their usual grok names. Each can match in only one way, so that patterns composed of them
 * take time proportional to the line.
 */
export const GROK_PATTERNS: Readonly<Record<string, string>> = {
  // Text
  WORD: '\\w+',
  NOTSPACE: '\\S+',
  SPACE: '\\s*',
  DATA: '.*?',
  GREEDYDATA: '.*',
  QUOTEDSTRING: '(?:"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\')',
  UUID: '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}',
  USERNAME: '[\\w.@-]+',
  USER: '%{USERNAME}',
  EMAILADDRESS: "[\\w.!#$%&'*+/=?^`{|}~-]+@%{HOSTNAME}",

  // Numbers
  INT: '[+-]?\\d+',
  POSINT: '[1-9]\\d*',
  NONNEGINT: '\\d+',
  NUMBER: '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)',
  BASE10NUM: '%{NUMBER}',
  BASE16NUM: '[+-]?(?:0[xX])?[0-9A-Fa-f]+',

  // Networks
  IPV4: '(?:\\d{1,3}\\.){3}\\d{1,3}',
  IPV6: '[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\\.\\d{1,3}){0,3}',
  IP: '(?:%{IPV4}|%{IPV6})',
  HOSTNAME: '[0-9A-Za-z_][0-9A-Za-z_.-]*',
  HOST: '%{HOSTNAME}',
  IPORHOST: '[0-9A-Za-z_:][0-9A-Za-z_.:-]*',
  HOSTPORT: '%{HOSTNAME}:%{POSINT}',
  MAC: '(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}',

  // Paths
  UNIXPATH: '(?:/[^/\\s]*)+',
  PATH: '(?:%{UNIXPATH}|[A-Za-z]:[^\\s]*)',
  URIPROTO: '[A-Za-z][A-Za-z0-9+.-]*',
  URIHOST: '[0-9A-Za-z_.-]+(?::\\d+)?',
  URIPATH: "(?:/[\\w.!$'()*+,;:@%~=&\\[\\]-]*)+",
  URIPARAM: '\\?[^\\s#]*',
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://%{URIHOST}(?:%{URIPATHPARAM})?',

  // Times
  YEAR: '\\d{4}',
  MONTH: '[A-Z][a-z]{2,8}',
  MONTHNUM: '(?:0[1-9]|1[0-2])',
  MONTHDAY: '\\d{1,2}',
  DAY: '[A-Z][a-z]{2,8}',
  HOUR: '\\d{1,2}',
  MINUTE: '[0-5]\\d',
  SECOND: '[0-6]\\d(?:[.,]\\d{1,9})?',
  TIME: '%{HOUR}:%{MINUTE}(?::%{SECOND})?',
  ISO8601_TIMEZONE: '(?:Z|[+-]\\d{2}:?\\d{2})',
  TIMESTAMP_ISO8601:
    '%{YEAR}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?%{ISO8601_TIMEZONE}?',
  HTTPDATE: '\\d{1,2}/[A-Z][a-z]{2}/\\d{4}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4}',
  SYSLOGTIMESTAMP: '[A-Z][a-z]{2} {1,2}\\d{1,2} \\d{2}:\\d{2}:\\d{2}',
  DATESTAMP: '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4} %{TIME}',

  // Severities
  LOGLEVEL:
    '(?:[Tt]race|TRACE|[Dd]ebug|DEBUG|[Ii]nfo(?:rmation)?|INFO(?:RMATION)?|[Nn]otice|NOTICE|[Ww]arn(?:ing)?|WARN(?:ING)?|[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]rit(?:ical)?|CRIT(?:ICAL)?|[Ff]atal|FATAL|[Ss]evere|SEVERE|[Aa]lert|ALERT|[Ee]merg(?:ency)?|EMERG(?:ENCY)?|[Pp]anic|PANIC)',

  // Whole lines
  PROG: '[\\w./%-]+',
  SYSLOGPROG: '%{PROG:program}(?:\\[%{POSINT:pid}\\])?',
  SYSLOGFACILITY: '<%{NONNEGINT:facility}\\.%{NONNEGINT:priority}>',
  SYSLOGBASE: '%{SYSLOGTIMESTAMP:timestamp} %{IPORHOST:logsource} %{SYSLOGPROG}:',
  SYSLOGLINE: '^(?:<%{NONNEGINT:priority}>)?%{SYSLOGBASE} %{GREEDYDATA:message}',
  COMMONAPACHELOG:
    '^%{IPORHOST:clientip} %{NOTSPACE:ident} %{NOTSPACE:auth} \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{NOTQUOTE:rawrequest})" %{INT:response} (?:%{INT:bytes}|-)',
  COMBINEDAPACHELOG: '%{COMMONAPACHELOG} "%{NOTQUOTE:referrer}" "%{NOTQUOTE:agent}"',
  NOTQUOTE: '(?:[^"\\\\]|\\\\.)*',
};
