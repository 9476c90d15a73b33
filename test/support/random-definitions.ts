/**
 * Definitions of a bundle, made from the schema of their kind: every field there or not, every value of an enum, both
 * ends of a number, texts as long as may be. What only looks right is refused by the product; what it takes is counted.
 */
import { isObject } from '../../src/base/is-object.ts';
import { BUNDLE_KIND_FACTS, type BundleKind } from '../../src/contract/bundle-kinds.ts';
import type { Definition } from '../../src/contract/check-bundle.ts';
import { alternativesOf, type JsonSchema } from '../../src/contract/json-schema.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DefinitionInput {
  readonly random: SeededRandom;
  /** Of what is there already, to be referred to. */
  readonly keys: ReadonlyMap<BundleKind, readonly string[]>;
  readonly emails: readonly string[];
  /** Names differ by it. */
  readonly number: number;
  /** How often each place has chosen: what can be chosen takes turns, so that nothing is left out by chance. */
  readonly turns: Map<string, number>;
}

export function randomDefinition(kind: BundleKind, input: DefinitionInput): Definition {
  const { definition: schema } = BUNDLE_KIND_FACTS[kind];
  const made = valueOf({ ...input, kind }, schema, '') as Record<string, unknown>;
  delete made['adopt'];
  return mended(kind, made, input);
}

/** What a definition shows of its schema: `path=value` for every choice, and for both ends of what is bounded. */
export function shownChoices(kind: BundleKind, definition: unknown): string[] {
  const { definition: schema } = BUNDLE_KIND_FACTS[kind];
  return shown(schema, definition, kind);
}

/** All that there are to show. */
export function allChoices(kind: BundleKind): string[] {
  const found: string[] = [];
  gather(BUNDLE_KIND_FACTS[kind].definition, kind, found);
  return [...new Set(found)];
}

type Making = DefinitionInput & { readonly kind: BundleKind };

function valueOf(making: Making, schema: JsonSchema, path: string): unknown {
  const { random } = making;
  const hint = hintFor(making, path);
  if (hint !== undefined) return hint;
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    return valueOf(making, inTurn(making, path, alternatives), path);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return inTurn(making, path, schema.enum);
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return inTurn(making, path, [true, false]);
    case 'integer':
    case 'number':
      return numberOf(making, schema, path);
    case 'string':
      return textOf(random, schema);
    case 'array':
      return listOf(making, schema, path);
    default:
      return objectOf(making, schema, path);
  }
}

function inTurn<T>(making: Making, path: string, choices: readonly T[]): T {
  const place = `${making.kind}${path}/${typeof choices[0]}${choices.length}`;
  const turn = making.turns.get(place) ?? 0;
  making.turns.set(place, turn + 1);
  return choices[turn % choices.length] as T;
}

function numberOf(making: Making, schema: JsonSchema, path: string): number {
  const { random } = making;
  const { minimum: min = 0, maximum: max = min + 1_000 } = schema;
  const end = inTurn(making, path, ['min', 'max', 'between']);
  if (end === 'min') return min;
  if (end === 'max') return max;
  const small = random.integer(Math.ceil(min), Math.floor(Math.min(max, min + 1_000)));
  return Number.isInteger(min) ? small : min;
}

function textOf(random: SeededRandom, { minLength = 0, maxLength = 20 }: JsonSchema): string {
  if (random.chance(0.2)) return 'm'.repeat(maxLength);
  const text = one(random, ['a', 'b2', 'some "quoted" text', "it's: #1, é", 'yes', '1e3', '', '~']);
  return text.slice(0, maxLength).padEnd(minLength, 'a');
}

function listOf(making: Making, schema: JsonSchema, path: string): unknown[] {
  const { items = {}, minItems = 0, maxItems = 3 } = schema;
  const count = making.random.integer(minItems, Math.min(maxItems, minItems + 3));
  const made = Array.from({ length: count }, () => valueOf(making, items, `${path}.*`));
  return [...new Map(made.map((each) => [JSON.stringify(each), each])).values()];
}

function objectOf(making: Making, schema: JsonSchema, path: string): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const patterns = (schema as { patternProperties?: Record<string, JsonSchema> }).patternProperties;
  const record = Object.values(patterns ?? {})[0];
  if (record !== undefined) {
    const name = path.endsWith('definitions') ? 'OWN' : 'host';
    return making.random.chance(0.5) ? {} : { [name]: valueOf(making, record, `${path}.{}`) };
  }
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || ALWAYS.has(name) || making.random.chance(0.45),
  );
  return Object.fromEntries(
    chosen.map(([name, each]) => [name, valueOf(making, each, `${path}.${name}`)]),
  );
}

/** What is required beside some other field, or holds most of what there is to choose. */
const ALWAYS: ReadonlySet<string> = new Set([
  'options',
  'panels',
  'variables',
  'display',
  'secretAccessKey',
  'url',
  'what',
]);

/** What a schema cannot say: queries, times, and the names of other things. */
function hintFor(making: Making, path: string): unknown {
  const { random, keys, emails, kind, number } = making;
  const found = HINTS.find(([pattern]) => pattern.test(`${kind}${path}`));
  if (found === undefined) return undefined;
  const [, hint] = found;
  if (Array.isArray(hint)) return one(random, hint as readonly unknown[]);
  switch (hint) {
    case 'name': {
      const name = one(random, [`own ${kind} ${number}`, `Ünïx: ${number}`, `n${number}#`]);
      return random.chance(0.2) ? name.padEnd(kind === 'reports' ? 80 : 100, '_') : name;
    }
    case 'word':
      return `w_${number}`;
    case 'email':
      return one(random, emails);
    default: {
      const known = keys.get(hint as BundleKind) ?? [];
      return known.length === 0 ? 'nothing' : one(random, known);
    }
  }
}

const QUERY = ['level=error', '* | stats count', '* | stats count BY a', '"a b" | head 3'];
const TIMES = ['-1h', '-1d@d', '2026-01-15T12:00:00Z'];
const HINTS: readonly (readonly [RegExp, readonly unknown[] | string])[] = [
  [/^(macros|dataModels)\.name$/, 'word'],
  [/^[a-zA-Z]+\.name$/, 'name'],
  [/^macros\.arguments\.\*$/, ['a', 'b', 'long_name']],
  [/^macros\.definition$/, ['level=error', 'x', '"a"']],
  [/^checks\.query$/, [...QUERY, null]],
  [/^checks\.criteria$/, ['It went well', '"a" is b']],
  [/^checks\.model$/, [null]],
  [/^macros\.validation$/, ['isnum(1)', 'true()', null]],
  [/^dataModels\.datasets$/, [DATASETS()]],
  [/^dataLinks\.(field|url)$/, ['https://a.b', 'https://a.b/{trace.id}?x={y z}']],
  [/^lookups\.csv$/, ['service,team\n"a, ""b""",x\n', 'a\n1\n2\n', 'é,b\n"x\ny",~\n']],
  [/^pipelines\.match$/, ['', 'a=b', 'index=web level=error']],
  [/^pipelines\.steps\.\*\.pattern$/, ['(?<a>\\d+)', '%{NUMBER:n}']],
  [/^pipelines\.steps\.\*\.definitions\.\{\}$/, ['[0-9]+']],
  [/^pipelines\.steps\.\*\.formats\.\*$/, ['iso', 'epoch', 'yyyy-MM-dd HH:mm:ss']],
  [/^pipelines\.steps\.\*\.levels\.\{\}$/, ['info', 'warn', 'error']],
  [/^pipelines\.steps\.\*\.(field|from|to|by)$/, ['a', 'b.c', 'event', 'm'.repeat(256)]],
  [/^pipelines\.steps\.\*\.fields\.\*$/, ['a', 'b', 'm'.repeat(256)]],
  [/^pipelines\.steps\.\*\.rate$/, [1, 0.5, 0.001]],
  [/^pipelines\.steps\.\*\.(pair|value)Separator$/, [';', ':', '|']],
  [/^pipelines\.steps\.\*\.index$/, 'indexes'],
  [/^pipelines\.position$/, [1, 2, 3]],
  [/[tT]ime[zZ]one$/, ['UTC', 'Europe/Berlin', 'Asia/Kolkata']],
  [/\.(earliest)$/, TIMES],
  [/\.(latest)$/, ['now']],
  [/^exports\.startAt$/, ['2026-01-15T12:00:00Z']],
  [/^channels\.members\.\*$/, 'email'],
  [/^channels\.addresses\.\*$/, ['oncall@example.com', 'second@example.com']],
  [/^channels\.template$/, ['{"text":"{{rule.name}}"}', null]],
  [/^auditStreams\.from$/, [1]],
  [/^services\.links\.\*\.url$/, ['https://example.com/runbook']],
  [/\.url$/, [{ env: 'A_URL' }, { file: 'f'.repeat(200) }]],
  [/\.(key|token|secretAccessKey)$/, [{ env: 'A_KEY' }]],
  [/^services\.selector$/, ['service=a', 'index=web service=b']],
  [/^exports\.destination\.prefix$/, ['', 'a/b', `${'p'.repeat(99)}/${'q'.repeat(100)}`]],
  [/^services\.dependsOn\.\*$/, 'services'],
  [/^kpis\.service$/, 'services'],
  [/^kpis\.measure\.(bad|where)$/, ['level=error', 'status>=500']],
  [/^kpis\.measure\.query$/, ['* | stats count AS value']],
  [/^alertRules\.(query)$/, ['level=error', 'index=web "a b"']],
  [/^alertRules\.savedSearch$/, 'savedSearches'],
  [/^alertRules\.channels\.\*$/, 'channels'],
  [/^alertRules\.mutedBy\.\*$/, 'alertRules'],
  [/^alertRules\.condition\.of$/, ['count']],
  [/^alertRules\.condition\.by\.\*$/, ['host', 'service', 'm'.repeat(256)]],
  [/^alertRules\.condition\.expected$/, [[], [{ host: 'a' }, { host: 'b' }]]],
  [/^alertRules\.condition\.model$/, [null]],
  [
    /^alertRules\.condition\.expectedItems$/,
    [[], [{ id: 'a', description: 'It was rolled back' }]],
  ],
  [/^alertRules\.condition\.creditsPerDay$/, [0.5, 10_000]],
  [/^alertRules\.(title|body)$/, ['{{rule.name}}', 'it is bad', null]],
  [/^silences\.match\.rules\.\*$/, 'alertRules'],
  [/^silences\.times\.(from)$/, ['2026-01-15T12:00:00Z']],
  [/^silences\.times\.(to)$/, ['2026-01-16T12:00:00Z']],
  [/\.(start|end|at)$/, ['22:00', '06:00', '00:00', '23:59']],
  [/^dashboards\.panels\.\*\.(query|search|then)$/, [...QUERY, null]],
  [/^dashboards\.panels\.\*\.link$/, [null, { dashboard: 'elsewhere' }, LINK()]],
  [/^dashboards\.panels\.\*\.options\.services\.\*$/, 'services'],
  [/^dashboards\.(searches)\.\*\.query$/, QUERY.slice(1, 3)],
  [/^dashboards\..*query$/, QUERY],
  [/^dashboards\.panels\.\*\.thresholds\.\*\.from$/, [1, 2, 3]],
  [/^reports\.dashboard$/, 'dashboards'],
  [/^reports\.recipients\.\*$/, 'email'],
  [/^reports\.variables$/, [{}]],
  [/^exports\.query$/, ['index=main', '*']],
  [/^exports\.schedule\.every$/, ['5m', '1h', '24h']],
  [/^exports\.schedule\.cron$/, ['0 6 * * *', '*/15 * * * mon-fri']],
  [/^exports\.destination\.recipients\.\*$/, 'email'],
  [/^exports\.destination\.folder$/, ['archive']],
  [/^exports\.destination\.endpoint$/, ['https://s3.example.com']],
  [/^exports\.destination\.(region|accessKeyId)$/, ['eu-central-1']],
  [/^exports\.destination\.bucket$/, ['bkt', 'b'.repeat(63)]],
];

function DATASETS(): object[] {
  const fields = [
    { name: 'status', expression: null },
    { name: 'code', expression: 'coalesce(status, 1)' },
  ];
  return [
    { name: 'Web', parent: null, search: 'index=main', fields },
    { name: 'Errors', parent: 'Web', search: 'status>=500', fields: [] },
  ];
}

function LINK(): object {
  return { url: 'https://example.com/$a$' };
}

/** What one field asks of another. */
function mended(
  kind: BundleKind,
  made: Record<string, unknown>,
  { random }: DefinitionInput,
): Definition {
  switch (kind) {
    case 'kpis':
      return mendedKpi(made);
    case 'alertRules':
      return mendedRule(made, random);
    case 'exports':
      return mendedExport(made);
    case 'dashboards':
      return mendedDashboard(made);
    case 'auditStreams': {
      const { token: _token, secret: _secret, ...rest } = made;
      if (rest['kind'] === 'splunk') return { ...rest, token: { env: 'A_KEY' } };
      return random.chance(0.5) ? rest : { ...rest, secret: { env: 'A_SECRET' } };
    }
    default:
      return made;
  }
}

function mendedKpi(made: Record<string, unknown>): Definition {
  const isRange = made['better'] === 'range';
  const limit = (low: number, high: number) => (isRange ? [low, high] : high);
  const { measure } = made as { measure: { kind: string; field?: unknown } };
  const higher = made['better'] === 'higher';
  const slo = made['slo'];
  const slice = { kind: 'timeslices' };
  return {
    ...made,
    measure: measure.kind === 'aggregate' ? { ...measure, field: 'ms' } : measure,
    warning: limit(10, 50),
    ...(made['critical'] === undefined ? {} : { critical: isRange ? [5, 60] : higher ? 40 : 60 }),
    ...(isObject(slo) && measure.kind === 'aggregate' ? { slo: { ...slo, ...slice } } : {}),
  };
}

function mendedRule(made: Record<string, unknown>, random: SeededRandom): Definition {
  const { query, savedSearch, fireAfter, resolveAfter, condition, ...rest } = made;
  const usesSearch = savedSearch !== 'nothing' && typeof savedSearch === 'string';
  const counts = {
    ...(rest['for'] === undefined && fireAfter !== undefined ? { fireAfter } : {}),
    ...(rest['keepFiring'] === undefined && resolveAfter !== undefined ? { resolveAfter } : {}),
  };
  const settled = condition as Record<string, unknown>;
  const kind = settled['kind'];
  // Which side of the value it may be on depends on the comparison.
  if (typeof settled['recoverAt'] === 'number') settled['recoverAt'] = settled['value'];
  const isJudged = kind === 'verdict';
  if (rest['basis'] !== undefined && kind !== 'threshold') {
    rest['basis'] = kind === 'change' ? 'event' : 'arrival';
  }
  const interval = Math.max(Number(rest['interval'] ?? 300), isJudged ? 300 : 30);
  if (kind === 'absence') mendAbsence(settled, interval);
  const window = random.chance(0.2) ? 604_800 : interval * 2;
  return {
    ...rest,
    interval,
    ...counts,
    condition: settled,
    ...(usesSearch && query === undefined ? { savedSearch } : { query: query ?? 'level=error' }),
    window: kind === 'absence' ? interval : window,
  };
}

function mendAbsence(condition: Record<string, unknown>, interval: number): void {
  const isMember = condition['scope'] === 'member';
  condition['by'] = isMember ? ['host'] : [];
  if (!isMember) delete condition['expected'];
  // Ten windows fit into an hour.
  if (interval <= 300 && condition['learn'] === 3_600) return;
  if (interval <= 300 && condition['learn'] === undefined) return;
  if (condition['learn'] !== undefined) condition['learn'] = 2_592_000;
  if (condition['expire'] !== undefined) condition['expire'] = 7_776_000;
}

function mendedExport(made: Record<string, unknown>): Definition {
  const { startAt, earliest, latest, compression, ...rest } = made;
  const isArchive = rest['mode'] === 'archive';
  return {
    ...rest,
    ...(isArchive && startAt !== undefined ? { startAt } : {}),
    ...(!isArchive && earliest !== undefined ? { earliest } : {}),
    ...(!isArchive && latest !== undefined ? { latest } : {}),
    ...(rest['format'] === 'jsonl' && compression !== undefined ? { compression } : {}),
  };
}

function mendedDashboard(made: Record<string, unknown>): Definition {
  const panels = (made['panels'] ?? []) as Record<string, unknown>[];
  const isPlain = (panel: Record<string, unknown>): boolean =>
    ['health', 'text', 'heading'].includes(String(panel['kind']));
  const variables = (made['variables'] ?? []) as Record<string, unknown>[];
  const searches = (made['searches'] ?? []) as Record<string, unknown>[];
  const annotations = (made['annotations'] ?? []) as Record<string, unknown>[];
  return {
    ...made,
    ...(made['variables'] === undefined
      ? {}
      : { variables: variables.map((each, i) => mendedVariable({ ...each, name: `v${i}` })) }),
    ...(made['searches'] === undefined
      ? {}
      : { searches: searches.map((each, i) => ({ ...each, id: `s${i}` })) }),
    ...(made['annotations'] === undefined
      ? {}
      : { annotations: annotations.map((each, i) => mendedAnnotation(each, i)) }),
    panels: panels.map((panel, i) => {
      const { search: _search, then: _then, ...rest } = panel;
      const w = Number(rest['w']);
      // One below the other.
      const isLast = i === panels.length - 1;
      const y = isLast && rest['y'] === 9_999 ? 9_999 : i * 50;
      const placed = { ...rest, id: `p${i}`, x: Math.min(Number(rest['x']), 24 - w), y };
      const thresholds = rest['thresholds'] as { from: number }[] | undefined;
      const sorted = thresholds?.toSorted((a, b) => a.from - b.from);
      const ordered = sorted?.filter((each, at) => each.from !== sorted[at - 1]?.from);
      const whole = { ...placed, ...(ordered === undefined ? {} : { thresholds: ordered }) };
      if (isPlain(panel)) return whole;
      // Charts need a table, logs and patterns need events.
      const query = EVENT_PANELS.has(String(panel['kind']))
        ? 'level=error'
        : '* | stats count BY a';
      return { ...whole, query };
    }),
  };
}

const EVENT_PANELS: ReadonlySet<string> = new Set(['logs', 'patterns']);

function mendedAnnotation(annotation: Record<string, unknown>, i: number): object {
  const { query: _query, ...rest } = annotation;
  const named = { ...rest, name: `note ${i}` };
  return rest['source'] === 'query' ? { ...named, query: 'index=deploys' } : named;
}

function mendedVariable(variable: Record<string, unknown>): object {
  const { default: chosen, ...rest } = variable;
  if (variable['type'] === 'query') return rest;
  if (variable['type'] !== 'list') return chosen === undefined ? rest : variable;
  return { ...rest, options: [{ value: 'a' }, { value: 'b', label: 'B' }] };
}

function shown(schema: JsonSchema, value: unknown, path: string): string[] {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    const fitting = alternatives.filter((each) => fits(each, value));
    return fitting.flatMap((each) => shown(each, value, path));
  }
  if ('const' in schema || schema.enum !== undefined) return [`${path}=${JSON.stringify(value)}`];
  if (typeof value === 'boolean') return [`${path}=${value}`];
  if (typeof value === 'number') {
    return [schema.minimum, schema.maximum].includes(value) ? [`${path}=${value}`] : [];
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((each) => shown(items, each, `${path}.*`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const own = schema.properties?.[name];
    return own === undefined ? [] : shown(own, each, `${path}.${name}`);
  });
}

/** As far as kinds of things and of values tell. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if ('const' in schema) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.type === 'null') return value === null;
  if (schema.type === 'object') {
    if (!isObject(value)) return false;
    return Object.entries(schema.properties ?? {}).every(([name, each]) => {
      const { [name]: own } = value;
      return !('const' in each) || each.const === own;
    });
  }
  return true;
}

function gather(schema: JsonSchema, path: string, found: string[]): void {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    for (const each of alternatives) gather(each, path, found);
    return;
  }
  if ('const' in schema) found.push(`${path}=${JSON.stringify(schema.const)}`);
  else if (schema.enum !== undefined) {
    found.push(...schema.enum.map((each) => `${path}=${JSON.stringify(each)}`));
  } else if (schema.type === 'boolean') found.push(`${path}=true`, `${path}=false`);
  else if (schema.type === 'integer' || schema.type === 'number') {
    const ends = [schema.minimum, schema.maximum].filter((each) => each !== undefined);
    found.push(...ends.map((each) => `${path}=${each}`));
  }
  if (schema.items !== undefined) gather(schema.items, `${path}.*`, found);
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    if (name !== 'adopt') gather(each, `${path}.${name}`, found);
  }
}

function one<T>(random: SeededRandom, of: readonly T[]): T {
  return of[random.integer(0, of.length - 1)] as T;
}
