/** Examples of commands, up to `xyseries`. */
import type { Example } from '../definition.ts';

export const LAST_EXAMPLES = {
  nomv: [
    {
      query: '* | stats values(host) AS hosts BY path | nomv hosts',
      does: 'Shows a list as text.',
    },
    {
      query: '* | makemv delim="," roles | nomv roles',
      does: 'Splits a list of words into lines.',
    },
  ],
  noop: [
    { query: 'level=error | noop | stats count', does: 'The same as without it.' },
    {
      query: 'level=error | highlight timeout',
      does: 'Accepted; the result list marks the words of the search by itself.',
    },
  ],
  outputlookup: [
    {
      query: '* | stats latest(_time) AS seen BY host | outputlookup key_field=host hosts',
      does: 'Keeps a list of hosts up to date.',
    },
    {
      query: 'level=fatal | table _time, source, event | outputlookup append=true incidents',
      does: 'Adds rows to a table.',
    },
  ],
  patterns: [
    { query: 'level=error | patterns', does: 'Error patterns with count and share.' },
    {
      query: 'index=web | patterns field=path limit=20 similarity=0.6',
      does: 'The twenty most frequent path patterns.',
    },
  ],
  rangemap: [
    {
      query:
        'index=web | rangemap field=duration fast=0-200 fair=200.1-1000 default=slow | top range',
      does: 'Groups requests into three classes.',
    },
    {
      query: 'index=web | rangemap field=status fine=200-399 client=400-499 server=500-599',
      does: 'Names status classes; values outside all ranges get `None`.',
    },
  ],
  rare: [
    { query: 'level=error | rare source', does: 'The sources with the fewest errors.' },
    {
      query: 'index=web | rare limit=5 status BY host',
      does: 'The five rarest values per host.',
    },
  ],
  regex: [
    {
      query: `index=web | regex path="^/api/v\\d+/users/[^/]+$"`,
      does: 'Keeps the requests for one user.',
    },
    {
      query: '* | regex "(?i)out of (memory|space)"',
      does: 'Searches the raw text, case-insensitive.',
    },
    {
      query: '* | regex host!="^test-"',
      does: 'Removes matching hosts. Rows without a host stay.',
    },
  ],
  rename: [
    {
      query:
        '* | stats count BY service.name | rename service.name AS Service, count AS "Number of events"',
      does: 'Readable column names; put a name with spaces in quotes.',
    },
    { query: '* | rename http.* AS *', does: 'Removes a prefix from all fields that have it.' },
  ],
  replace: [
    {
      query: '* | replace "prod-*" WITH "production *" IN host',
      does: 'Rewrites a prefix and keeps the rest.',
    },
    {
      query: '* | replace "warn" WITH "warning", "err" WITH "error" IN level',
      does: 'Normalizes two spellings.',
    },
  ],
  return: [
    {
      query: 'index=web [search index=audit action=login_failed | return 20 client_ip=ip_address]',
      does: 'Searches for the addresses of twenty failed logins, under another field name.',
    },
    {
      query: 'index=web [search level=fatal | return $trace_id]',
      does: 'Searches for a value anywhere in the text.',
    },
  ],
  reverse: [
    { query: 'trace_id=4bf92f35 | reverse', does: 'Shows a trace from its start.' },
    {
      query: '* | timechart span=1h count | reverse',
      does: 'Shows the latest hour of a table first.',
    },
  ],
  rex: [
    {
      query: `index=web | rex "user=(?<user>\\w+) took (?<took>\\d+)ms" | stats avg(took) BY user`,
      does: 'Extracts two fields from the raw text. Events that don’t match stay unchanged.',
    },
    {
      query: `* | rex field=path max_match=0 "/(?<part>[^/]+)"`,
      does: 'Extracts every match, as a multivalue field.',
    },
    {
      query: `* | rex field=card mode=sed "s/\\d{12}(\\d{4})/xxxx-\\1/g"`,
      does: 'Masks all but the last four digits.',
    },
  ],
  savedsearch: [
    {
      query: '| savedsearch "Failed payments" | stats count BY user',
      does: 'Aggregates the result of a saved search.',
    },
    {
      query: 'level=error | append [| savedsearch "Failed payments"]',
      does: 'Adds the rows of a saved search.',
    },
  ],
  search: [
    {
      query: 'index=web status>=500 (timeout OR refused) earliest=-4h',
      does: 'Finds failed requests of the last four hours that mention a timeout or a refusal.',
    },
    {
      query: '"connection refused" NOT level=debug',
      does: 'Finds a phrase, in events of any level but debug and in events without a level.',
    },
    {
      query: 'status IN (404, 41*) | stats count BY path | search count>0 path="/api/*"',
      does: 'Filters the rows of a table by their columns.',
    },
  ],
  sort: [
    {
      query: '* | stats count BY host | sort 20 -count, host',
      does: 'The twenty largest; equal counts by name.',
    },
    { query: 'index=web | sort 0 ip(client_ip)', does: 'All rows, by address; 0 sets no limit.' },
  ],
  spath: [
    {
      query: '* | spath input=payload path=user.roles{0} output=role',
      does: 'Extracts the first role from a JSON field.',
    },
    {
      query: '* | spath path=items{}.price output=price | mvexpand price',
      does: 'Extracts a value from every list element and creates a row for each.',
    },
  ],
  stats: [
    {
      query: 'index=web | stats count, avg(duration) AS average, p95(duration) BY service.name',
      does: 'Three values per service. Events without a service are excluded.',
    },
    {
      query: 'index=web | stats count AS requests, count(eval(status>=500)) AS failed BY path',
      does: 'Counts all events, and those that meet a condition.',
    },
    {
      query: 'index=web | stats dc(user_id) AS users, values(region) AS regions BY _time span=1h',
      does: 'Distinct users and their regions per hour.',
    },
  ],
  strcat: [
    {
      query: 'index=web | strcat method " " path request | top 3 request',
      does: 'Method and path in one field.',
    },
    {
      query: '* | strcat allrequired=true method " " status answer | stats count BY answer',
      does: 'Counts those alone that have both a method and a status.',
    },
  ],
  streamstats: [
    {
      query: 'index=web | sort 0 _time | streamstats count AS attempt BY user_id',
      does: 'Numbers the events of each user, oldest first.',
    },
    {
      query: '* | timechart span=5m count | streamstats window=12 avg(count) AS hourly',
      does: 'Adds the average of the last hour to every row.',
    },
    {
      query:
        '* | sort 0 _time | streamstats current=false window=1 global=false last(state) AS before BY host',
      does: 'The previous state of each host.',
    },
  ],
  table: [
    { query: 'level=error | table _time, source, event', does: 'Shows three columns.' },
    {
      query: 'index=web | table _time, http.*, user_id',
      does: 'Wildcards match several fields. A field that no event has is an empty column.',
    },
  ],
  tail: [
    {
      query: 'level=error earliest=-1d@d | tail 3',
      does: 'The three oldest errors, oldest first.',
    },
    { query: '* | sort 100 -duration | tail', does: 'The last ten rows of a list.' },
  ],
  timechart: [
    {
      query: 'index=web | timechart span=5m count BY status',
      does: 'Requests per five minutes and status.',
    },
    {
      query: 'index=web earliest=-7d@d | timechart avg(duration), p95(duration)',
      does: 'Two lines. The bucket length depends on the time range.',
    },
    {
      query: 'index=web | timechart span=1h limit=5 useother=false max(duration) BY path',
      does: 'The five largest series only.',
    },
  ],
  top: [
    { query: 'index=web status>=500 | top path', does: 'The ten paths with the most failures.' },
    {
      query: 'index=web | top limit=3 user_agent BY region',
      does: 'The three most frequent values per region.',
    },
    {
      query: '* | top 5 level useother=true showperc=false',
      does: 'Five values and a row for all others, without percentages.',
    },
  ],
  transaction: [
    {
      query:
        'index=web | transaction session_id maxpause=30m | stats avg(duration), avg(eventcount)',
      does: 'Sessions that end after half an hour of silence.',
    },
    {
      query:
        'index=jobs | transaction job_id startswith="job started" endswith=(finished OR failed) maxspan=1h',
      does: 'Job runs, from their first to their last line.',
    },
  ],
  trendline: [
    {
      query: 'index=web | timechart span=1h count | trendline sma3(count) AS trend',
      does: 'The average of three hours; the first two rows have none.',
    },
    {
      query: '* | timechart span=1h count | trendline sma2(count) AS two, sma4(count) AS four',
      does: 'Two averages beside each other.',
    },
  ],
  tstats: [
    {
      query: '| tstats count WHERE index=web earliest=-7d@d BY _time span=1h, host',
      does: 'Counts per hour and host.',
    },
    {
      query: '| tstats dc(user_id) AS users WHERE index=web status>=500 BY path',
      does: 'Number of users with failed requests per path.',
    },
  ],
  union: [
    {
      query: '| union [search index=web | stats count] [search index=jobs | stats count]',
      does: 'Two tables, one below the other.',
    },
    {
      query: 'level=error | stats count | union [search level=warn | stats count]',
      does: 'Adds rows to those of the search.',
    },
  ],
  untable: [
    {
      query:
        'index=web | timechart span=1h count BY status | untable _time, status, count | sort 0 _time, status',
      does: 'One row per hour and status again.',
    },
    {
      query:
        'index=web | chart count OVER path BY status | untable path, status, count | where count > 1',
      does: 'Filters the cells of a table.',
    },
  ],
  where: [
    { query: 'index=web | where duration > timeout', does: 'Compares two fields of an event.' },
    {
      query: 'index=web | where status >= 500 AND like(path, "/api/%")',
      does: 'Combines a comparison and a pattern.',
    },
    {
      query: '* | stats count BY host | where count > 4 OR isnull(host)',
      does: 'Filters the rows of a table.',
    },
  ],
  xyseries: [
    {
      query: 'index=web | stats count BY path, status | xyseries path, status, count',
      does: 'A row per path, a column per status.',
    },
    {
      query:
        'index=web | stats count, avg(duration) AS time BY path, status | xyseries sep="/" path, status, count, time',
      does: 'Two columns per status.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Example[]>>;
