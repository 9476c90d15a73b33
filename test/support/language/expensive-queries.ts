/**
 * The most expensive texts of a query: each command with as much as the text holds, which is refused, and
 * with as much as is taken. None of them may hold the thread that answers requests.
 */
import { LIMITS } from '../../../src/spec/limits.ts';

const { textCharactersMax, stagesMax, subsearchesMax, nestingMax } = LIMITS.query;

/** As many pieces as the text and `countMax` allow. */
type Fill = (
  head: string,
  piece: (place: number) => string,
  between: string,
  tail?: string,
) => string;

/** Lengths at which different bounds take hold: of values, of columns, of terms, of the text. */
const COUNTS = [60, 180, 330, 480, 950, Infinity];

export function expensiveQueries(): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const countMax of COUNTS) {
    const fill: Fill = (head, piece, between, tail = '') => {
      let text = head;
      for (let place = 0; place < countMax; place++) {
        const next = `${place === 0 ? '' : between}${piece(place)}`;
        if (text.length + next.length + tail.length > textCharactersMax) break;
        text += next;
      }
      return text + tail;
    };
    for (const [name, text] of Object.entries({ ...searches(fill), ...commands(fill) })) {
      all.set(countMax === Infinity ? name : `${name}, ${countMax} times`, text);
    }
  }
  return new Map([...all, ...Object.entries(fixed())]);
}

function searches(fill: Fill): Record<string, string> {
  return {
    'IN of numbers': fill('f IN (', (i) => String(i % 10), ',', ')'),
    'IN of words': fill('f IN (', (i) => (i % 2 === 0 ? 'a' : 'b'), ',', ')'),
    'IN of wildcards': fill('f IN (', () => 'a*', ',', ')'),
    'IN of networks': fill('f IN (', () => '1.1.1.1/8', ',', ')'),
    'IN of a column': fill('level IN (', () => 'a', ',', ')'),
    'IN of indexes': fill('index IN (', () => 'a', ',', ')'),
    OR: fill('', () => 'a', ' OR '),
    AND: fill('', () => 'a', ' '),
    NOT: fill('', () => 'NOT a', ' '),
    'OR of comparisons': fill('', () => 'a=1', ' OR '),
    'where IN': fill('* | where f IN (', () => '1', ',', ')'),
    'where in()': fill('* | where in(f,', () => '1', ',', ')'),
    'where IN of sums': fill('* | where f IN (', () => 'a+1', ',', ')'),
    'where OR': fill('* | where ', () => 'a=1', ' OR '),
    'eval +': fill('* | eval x=', () => 'a', '+'),
    'eval .': fill('* | eval x=', () => 'a', '.'),
    'eval of many': fill('* | eval ', (i) => `x${i}=1`, ','),
    'eval of itself': fill('* | eval ', () => 'x=x.x', ','),
    'case()': fill('* | eval x=case(', () => 'a=1,b', ',', ')'),
    'coalesce()': fill('* | eval x=coalesce(', () => 'a', ',', ')'),
    'mvappend()': fill('* | eval x=mvappend(', () => 'a', ',', ')'),
    'max()': fill('* | eval x=max(', () => 'a', ',', ')'),
  };
}

function commands(fill: Fill): Record<string, string> {
  const field = (i: number): string => `c${i}`;
  const counted = (i: number): string => `count AS c${i}`;
  return {
    stats: fill('* | stats ', (i) => `p99(a${i})`, ' '),
    'stats by': fill('* | stats count by ', field, ','),
    'stats of stars': fill('* | table ', field, ' ', ' | stats sum(*)'),
    table: fill('* | table ', field, ' '),
    'table of stars': fill('* | table ', (i) => `c${i}*`, ' '),
    fields: fill('* | table ', field, ' ', ` | fields${' a*'.repeat(500)}`),
    rename: fill('* | rename ', (i) => `c${i} AS d${i}`, ' '),
    'rename of stars': fill('* | rename ', (i) => `c${i}* AS d${i}*`, ' '),
    sort: fill('* | sort ', field, ','),
    dedup: fill('* | dedup ', field, ' '),
    top: fill('* | top ', field, ','),
    fillnull: fill('* | fillnull ', field, ' '),
    'fillnull of all': fill('* | table ', field, ' ', ' | fillnull'),
    filldown: fill('* | filldown ', field, ' '),
    replace: fill('* | replace ', () => 'a WITH b', ', ', ' IN c'),
    rangemap: fill('* | rangemap field=a ', (i) => `r${i}=1-2`, ' '),
    convert: fill('* | convert ', (i) => `num(a${i})`, ' '),
    rex: fill('* | rex "', (i) => `(?<a${i}>.)`, '', '"'),
    addtotals: fill('* | table ', field, ' ', ' | addtotals'),
    transpose: fill('* | table ', field, ' ', ' | transpose 0'),
    untable: fill('* | table ', field, ' ', ' | untable a b c'),
    eventstats: fill('* | eventstats ', counted, ' '),
    streamstats: fill('* | streamstats ', (i) => `sum(a) AS c${i}`, ' '),
    timechart: fill('* | timechart ', counted, ' '),
    chart: fill('* | chart ', counted, ' ', ' over a by b'),
    transaction: fill('* | transaction ', field, ' '),
    append: fill('* | table ', field, ' ', ' | append [ search a ]'),
    tstats: fill('| tstats ', counted, ' '),
    'table and many commands': fill('* | table ', field, ' ', ' | sort c1'.repeat(90)),
  };
}

function fixed(): Record<string, string> {
  const stars = 50;
  const halfText = textCharactersMax / 2 - 20;
  return {
    'stats of stars AS stars':
      `* | table ${'a'.repeat(stars)}c${'a'.repeat(150)} ` +
      `| stats sum(${'*a'.repeat(stars)}*c*) AS ${'*b'.repeat(stars)}*d*`,
    'rename of stars AS stars':
      `* | table ${'a'.repeat(stars)}c${'a'.repeat(150)} ` +
      `| rename ${'*a'.repeat(stars)}*c* AS ${'*b'.repeat(stars)}*d*`,
    'eval, again and again': `*${' | eval x=x+x'.repeat(stagesMax - 1)}`,
    'eval . again and again': `*${' | eval x=x.x'.repeat(stagesMax - 1)}`,
    'where, again and again': `*${' | where a=1'.repeat(stagesMax - 1)}`,
    'stats, again and again': `*${' | stats count by a'.repeat(stagesMax - 1)}`,
    'eval %': `* | eval x=a${'%a'.repeat(nestingMax)}`,
    calls: `* | eval x=${'abs('.repeat(nestingMax)}a${')'.repeat(nestingMax)}`,
    'if in if': `* | eval x=${'if(a=1,b,'.repeat(nestingMax)}a${')'.repeat(nestingMax)}`,
    parentheses: `${'('.repeat(nestingMax)}a${')'.repeat(nestingMax)}`,
    'open parentheses': '('.repeat(textCharactersMax),
    'wrong commands': '|x '.repeat(textCharactersMax / 4),
    quotes: '"'.repeat(textCharactersMax - 1),
    backticks: '`a` '.repeat(textCharactersMax / 4),
    'a term of stars': 'a*'.repeat(halfText),
    'a long phrase': `"${'ab '.repeat(halfText / 2)}"`,
    'a long case': `CASE(${'a'.repeat(halfText)})`,
    'a deep regex': `* | regex "${'(a|'.repeat(halfText / 2)}${')'.repeat(halfText / 2)}"`,
    'a long regex': `* | regex "${'a{1,9}'.repeat(halfText / 3)}"`,
    'a long path': `* | spath path="${'a.'.repeat(halfText)}b"`,
    'strftime()': `* | eval x=strftime(_time, "${'%Y'.repeat(halfText)}")`,
    'strptime()': `* | eval x=strptime(a, "${'%Y'.repeat(halfText)}")`,
    'replace()': `* | eval x=replace(a, "${'(a)'.repeat(halfText / 2)}", "b")`,
    'like()': `* | where like(a, "${'%a'.repeat(halfText)}")`,
    'searchmatch()': `* | where ${'searchmatch("a") OR '.repeat(400)}a=1`,
    subsearches: '[ search a ] '.repeat(subsearchesMax),
    joins: `*${' | join a [ search a ]'.repeat(subsearchesMax)}`,
    appends: `*${' | append [ search a ]'.repeat(subsearchesMax)}`,
    'fields beyond their number': `a${' | nope'.repeat(stagesMax)}`,
  };
}
