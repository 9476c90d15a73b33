/** Every function of the language, called with its own result in the place of each argument it computes. */
import { EVAL_FUNCTIONS } from '../../../src/language/index.ts';
import type { EvalFunction, Parameter } from '../../../src/language/functions/signature.ts';

/** An expression around another one. */
type Wrap = (inner: string) => string;

export interface Nesting {
  readonly name: string;
  readonly wrap: Wrap;
}

/** Each function once for every argument that can be computed, and operators beside them. */
export function nestings(): Nesting[] {
  const calls = Object.entries<EvalFunction>(EVAL_FUNCTIONS).flatMap(([name, facts]) =>
    formsOf(name, facts).flatMap((form, i) =>
      form.flatMap((parameter, place) =>
        // With the optional arguments, those are of interest alone.
        isComputed(name, parameter, place) && (i === 0 || parameter.optional === true)
          ? [{ name: shown(name, form, place), wrap: callOf(name, facts, form, place) }]
          : [],
      ),
    ),
  );
  return [...calls, ...operators()];
}

/** The wraps one inside another, the first one outermost; they begin anew when there are more levels. */
export function nested(wraps: readonly Wrap[], depth: number, innermost = '"12ab"'): string {
  let text = innermost;
  for (let level = depth - 1; level >= 0; level--) {
    text = wraps[level % wraps.length]?.(text) ?? text;
  }
  return text;
}

/** With as few arguments as it takes, and with as many. */
function formsOf(name: string, { parameters, pairs }: EvalFunction): Parameter[][] {
  const required = parameters.filter(({ optional }) => optional !== true);
  // The arguments of these come in pairs.
  const isPaired = name === 'case' || name === 'validate' || pairs !== undefined;
  if (isPaired || required.length === parameters.length) return [required];
  return [required, [...parameters]];
}

/** Places whose argument has to be written out. */
const WRITTEN_OUT: Readonly<Record<string, readonly number[]>> = {
  cidrmatch: [0],
  ipmask: [0],
  json_append: [1],
  json_array_to_mv: [1],
  json_delete: [1, 2],
  json_extend: [1],
  json_extract: [1],
  json_extract_exact: [1, 2],
  json_has_key_exact: [1],
  // Each level would double the backslashes, which is stopped.
  json_object: [0],
  json_set: [1],
  json_set_exact: [1],
  ltrim: [1],
  mv_to_json_array: [0, 1],
  mvfind: [1],
  mvjoin: [1],
  mvzip: [2],
  printf: [0],
  replace: [1, 2],
  rtrim: [1],
  spath: [1],
  split: [1],
  tonumber: [1],
  trim: [1],
};

function isComputed(name: string, { type }: Parameter, place: number): boolean {
  const isValue = type === 'any' || type === 'number' || type === 'text' || type === 'boolean';
  // Both are refused at the third level.
  return (
    isValue &&
    name !== 'mvfilter' &&
    name !== 'mvmap' &&
    WRITTEN_OUT[name]?.includes(place) !== true
  );
}

function shown(name: string, form: readonly Parameter[], place: number): string {
  return `${name}(${form.map((each, i) => (i === place ? `«${each.name}»` : each.name)).join(', ')})`;
}

function callOf(
  name: string,
  facts: EvalFunction,
  form: readonly Parameter[],
  place: number,
): Wrap {
  return (inner) => {
    const list = form.map((parameter, i) =>
      i === place ? fitting(inner, parameter) : literal(name, parameter, i),
    );
    const call = `${name}(${list.join(',')})`;
    // A truth value is no argument of anything else.
    return facts.result === 'boolean' ? `if(${call},"12ab","7")` : call;
  };
}

function fitting(inner: string, { type }: Parameter): string {
  switch (type) {
    case 'boolean':
      return `(${inner})="12ab"`;
    case 'number':
      return `tonumber(${inner})`;
    case 'text':
      return `tostring(${inner})`;
    default:
      return inner;
  }
}

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  cidrmatch: ['"10.0.0.0/8"', '"10.1.2.3"'],
  ipmask: ['"255.255.0.0"', '"10.1.2.3"'],
  json_append: ['"{}"', '"a.b"'],
  json_array_to_mv: ['"[]"', 'true()'],
  json_delete: ['"{}"', '"a.b"', '"c"'],
  json_extend: ['"{}"', '"a.b"'],
  json_extract: ['"{}"', '"a.b"'],
  json_set: ['"{}"', '"a.b"'],
  mv_to_json_array: ['"12ab"', 'true()'],
  spath: ['"{}"', '"a.b"'],
  printf: ['"%-5.3s|"'],
  searchmatch: ['"a"'],
  tonumber: ['"12"', '"16"'],
  tostring: ['12', '"commas"'],
};

function literal(name: string, { type }: Parameter, place: number): string {
  const known = LITERALS[name]?.[place];
  if (known !== undefined) return known;
  if (typeof type === 'object') return `"${type.choices[0] ?? ''}"`;
  switch (type) {
    case 'boolean':
      return 'f="a"';
    case 'number':
      return '2';
    case 'regex':
      return '"(1)(2)"';
    case 'format':
      return '"%Y-%m-%d %H:%M"';
    case 'time':
      return '"-1d@w"';
    default:
      return '"12ab"';
  }
}

function operators(): Nesting[] {
  const each: Readonly<Record<string, Wrap>> = {
    'a . b': (inner) => `((${inner})."x")`,
    'a + b': (inner) => `((${inner})+f)`,
    'a - b': (inner) => `((${inner})-1)`,
    'a * b': (inner) => `(2*(${inner}))`,
    'a / b': (inner) => `(2/(${inner}))`,
    'a % b': (inner) => `((${inner})%7)`,
    'b % a': (inner) => `(7%(${inner}))`,
    '-a': (inner) => `(-(${inner}))`,
    'a = b': (inner) => `if((${inner})=f,"12ab","7")`,
    'a < 7': (inner) => `if((${inner})<7,"12ab","7")`,
    'a IN (b)': (inner) => `if((${inner}) IN ("12ab",f,"c"),"12ab","7")`,
    'a AND b': (inner) => `if((${inner})="a" AND f="b","12ab","7")`,
    'NOT a': (inner) => `if(NOT (${inner})="a","12ab","7")`,
    'a XOR b': (inner) => `if(((${inner})="a") XOR f="b","12ab","7")`,
    'tostring(a, "duration")': (inner) => `tostring(tonumber(${inner}),"duration")`,
    'tostring(a, "hex")': (inner) => `tostring(tonumber(${inner}),"hex")`,
    'spath(a, "{}")': (inner) => `spath(tostring(${inner}),"a{}.b")`,
    'strptime by week': (inner) => `strptime(tostring(${inner}),"%G-%V-%u")`,
    'strptime by day': (inner) => `strptime(tostring(${inner}),"%y %j")`,
    'like a pattern': (inner) => `if(like("12ab",tostring(${inner})),"12ab","7")`,
  };
  return Object.entries(each).map(([name, wrap]) => ({ name, wrap }));
}

/** Commands one after another, each of which names what the one before has made more than once. */
export function stackedQueries(depth: number): ReadonlyMap<string, string> {
  const stacked = (head: string, stage: string): string => head + ` | ${stage}`.repeat(depth);
  const made = '| makeresults | eval x="12ab"';
  return new Map(
    Object.entries({
      'eval of itself': stacked(made, 'eval x=if(x="a",x,substr(x,1))'),
      'eval and a filter at the end': `${stacked(made, 'eval x=if(x="a",x,substr(x,1))')} | where x="12ab"`,
      'eval and a search at the end': `${stacked(made, 'eval x=nullif(x,"b")')} | search x=12*`,
      'several assignments': `${made} | eval ${Array.from({ length: depth }, () => 'x=if(x="a",x,substr(x,1))').join(', ')}`,
      where: stacked(made, 'where match(x,"12ab") OR x="12ab"'),
      rex: stacked(made, 'rex field=x "(?<x>12ab)"'),
      'rex of many': stacked(made, 'rex field=x max_match=3 "(?<y>1)(?<z>2)"'),
      'rex mode=sed': stacked(made, 'rex field=x mode=sed "s/12/12/g"'),
      replace: stacked(made, 'replace 1* WITH 12ab IN x'),
      convert: stacked(made, 'convert auto(x)'),
      'convert dur2sec': stacked(made, 'convert dur2sec(x)'),
      fillnull: stacked(made, 'fillnull value=a x'),
      'fillnull of lists': stacked(`${made} | eval x=split(x,"a")`, 'fillnull value=a x'),
      bin: stacked('| makeresults | eval x=12', 'bin x span=3'),
      makemv: stacked(made, 'makemv delim="," x'),
      nomv: stacked(`${made} | eval x=split(x,"a")`, 'nomv x | makemv delim="," x'),
      mvmap: stacked(`${made} | eval x=split(x,"a")`, 'eval x=mvmap(x,if(x="b",x,substr(x,1)))'),
      'mvmap with another field': stacked(
        `${made} | eval x=split(x,"a"), y="c"`,
        'eval y=mvmap(x,if(mvcount(y)>5,x,"b"))',
      ),
      'two levels of mvmap and mvfilter': stacked(
        `${made} | eval x=split(x,"a")`,
        'eval x=mvmap(x,if(mvcount(mvfilter(match(x,"b")))>0,x,"b"))',
      ),
      rangemap: stacked('| makeresults | eval range=12', 'rangemap field=range low=0-9 high=10-99'),
      spath: stacked(made, 'spath input=x output=x path=a.b'),
      rename: stacked(made, 'rename x AS y, y AS x'),
      addtotals: stacked('| makeresults | eval x=1', 'addtotals fieldname=x x'),
      'stats of eval': stacked('| makeresults | eval x=1', 'stats sum(eval(if(x>0,x,0))) AS x'),
      'stats of a nested eval': `${made} | stats values(eval(${nested([(inner) => `if(match(${inner},"12ab"),"12ab","x")`], depth, 'x')})) AS y`,
      stats: stacked('| makeresults | eval x=1', 'stats count AS x'),
      dedup: stacked('| makeresults | eval x=1', 'dedup x'),
      top: stacked('| makeresults | eval x=1', 'top x'),
      'eventstats and a filter': stacked(
        '| makeresults | eval x=1',
        'eventstats count AS c by x | where c>0',
      ),
      eventstats: stacked('| makeresults | eval x=1', 'eventstats max(eval(x*2)) AS x'),
      streamstats: stacked('| makeresults | eval x=1', 'streamstats sum(x) AS x'),
    }),
  );
}
