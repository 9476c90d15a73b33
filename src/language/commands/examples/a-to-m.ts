/** Examples of commands, from `accum` on. */
import type { Example } from '../definition.ts';

export const FIRST_EXAMPLES = {
  accum: [
    {
      query: '* | timechart span=1h count | accum count AS total',
      does: 'Running total of events per hour.',
    },
    {
      query: 'index=web | sort 0 _time | accum bytes AS sent',
      does: 'Running total of bytes, oldest event first.',
    },
  ],
  addcoltotals: [
    {
      query:
        '* | stats count, sum(bytes) AS bytes BY host | addcoltotals labelfield=host label=all',
      does: 'Adds a totals row labeled `all`.',
    },
    {
      query: '* | chart count OVER host BY level | addcoltotals error, warn',
      does: 'Adds totals for two columns only.',
    },
  ],
  addinfo: [
    {
      query:
        '* earliest=-1h | head 1 | addinfo | eval hours=(info_max_time - info_min_time) / 3600 | table hours',
      does: 'Length of the time range in hours.',
    },
    {
      query:
        '* | stats max(_time) AS seen BY host | addinfo | eval silent=info_max_time - seen | table host, silent',
      does: 'Seconds since the last event of each host.',
    },
  ],
  addtotals: [
    {
      query: 'index=web | chart count OVER path BY status | addtotals fieldname=all',
      does: 'Adds a column with the total across all status codes.',
    },
    {
      query: '* | stats count BY host | addtotals row=false col=true labelfield=host',
      does: 'Adds a row with the total across all hosts.',
    },
  ],
  append: [
    {
      query: 'index=web | stats count BY host | append [search index=jobs | stats count BY host]',
      does: 'Event count by host, from two indexes.',
    },
    {
      query: '* | stats count | append [| makeresults | eval count=0] | head 1',
      does: 'Returns at least one row.',
    },
  ],
  appendcols: [
    {
      query:
        'index=web | stats count AS requests | appendcols [search index=jobs | stats count AS jobs]',
      does: 'Event counts of two indexes in one row.',
    },
    {
      query:
        'index=web | timechart span=1h count | appendcols override=true [search index=web level=error | timechart span=1h count AS errors]',
      does: 'Total and error counts per hour in one chart.',
    },
  ],
  appendpipe: [
    {
      query:
        '* | stats count BY host, level | appendpipe [stats sum(count) AS count BY host | eval level="all"] | sort 0 host, level',
      does: 'Adds a subtotal per host.',
    },
    {
      query: 'level=fatal | stats count BY host | appendpipe [stats count | where count=0]',
      does: 'Adds a row with the count 0 if the search returns no results.',
    },
  ],
  autoregress: [
    { query: '* | timechart count | autoregress count', does: 'Adds the previous count.' },
    { query: '* | timechart count | autoregress count p=1-2', does: 'Adds the 2 previous counts.' },
  ],
  bin: [
    {
      query: '* | bin span=5m _time | stats count BY _time, level',
      does: 'Event count per 5 minutes and level.',
    },
    {
      query: 'index=web | bin span=100 duration AS slot | stats count BY slot',
      does: 'Histogram of request durations in buckets of 100 ms. The buckets are in a new field.',
    },
    {
      query: '* | bin _time span=1w@w1',
      does: 'Rounds event times down to the start of the week (Monday).',
    },
  ],
  chart: [
    {
      query: 'index=web | chart count OVER path BY status',
      does: 'Request count by path and status code.',
    },
    {
      query: 'index=web | chart span=100 limit=0 count BY duration, region',
      does: 'Latency distribution by region, in buckets of 100 ms, without a limit on the number of regions.',
    },
  ],
  cluster: [
    {
      query:
        'level=error | cluster showcount=true | sort 10 -cluster_count | table cluster_count, event',
      does: 'One sample event from each of the 10 largest groups.',
    },
    {
      query: 'level=error | cluster labelonly=true t=0.9 | stats dc(host) BY cluster_label',
      does: 'Number of hosts per group.',
    },
  ],
  collect: [
    {
      query: '* | stats count BY host | collect index=summary testmode=true | head 2',
      does: 'Shows which rows would be written, without writing them.',
    },
    {
      query:
        'index=web | timechart span=1h count | collect index=summary marker="report=hourly" | head 2',
      does: 'Writes the number of requests per hour to the index `summary`.',
    },
  ],
  concurrency: [
    {
      query:
        'index=web | eval seconds=duration/1000 | concurrency duration=seconds | top concurrency',
      does: 'How many requests were in progress at the same time.',
    },
    {
      query: '| makeresults | eval s=5 | concurrency duration=s output=n',
      does: 'Names the field.',
    },
  ],
  convert: [
    {
      query:
        '* | stats latest(_time) AS seen BY host | convert timeformat="%Y-%m-%d %H:%M" ctime(seen)',
      does: 'Formats the time of the last event per host.',
    },
    {
      query: '* | convert rmunit(duration) AS ms, memk(heap)',
      does: 'Converts values such as `12ms` and `64m` to numbers.',
    },
  ],
  datamodel: [
    {
      query: '| datamodel Web Web search | search Web.status>=500 | table Web.uri_path, Web.status',
      does: 'Failed requests, with the field names of the data model.',
    },
    {
      query: '| datamodel Web Web flat | stats count BY status',
      does: 'Request count by status code. Field names have no dataset prefix.',
    },
  ],
  dedup: [
    { query: 'level=error | dedup host', does: 'Latest error per host.' },
    {
      query: 'index=web | dedup 3 user_id, path keepempty=true',
      does: 'Latest three events per user and path. Keeps events without a user or path.',
    },
    {
      query: 'index=web | dedup path sortby -duration',
      does: 'Slowest request per path.',
    },
  ],
  delta: [
    {
      query: '* | timechart span=1h count | delta count AS change',
      does: 'Change vs previous hour.',
    },
    {
      query: '* | timechart span=1h count | delta count AS change p=24',
      does: 'Change vs the same hour of the previous day.',
    },
  ],
  eval: [
    {
      query:
        'index=web | eval seconds=round(duration / 1000, 2), isSlow=if(seconds > 3, "yes", "no")',
      does: 'Creates two fields. The second uses the first.',
    },
    {
      query: `index=web | eval endpoint=method . " " . replace(path, "/\\d+", "/:id") | top endpoint`,
      does: 'Concatenates strings and replaces IDs with a regular expression.',
    },
    {
      query: `* | eval service=coalesce('service.name', source)`,
      does: 'Uses the source as a fallback for a missing service name.',
    },
  ],
  eventcount: [
    { query: '| eventcount summarize=false', does: 'Event count by index.' },
    { query: '| eventcount index=web index=jobs', does: 'Total event count of two indexes.' },
  ],
  eventstats: [
    {
      query: 'index=web | eventstats avg(duration) AS usual BY path | where duration > 2 * usual',
      does: 'Requests that took more than twice the average of their path.',
    },
    {
      query:
        '* | stats count BY host | eventstats sum(count) AS total | eval share=round(100 * count / total, 1)',
      does: 'Percentage of the total for each host.',
    },
  ],
  extract: [
    {
      query: '* | extract | stats count BY user',
      does: 'Event count by the `user=…` of the raw text.',
    },
    {
      query: 'index=web | extract pairdelim=";" kvdelim=":" | table _time event',
      does: 'Extracts pairs such as `a:1;b:2`.',
    },
  ],
  fieldformat: [
    {
      query:
        '* | stats count AS events BY host | fieldformat events=tostring(events, "commas") | sort -events',
      does: 'Displays counts with thousands separators and still sorts numerically.',
    },
    {
      query:
        '* | stats latest(_time) AS seen BY host | fieldformat seen=strftime(seen, "%H:%M:%S")',
      does: 'Displays epoch seconds as a time of day.',
    },
  ],
  fields: [
    {
      query: 'index=web | fields status, path, user*',
      does: 'Keeps the listed fields, the time and the raw text.',
    },
    {
      query: 'index=web | fields - _raw, debug.*',
      does: 'Removes the raw text and all debug fields.',
    },
  ],
  filldown: [
    {
      query: '* | timechart span=1m avg(temperature) AS temperature | filldown temperature',
      does: 'Carries the last reading forward to minutes without one.',
    },
    { query: '* | sort 0 _time | filldown', does: 'Fills all fields.' },
  ],
  fillnull: [
    {
      query: '* | fillnull value=none region | stats count BY region',
      does: 'Event count by region, including events without a region.',
    },
    {
      query: '* | chart count OVER host BY level | fillnull',
      does: 'Replaces all empty cells of a table with 0.',
    },
  ],
  foreach: [
    {
      query:
        '* | chart count OVER host BY level | foreach error warn [eval <<FIELD>>=coalesce(<<FIELD>>, 0) * 10]',
      does: 'Applies the same expression to two columns.',
    },
    {
      query: `* | timechart span=1h count BY level | eval total=0 | foreach * [eval total=total + if("<<FIELD>>"="total", 0, coalesce('<<FIELD>>', 0))]`,
      does: 'Adds up all columns, regardless of their names.',
    },
  ],
  format: [
    {
      query: 'level=error | top 3 host | fields host | format',
      does: 'Shows the search expression that a subsearch would return.',
    },
    {
      query:
        'index=web [search index=audit action=login_failed | dedup client_ip | fields client_ip | format maxresults=50]',
      does: 'Requests from up to 50 IP addresses with failed logins.',
    },
  ],
  fromjson: [
    {
      query: `| makeresults | eval data="{\\"user\\": \\"ann\\", \\"tries\\": 3}" | fromjson data | table user, tries`,
      does: 'Extracts two fields from a JSON string.',
    },
    {
      query: '* | fromjson payload | stats count BY action',
      does: 'Event count by a value in a JSON field.',
    },
  ],
  gauge: [
    {
      query: '* | stats count | gauge count 0 100 500 1000',
      does: 'Event count with three ranges.',
    },
    {
      query: 'level=error | stats count AS errors | eval most=50 | gauge errors 0 10 most',
      does: 'Uses the value of a field as the last boundary.',
    },
  ],
  geostats: [
    {
      query: 'index=web | iplocation client_ip | geostats count',
      does: 'Counts requests per cell of the map.',
    },
    {
      query:
        'index=web | iplocation client_ip | geostats binspanlat=10 binspanlong=10 sum(bytes) AS sent BY status',
      does: 'Bytes sent per cell and status code, with smaller cells.',
    },
  ],
  head: [
    { query: 'level=error | head 5', does: 'Latest 5 errors. The default is 10.' },
    {
      query: '* | sort 0 _time | head (level!="error")',
      does: 'All events before the first error.',
    },
  ],
  inputlookup: [
    { query: '| inputlookup teams WHERE team=pay*', does: 'Rows of one team.' },
    {
      query: '* | stats count BY service.name | inputlookup append=true services',
      does: 'Appends all known services, including those without events.',
    },
  ],
  iplocation: [
    {
      query: 'index=web | iplocation client_ip | stats count BY Country, City',
      does: 'Counts requests per city.',
    },
    {
      query:
        'index=web | iplocation prefix=client_ allfields=true client_ip | table client_ip, client_Timezone | dedup client_ip',
      does: 'Shows the time zone of each client.',
    },
  ],
  join: [
    {
      query: 'index=web status>=500 | join trace_id [search index=jobs | fields trace_id, job]',
      does: 'Failed requests with the job of the same trace.',
    },
    {
      query:
        '* | stats count BY user_id | join type=left user_id [search index=web | table user_id, user]',
      does: 'Adds user names. Keeps users without a name.',
    },
  ],
  loadjob: [
    { query: '| loadjob savedsearch="Failed payments"', does: 'Runs a saved search.' },
    { query: '| loadjob savedsearch="a:b:Failed payments"', does: 'Ignores owner and app.' },
  ],
  lookup: [
    {
      query: '* | lookup teams service AS service.name OUTPUT team, contact AS mail',
      does: 'Adds the owner of each service. Overwrites existing fields with these names.',
    },
    {
      query: '* | lookup hosts host OUTPUTNEW region',
      does: 'Adds the region to events that don’t have one.',
    },
  ],
  makemv: [
    {
      query: '* | makemv delim="," roles | mvexpand roles | stats count BY roles',
      does: 'Event count by role.',
    },
    {
      query: `* | makemv tokenizer="(\\w+)@" recipients`,
      does: 'Extracts user names from a list of email addresses.',
    },
  ],
  makeresults: [
    {
      query: '| makeresults | eval path="/users/42", id=replace(path, ".*/", "")',
      does: 'Tests an expression on a single row.',
    },
    {
      query: '| makeresults count=5 | streamstats count AS n | eval square=n * n',
      does: 'Generates five numbered rows.',
    },
  ],
  map: [
    {
      query:
        'index=web status>=500 | stats count BY user | map search="search index=web user=$user$ | stats count AS requests, dc(path) AS paths | eval user=\\"$user$\\""',
      does: 'All requests of the users who received server errors.',
    },
    {
      query:
        'level=error | stats count BY source | map maxsearches=2 search="search source=$source$ | stats count AS events | eval source=\\"$source$\\""',
      does: 'Number of all events of sources with errors, for two of them.',
    },
  ],
  metadata: [
    {
      query: '| metadata type=hosts | table host, totalCount, firstTime, lastTime',
      does: 'Hosts with event count and first and last event time.',
    },
    {
      query: '| metadata type=sources | where lastTime < now() - 600 | table source, lastTime',
      does: 'Sources without events in the last 10 minutes.',
    },
  ],
  metasearch: [
    {
      query: '| metasearch index=web host=prod-web-1 | stats count',
      does: 'Event count of one host.',
    },
    { query: '| metasearch level=error | stats count BY host', does: 'Error count by host.' },
  ],
  multisearch: [
    {
      query:
        '| multisearch [search index=web status>=500 | eval kind="web"] [search index=jobs level=error | eval kind="job"] | stats count BY kind',
      does: 'Failed requests and failed jobs in one table.',
    },
    {
      query: '| multisearch [search index=web] [search index=jobs] | stats count BY index',
      does: 'Event count of two indexes. Equivalent to a single search with OR.',
    },
  ],
  mvcombine: [
    {
      query: '* | stats count BY path, host | fields - count | mvcombine host',
      does: 'One row per path, with all hosts.',
    },
    {
      query: '* | table user, role | mvcombine delim=", " role',
      does: 'One row per user, with all roles.',
    },
  ],
  mvexpand: [
    {
      query: '* | eval part=split(path, "/") | mvexpand part | stats count BY part',
      does: 'Event count by path segment.',
    },
    { query: '* | mvexpand tags limit=5', does: 'Expands at most 5 values per event.' },
  ],
} as const satisfies Readonly<Record<string, readonly Example[]>>;
