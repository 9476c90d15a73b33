/** Examples of commands, up to `xyseries`. */
import type { Example } from '../definition.ts';

export const LAST_EXAMPLES = {
  nomv: [
    {
      query: '* | stats values(host) AS hosts BY path | nomv hosts',
      does: 'Converts a list of hosts to a single string.',
    },
    {
      query: '* | makemv delim="," roles | nomv roles',
      does: 'Converts a comma-separated list to one value per line.',
    },
  ],
  noop: [
    { query: 'level=error | noop | stats count', does: 'Same result as without `noop`.' },
    {
      query: 'level=error | highlight timeout',
      does: 'Accepted, but has no effect. Search terms are highlighted automatically.',
    },
  ],
  outputlookup: [
    {
      query: '* | stats latest(_time) AS seen BY host | outputlookup key_field=host hosts',
      does: 'Updates a lookup table of hosts with the time of their last event.',
    },
    {
      query: 'level=fatal | table _time, source, event | outputlookup append=true incidents',
      does: 'Appends rows to a lookup table.',
    },
  ],
  patterns: [
    { query: 'level=error | patterns', does: 'Error patterns with count and percentage.' },
    {
      query: 'index=web | patterns field=path limit=20 similarity=0.6',
      does: 'The 20 most frequent path patterns.',
    },
  ],
  rangemap: [
    {
      query:
        'index=web | rangemap field=duration fast=0-200 fair=200.1-1000 default=slow | top range',
      does: 'Classifies requests by latency.',
    },
    {
      query: 'index=web | rangemap field=status fine=200-399 client=400-499 server=500-599',
      does: 'Names the class of each status code. Values outside all ranges get `None`.',
    },
  ],
  rare: [
    { query: 'level=error | rare source', does: 'Sources with the fewest errors.' },
    {
      query: 'index=web | rare limit=5 status BY host',
      does: 'The 5 least common status codes per host.',
    },
  ],
  regex: [
    {
      query: `index=web | regex path="^/api/v\\d+/users/[^/]+$"`,
      does: 'Requests for a single user.',
    },
    {
      query: '* | regex "(?i)out of (memory|space)"',
      does: 'Case-insensitive match on the raw text.',
    },
    {
      query: '* | regex host!="^test-"',
      does: 'Excludes test hosts. Keeps rows without a host.',
    },
  ],
  rename: [
    {
      query:
        '* | stats count BY service.name | rename service.name AS Service, count AS "Number of events"',
      does: 'Sets readable column names. Names with spaces need quotes.',
    },
    { query: '* | rename http.* AS *', does: 'Removes a prefix from field names.' },
  ],
  replace: [
    {
      query: '* | replace "prod-*" WITH "production *" IN host',
      does: 'Replaces a prefix and keeps the rest of the value.',
    },
    {
      query: '* | replace "warn" WITH "warning", "err" WITH "error" IN level',
      does: 'Normalizes log levels.',
    },
  ],
  return: [
    {
      query: 'index=web [search index=audit action=login_failed | return 20 client_ip=ip_address]',
      does: 'Requests from the IP addresses of 20 failed logins. Renames the field.',
    },
    {
      query: 'index=web [search level=fatal | return $trace_id]',
      does: 'Events that contain the trace ID of a fatal error anywhere in the text.',
    },
  ],
  reverse: [
    { query: 'trace_id=4bf92f35 | reverse', does: 'Events of a trace in chronological order.' },
    {
      query: '* | timechart span=1h count | reverse',
      does: 'Hourly counts, latest hour first.',
    },
  ],
  rex: [
    {
      query: `index=web | rex "user=(?<user>\\w+) took (?<took>\\d+)ms" | stats avg(took) BY user`,
      does: 'Extracts two fields from the raw text. Events that don’t match are unchanged.',
    },
    {
      query: `* | rex field=path max_match=0 "/(?<part>[^/]+)"`,
      does: 'Extracts all matches into a multivalue field.',
    },
    {
      query: `* | rex field=card mode=sed "s/\\d{12}(\\d{4})/xxxx-\\1/g"`,
      does: 'Masks all but the last 4 digits of a card number.',
    },
  ],
  savedsearch: [
    {
      query: '| savedsearch "Failed payments" | stats count BY user',
      does: 'Aggregates the results of a saved search.',
    },
    {
      query: 'level=error | append [| savedsearch "Failed payments"]',
      does: 'Appends the results of a saved search.',
    },
  ],
  search: [
    {
      query: 'index=web status>=500 (timeout OR refused) earliest=-4h',
      does: 'Failed requests of the last 4 hours that contain `timeout` or `refused`.',
    },
    {
      query: '"connection refused" NOT level=debug',
      does: 'Events that contain a phrase, except debug events. Includes events without a level.',
    },
    {
      query: 'status IN (404, 41*) | stats count BY path | search count>0 path="/api/*"',
      does: 'Filters aggregated results.',
    },
  ],
  sort: [
    {
      query: '* | stats count BY host | sort 20 -count, host',
      does: 'The 20 hosts with the most events. Ties are sorted by name.',
    },
    {
      query: 'index=web | sort 0 ip(client_ip)',
      does: 'Sorts all rows by IP address. 0 means no limit.',
    },
  ],
  spath: [
    {
      query: '* | spath input=payload path=user.roles{0} output=role',
      does: 'Extracts the first array element from a JSON field.',
    },
    {
      query: '* | spath path=items{}.price output=price | mvexpand price',
      does: 'Extracts a value from every array element and expands the values into rows.',
    },
  ],
  stats: [
    {
      query: 'index=web | stats count, avg(duration) AS average, p95(duration) BY service.name',
      does: 'Request count, average and p95 latency per service. Excludes events without a service name.',
    },
    {
      query: 'index=web | stats count AS requests, count(eval(status>=500)) AS failed BY path',
      does: 'Total and failed requests per path.',
    },
    {
      query: 'index=web | stats dc(user_id) AS users, values(region) AS regions BY _time span=1h',
      does: 'Unique users and regions per hour.',
    },
    {
      query: 'index=web | stats count, sparkline(avg(duration), 6h) AS trend BY host',
      does: 'Adds a small chart of the average duration to each row.',
    },
  ],
  strcat: [
    {
      query: 'index=web | strcat method " " path request | top 3 request',
      does: 'The 3 most common combinations of method and path.',
    },
    {
      query: '* | strcat allrequired=true method " " status answer | stats count BY answer',
      does: 'Request count by method and status code. Excludes events without either field.',
    },
  ],
  streamstats: [
    {
      query: 'index=web | sort 0 _time | streamstats count AS attempt BY user_id',
      does: 'Numbers the requests of each user, oldest first.',
    },
    {
      query: '* | timechart span=5m count | streamstats window=12 avg(count) AS hourly',
      does: 'Adds the moving average of the last hour.',
    },
    {
      query:
        '* | sort 0 _time | streamstats current=false window=1 global=false last(state) AS before BY host',
      does: 'Adds the previous state of the host to each event.',
    },
  ],
  table: [
    {
      query: 'level=error | table _time, source, event',
      does: 'Time, source and raw text of all errors.',
    },
    {
      query: 'index=web | table _time, http.*, user_id',
      does: 'Uses a wildcard to select several fields. A field that no event has becomes an empty column.',
    },
  ],
  tail: [
    {
      query: 'level=error earliest=-1d@d | tail 3',
      does: 'The 3 oldest errors, oldest first.',
    },
    { query: '* | sort 100 -duration | tail', does: 'The last 10 of the 100 slowest requests.' },
  ],
  timechart: [
    {
      query: 'index=web | timechart span=5m count BY status',
      does: 'Requests per 5 minutes by status code.',
    },
    {
      query: 'index=web earliest=-7d@d | timechart avg(duration), p95(duration)',
      does: 'Average and p95 latency. The bucket length depends on the time range.',
    },
    {
      query: 'index=web | timechart span=1h limit=5 useother=false max(duration) BY path',
      does: 'Maximum latency per hour for the top 5 paths.',
    },
  ],
  top: [
    {
      query: 'index=web status>=500 | top path',
      does: 'The 10 paths with the most failed requests.',
    },
    {
      query: 'index=web | top limit=3 user_agent BY region',
      does: 'The 3 most common user agents per region.',
    },
    {
      query: '* | top 5 level useother=true showperc=false',
      does: 'The 5 most common levels and a row for all others, without percentages.',
    },
  ],
  transaction: [
    {
      query:
        'index=web | transaction session_id maxpause=30m | stats avg(duration), avg(eventcount)',
      does: 'User sessions that end after 30 minutes of inactivity.',
    },
    {
      query:
        'index=jobs | transaction job_id startswith="job started" endswith=(finished OR failed) maxspan=1h',
      does: 'Job runs, from the start event to the end event.',
    },
  ],
  timewrap: [
    {
      query: 'index=web earliest=-2d@d latest=@d | timechart span=6h count | timewrap 1d',
      does: 'Compares two days: a column for each, a row for each time of the day.',
    },
    {
      query:
        'index=web earliest=-2d@d latest=@d | timechart span=6h count | timewrap 1d series=short | eval difference=count_s0-count_s1, ratio=round(count_s0/count_s1, 2)',
      does: 'The same, with the difference and the ratio of the latest day to the day before.',
    },
  ],
  trendline: [
    {
      query: 'index=web | timechart span=1h count | trendline sma3(count) AS trend',
      does: 'Moving average over 3 hours. The first two rows have no value.',
    },
    {
      query: '* | timechart span=1h count | trendline sma2(count) AS two, sma4(count) AS four',
      does: 'Two moving averages with different periods.',
    },
  ],
  tstats: [
    {
      query: '| tstats count WHERE index=web earliest=-7d@d BY _time span=1h, host',
      does: 'Event count per hour and host.',
    },
    {
      query: '| tstats dc(user_id) AS users WHERE index=web status>=500 BY path',
      does: 'Unique users with failed requests per path.',
    },
    {
      query:
        '| tstats count FROM datamodel=Web.Web WHERE Web.status>=500 BY Web.uri_path | rename Web.* AS *',
      does: 'Failed requests by path, from a data model.',
    },
  ],
  transpose: [
    {
      query: 'index=web | stats count, max(duration) AS slowest BY status | transpose',
      does: 'Shows each status code as a column.',
    },
    {
      query:
        'index=web | chart count OVER host BY status | transpose 0 header_field=host column_name=status',
      does: 'Swaps rows and columns of a chart, with hosts as column names.',
    },
  ],
  union: [
    {
      query: '| union [search index=web | stats count] [search index=jobs | stats count]',
      does: 'Event counts of two indexes, one row each.',
    },
    {
      query: 'level=error | stats count | union [search level=warn | stats count]',
      does: 'Appends the results of another search.',
    },
  ],
  untable: [
    {
      query:
        'index=web | timechart span=1h count BY status | untable _time, status, count | sort 0 _time, status',
      does: 'Converts a time chart to one row per hour and status code.',
    },
    {
      query:
        'index=web | chart count OVER path BY status | untable path, status, count | where count > 1',
      does: 'Path and status combinations with more than one request.',
    },
  ],
  where: [
    {
      query: 'index=web | where duration > timeout',
      does: 'Requests that took longer than their timeout.',
    },
    {
      query: 'index=web | where status >= 500 AND like(path, "/api/%")',
      does: 'Failed requests to the API.',
    },
    {
      query: '* | stats count BY host | where count > 4 OR isnull(host)',
      does: 'Hosts with more than 4 events.',
    },
  ],
  xmlkv: [
    {
      query:
        '| makeresults | eval _raw="<Task><Command>sh</Command><Arguments>-c id</Arguments></Task>" | xmlkv | table Command Arguments',
      does: 'Extracts the command and its arguments.',
    },
    {
      query:
        '| makeresults | eval payload="<order><id>4711</id><state>paid</state></order>" | xmlkv payload | table id state',
      does: 'Extracts elements from a field.',
    },
  ],
  xyseries: [
    {
      query: 'index=web | stats count BY path, status | xyseries path, status, count',
      does: 'Request count by path and status code.',
    },
    {
      query:
        'index=web | stats count, avg(duration) AS time BY path, status | xyseries sep="/" path, status, count, time',
      does: 'Request count and average latency per status code.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Example[]>>;
