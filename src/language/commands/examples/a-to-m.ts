/** Examples of commands, from `accum` on. */
import type { Example } from '../definition.ts';

export const FIRST_EXAMPLES = {
  accum: [
    {
      query: '* | timechart span=1h count | accum count AS total',
      does: 'Cumulative count over the hours of a day.',
    },
    {
      query: 'index=web | sort 0 _time | accum bytes AS sent',
      does: 'Cumulative bytes, oldest event first.',
    },
  ],
  addcoltotals: [
    {
      query:
        '* | stats count, sum(bytes) AS bytes BY host | addcoltotals labelfield=host label=all',
      does: 'Adds a row called all.',
    },
    {
      query: '* | chart count OVER host BY level | addcoltotals error, warn',
      does: 'Sums two columns only.',
    },
  ],
  addinfo: [
    {
      query:
        '* earliest=-1h | head 1 | addinfo | eval hours=(info_max_time - info_min_time) / 3600 | table hours',
      does: 'How long the range of the search is.',
    },
    {
      query:
        '* | stats max(_time) AS seen BY host | addinfo | eval silent=info_max_time - seen | table host, silent',
      does: 'For how long each host has been silent.',
    },
  ],
  addtotals: [
    {
      query: 'index=web | chart count OVER path BY status | addtotals fieldname=all',
      does: 'Adds a column with the sum over all status.',
    },
    {
      query: '* | stats count BY host | addtotals row=false col=true labelfield=host',
      does: 'Adds a row with the sum over all hosts.',
    },
  ],
  append: [
    {
      query: 'index=web | stats count BY host | append [search index=jobs | stats count BY host]',
      does: 'Two tables, one below the other.',
    },
    {
      query: '* | stats count | append [| makeresults | eval count=0] | head 1',
      does: 'Ensures at least one row.',
    },
  ],
  appendcols: [
    {
      query:
        'index=web | stats count AS requests | appendcols [search index=jobs | stats count AS jobs]',
      does: 'Two single numbers side by side.',
    },
    {
      query:
        'index=web | timechart span=1h count | appendcols override=true [search index=web level=error | timechart span=1h count AS errors]',
      does: 'Two charts with the same buckets.',
    },
  ],
  appendpipe: [
    {
      query:
        '* | stats count BY host, level | appendpipe [stats sum(count) AS count BY host | eval level="all"] | sort 0 host, level',
      does: 'A subtotal below the rows of each host.',
    },
    {
      query: 'level=fatal | stats count BY host | appendpipe [stats count | where count=0]',
      does: 'A row that says so when there are none.',
    },
  ],
  bin: [
    {
      query: '* | bin span=5m _time | stats count BY _time, level',
      does: 'Counts per five minutes and level.',
    },
    {
      query: 'index=web | bin span=100 duration AS slot | stats count BY slot',
      does: 'Counts per 100 milliseconds of duration and keeps the exact duration.',
    },
    {
      query: '* | bin _time span=1w@w1',
      does: 'Sets every event to the Monday of its week.',
    },
  ],
  chart: [
    {
      query: 'index=web | chart count OVER path BY status',
      does: 'A row per path, a column per status.',
    },
    {
      query: 'index=web | chart span=100 limit=0 count BY duration, region',
      does: 'A row per 100 milliseconds, a column per region, however many.',
    },
  ],
  cluster: [
    {
      query:
        'level=error | cluster showcount=true | sort 10 -cluster_count | table cluster_count, event',
      does: 'One event of each of the ten largest groups.',
    },
    {
      query: 'level=error | cluster labelonly=true t=0.9 | stats dc(host) BY cluster_label',
      does: 'On how many hosts each group occurs.',
    },
  ],
  convert: [
    {
      query:
        '* | stats latest(_time) AS seen BY host | convert timeformat="%Y-%m-%d %H:%M" ctime(seen)',
      does: 'Formats a time.',
    },
    {
      query: '* | convert rmunit(duration) AS ms, memk(heap)',
      does: 'Converts 12ms and 64m to numbers.',
    },
  ],
  dedup: [
    { query: 'level=error | dedup host', does: 'The newest error of each host.' },
    {
      query: 'index=web | dedup 3 user_id, path keepempty=true',
      does: 'Three events of each pair; events without a user or a path stay.',
    },
    {
      query: 'index=web | dedup path sortby -duration',
      does: 'The slowest request of each path.',
    },
  ],
  delta: [
    {
      query: '* | timechart span=1h count | delta count AS change',
      does: 'Change of each hour from the previous hour.',
    },
    {
      query: '* | timechart span=1h count | delta count AS change p=24',
      does: 'Change of each hour from the same hour the day before.',
    },
  ],
  eval: [
    {
      query:
        'index=web | eval seconds=round(duration / 1000, 2), isSlow=if(seconds > 3, "yes", "no")',
      does: 'Creates two fields, the second from the first.',
    },
    {
      query: `index=web | eval endpoint=method . " " . replace(path, "/\\d+", "/:id") | top endpoint`,
      does: 'Joins text with a dot and replaces with a regular expression.',
    },
    {
      query: `* | eval service=coalesce('service.name', source)`,
      does: 'Uses the first of two fields that exists.',
    },
  ],
  eventcount: [
    { query: '| eventcount summarize=false', does: 'Counts per index.' },
    { query: '| eventcount index=web index=jobs', does: 'Events of two indexes together.' },
  ],
  eventstats: [
    {
      query: 'index=web | eventstats avg(duration) AS usual BY path | where duration > 2 * usual',
      does: 'Finds requests that took twice as long as usual for their path.',
    },
    {
      query:
        '* | stats count BY host | eventstats sum(count) AS total | eval share=round(100 * count / total, 1)',
      does: 'Adds the share of each row.',
    },
  ],
  fieldformat: [
    {
      query:
        '* | stats count AS events BY host | fieldformat events=tostring(events, "commas") | sort -events',
      does: 'Sorts by the number and shows it with separators.',
    },
    {
      query:
        '* | stats latest(_time) AS seen BY host | fieldformat seen=strftime(seen, "%H:%M:%S")',
      does: 'Shows a time, keeps the epoch seconds until the end.',
    },
  ],
  fields: [
    {
      query: 'index=web | fields status, path, user*',
      does: 'Keeps these fields, and the time and raw text.',
    },
    { query: 'index=web | fields - _raw, debug.*', does: 'Removes the text and all debug fields.' },
  ],
  filldown: [
    {
      query: '* | timechart span=1m avg(temperature) AS temperature | filldown temperature',
      does: 'Fills minutes without a reading with the last one.',
    },
    { query: '* | sort 0 _time | filldown', does: 'Fills every field with its last value.' },
  ],
  fillnull: [
    {
      query: '* | fillnull value=none region | stats count BY region',
      does: 'Counts the events without a region, too.',
    },
    {
      query: '* | chart count OVER host BY level | fillnull',
      does: 'Fills every empty cell of a table with 0.',
    },
  ],
  foreach: [
    {
      query:
        '* | chart count OVER host BY level | foreach error warn [eval <<FIELD>>=coalesce(<<FIELD>>, 0) * 10]',
      does: 'Changes two columns in the same way.',
    },
    {
      query: `* | timechart span=1h count BY level | eval total=0 | foreach * [eval total=total + if("<<FIELD>>"="total", 0, coalesce('<<FIELD>>', 0))]`,
      does: 'Adds up whatever columns there are.',
    },
  ],
  format: [
    {
      query: 'level=error | top 3 host | fields host | format',
      does: 'Shows the filter that a subsearch would return.',
    },
    {
      query:
        'index=web [search index=audit action=login_failed | dedup client_ip | fields client_ip | format maxresults=50]',
      does: 'Searches for at most 50 addresses.',
    },
  ],
  fromjson: [
    {
      query: `| makeresults | eval data="{\\"user\\": \\"ann\\", \\"tries\\": 3}" | fromjson data | table user, tries`,
      does: 'Two fields out of one text.',
    },
    {
      query: '* | fromjson payload | stats count BY action',
      does: 'Counts by a value inside of JSON.',
    },
  ],
  gauge: [
    { query: '* | stats count | gauge count 0 100 500 1000', does: 'A count and three ranges.' },
    {
      query: 'level=error | stats count AS errors | eval most=50 | gauge errors 0 10 most',
      does: 'The last limit comes from a field.',
    },
  ],
  head: [
    { query: 'level=error | head 5', does: 'The five newest errors; without a number, ten.' },
    {
      query: '* | sort 0 _time | head (level!="error")',
      does: 'Everything up to the first error.',
    },
  ],
  inputlookup: [
    { query: '| inputlookup teams WHERE team=pay*', does: 'The rows of one team.' },
    {
      query: '* | stats count BY service.name | inputlookup append=true services',
      does: 'Adds the services that sent nothing.',
    },
  ],
  join: [
    {
      query: 'index=web status>=500 | join trace_id [search index=jobs | fields trace_id, job]',
      does: 'Adds the job to failed requests that have one.',
    },
    {
      query:
        '* | stats count BY user_id | join type=left user_id [search index=web | table user_id, user]',
      does: 'Adds the names of users and keeps those without one.',
    },
  ],
  lookup: [
    {
      query: '* | lookup teams service AS service.name OUTPUT team, contact AS mail',
      does: 'Adds the owner of a service. Existing fields with these names are overwritten.',
    },
    {
      query: '* | lookup hosts host OUTPUTNEW region',
      does: 'Fills in the region where the event has none.',
    },
  ],
  makemv: [
    {
      query: '* | makemv delim="," roles | mvexpand roles | stats count BY roles',
      does: 'Events of each role.',
    },
    {
      query: `* | makemv tokenizer="(\\w+)@" recipients`,
      does: 'Extracts the names from a list of addresses.',
    },
  ],
  makeresults: [
    {
      query: '| makeresults | eval path="/users/42", id=replace(path, ".*/", "")',
      does: 'Tests an expression on one row.',
    },
    {
      query: '| makeresults count=5 | streamstats count AS n | eval square=n * n',
      does: 'Creates five numbered rows.',
    },
  ],
  metadata: [
    {
      query: '| metadata type=hosts | table host, totalCount, firstTime, lastTime',
      does: 'Each host, and since when it sends.',
    },
    {
      query: '| metadata type=sources | where lastTime < now() - 600 | table source, lastTime',
      does: 'Sources that have sent nothing for ten minutes.',
    },
  ],
  metasearch: [
    {
      query: '| metasearch index=web host=prod-web-1 | stats count',
      does: 'Counts events of a host.',
    },
    { query: '| metasearch level=error | stats count BY host', does: 'Errors of each host.' },
  ],
  multisearch: [
    {
      query:
        '| multisearch [search index=web status>=500 | eval kind="web"] [search index=jobs level=error | eval kind="job"] | stats count BY kind',
      does: 'Failures of two kinds in one table.',
    },
    {
      query: '| multisearch [search index=web] [search index=jobs] | stats count BY index',
      does: 'Without commands it is one search with OR.',
    },
  ],
  mvcombine: [
    {
      query: '* | stats count BY path, host | fields - count | mvcombine host',
      does: 'One row per path with all its hosts.',
    },
    { query: '* | table user, role | mvcombine delim=", " role', does: 'One row per user.' },
  ],
  mvexpand: [
    {
      query: '* | eval part=split(path, "/") | mvexpand part | stats count BY part',
      does: 'Counts the parts of paths.',
    },
    { query: '* | mvexpand tags limit=5', does: 'Uses at most five values per event.' },
  ],
} as const satisfies Readonly<Record<string, readonly Example[]>>;
