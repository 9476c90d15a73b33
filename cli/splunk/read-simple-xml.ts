/** A dashboard in Simple XML, as a draft of ours. */
import { parseTime } from '../../src/language/index.ts';
import { GRID_COLUMNS, REFRESH_SECONDS } from '../../src/spec/dashboards.ts';
import type { DraftDashboard, DraftPanel, DraftQuery, Look } from '../moving/compose-dashboard.ts';
import type { Note } from '../moving/report.ts';
import type { Moving } from './moving.ts';
import { type Input, type ReadInputs, readInputs } from './read-inputs.ts';
import { childOf, childrenOf, type Element, textIn } from './read-xml.ts';
import { withVariables } from './tokens.ts';

interface Reading {
  readonly moving: Moving;
  readonly file: string;
  readonly inputs: ReadInputs;
  /** Base searches by ID. */
  readonly bases: ReadonlyMap<string, Element>;
}

const LOOKS: Readonly<Record<string, Look>> = {
  single: 'single',
  chart: 'column',
  table: 'table',
  event: 'events',
  list: 'events',
  html: 'text',
  map: 'table',
  viz: 'table',
};
const HEIGHTS: Readonly<Record<Look, number>> = {
  single: 5,
  line: 8,
  area: 8,
  column: 8,
  bar: 8,
  pie: 8,
  table: 9,
  events: 10,
  text: 4,
};

export function readSimpleXml(
  moving: Moving,
  root: Element,
  { name, file }: { readonly name: string; readonly file: string },
): DraftDashboard {
  const inputs = readInputs([...inputsOf(root, file), ...clickedTokens(root, file)]);
  const searches = [...everyElement(root)].filter((each) => each.name === 'search');
  const bases = new Map(
    searches.flatMap((each) => (each.attributes['id'] ? [[each.attributes['id'], each]] : [])),
  );
  const reading: Reading = { moving, file, inputs, bases };
  const panels: DraftPanel[] = [];
  let y = 0;
  for (const row of childrenOf(root, 'row')) {
    const drafts = rowPanels(reading, row, y);
    panels.push(...drafts);
    y = Math.max(y, ...drafts.map(({ at }) => at.y + at.h));
  }
  const refresh = Number(root.attributes['refresh']);
  const description = textIn(root, 'description');
  return {
    name,
    file,
    line: root.line,
    title: textIn(root, 'label'),
    ...(description === '' ? {} : { description }),
    ...(inputs.time === undefined ? {} : { time: inputs.time }),
    ...(refresh > 0 ? { refreshSeconds: nearestRefresh(refresh) } : {}),
    variables: inputs.variables,
    panels,
    notes: [...inputs.notes, ...unsupported(root, file)],
  };
}

function nearestRefresh(seconds: number): number {
  return REFRESH_SECONDS.find((each) => each >= seconds) ?? REFRESH_SECONDS.at(-1) ?? seconds;
}

function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** Panels of a row are placed side by side, their contents below each other. */
function rowPanels(reading: Reading, row: Element, top: number): DraftPanel[] {
  const panels = childrenOf(row, 'panel');
  // Long ago what a panel shows stood in the row itself.
  const columns = panels.length > 0 ? panels : row.children.filter(({ name }) => name in LOOKS);
  const wide = Math.max(2, Math.floor(GRID_COLUMNS / Math.max(1, columns.length)));
  return columns.flatMap((column, at) => {
    const shown =
      panels.length > 0 ? column.children.filter(({ name }) => name in LOOKS) : [column];
    const title = panels.length > 0 ? textIn(column, 'title') : '';
    const ref = column.attributes['ref'];
    const x = Math.min(at * wide, GRID_COLUMNS - wide);
    // Single values of one panel are placed side by side.
    const isNumbers = shown.length > 1 && shown.every(({ name }) => name === 'single');
    const w = isNumbers ? Math.max(2, Math.floor(wide / shown.length)) : wide;
    let y = top;
    const drafts = shown.map((each, nth) => {
      const own = textIn(each, 'title');
      const named = [title, own].filter((part) => part !== '').join(': ');
      const look = lookOf(each);
      const area = { x: isNumbers ? x + nth * w : x, y, w, h: HEIGHTS[look] };
      if (!isNumbers) y += area.h;
      return readPanel(reading, each, look, shown.length > 1 || own === '' ? named : own, area);
    });
    if (ref === undefined || shown.length > 0) return drafts;
    const message = `The prebuilt panel \`${ref}\` isn’t part of the dashboard. Copy its search.`;
    const { file } = reading;
    const at0 = { x, y, w, h: 4 };
    return [
      { file, line: column.line, title: ref, look: 'text' as const, at: at0, markdown: message },
    ];
  });
}

function optionIn(element: Element, name: string): string | undefined {
  return childrenOf(element, 'option')
    .find((each) => each.attributes['name'] === name)
    ?.text.trim();
}

const CHARTS: Readonly<Record<string, Look>> = {
  line: 'line',
  area: 'area',
  column: 'column',
  bar: 'bar',
  pie: 'pie',
  radialGauge: 'single',
  fillerGauge: 'single',
  markerGauge: 'single',
};

function lookOf(element: Element): Look {
  const chart = element.name === 'chart' ? optionIn(element, 'charting.chart') : undefined;
  return (chart === undefined ? undefined : CHARTS[chart]) ?? LOOKS[element.name] ?? 'table';
}

function readPanel(
  reading: Reading,
  element: Element,
  look: Look,
  title: string,
  at: DraftPanel['at'],
): DraftPanel {
  const { file } = reading;
  const place = { file, line: element.line };
  const notes: Note[] = [];
  const tell = (message: string, line = element.line): void =>
    void notes.push({ file, line, message });
  if (look === 'text') {
    if (element.children.length > 0) tell('HTML is converted to text.');
    return { ...place, title, look, at, markdown: plainText(element.text), notes };
  }
  if (element.name === 'map' || element.name === 'viz') {
    tell(`\`${element.attributes['type'] ?? element.name}\` isn’t supported. It is now a table.`);
  }
  const kind = element.name === 'chart' ? optionIn(element, 'charting.chart') : undefined;
  if (kind !== undefined && CHARTS[kind] === undefined) {
    tell(`Unsupported chart type \`${kind}\`.`);
  }
  if (childOf(element, 'drilldown') !== undefined) {
    tell('The drilldown isn’t migrated. Set a link.');
  }
  if ('depends' in element.attributes || 'rejects' in element.attributes) {
    tell('The panel depended on a token. It is now always shown.');
  }
  const search = childOf(element, 'search') ?? (childOf(element, 'searchString') && element);
  const query = search === undefined ? undefined : queryOf(reading, search, 0);
  const time = search === undefined ? undefined : timeOf(reading, search, tell);
  return {
    ...place,
    title,
    look,
    at,
    ...(query === undefined ? {} : { query }),
    ...(time === undefined ? {} : { time }),
    options: optionsOf(element),
    notes,
  };
}

function plainText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const STACKS: Readonly<Record<string, string>> = { stacked: 'normal', stacked100: 'percent' };

function optionsOf(element: Element): Record<string, unknown> {
  const stack = STACKS[optionIn(element, 'charting.chart.stackMode') ?? ''];
  const unit = optionIn(element, 'unit');
  const precision = optionIn(element, 'numberPrecision');
  const columns = childOf(element, 'fields')?.text ?? optionIn(element, 'fields');
  const names = columns
    ?.replaceAll(/[[\]"]/g, '')
    .split(',')
    .map((each) => each.trim());
  return {
    ...(stack === undefined ? {} : { stack }),
    ...(optionIn(element, 'charting.axisY.scale') === 'log' ? { log: true } : {}),
    ...(unit ? { unit: unit.slice(0, 20) } : {}),
    ...(precision === undefined ? {} : { decimals: (precision.split('.')[1] ?? '').length }),
    ...(names === undefined || names.includes('*')
      ? {}
      : { columns: names.filter((each) => each !== '') }),
  };
}

const BASES_MAX = 10;

/** Prepends the base search, because each panel has its own query. */
function queryOf(reading: Reading, search: Element, depth: number): DraftQuery {
  const { file, inputs, bases, moving } = reading;
  const { ref, base } = search.attributes;
  const written = childOf(search, 'query') ?? childOf(search, 'searchString');
  const line = written?.line ?? search.line;
  if (ref !== undefined) {
    const saved = moving.savedSearches.get(ref);
    const name = saved?.name ?? ref;
    const runs = saved === undefined ? {} : { runs: saved.query };
    return {
      text: `| savedsearch "${name.replaceAll('"', '\\"')}"`,
      ...runs,
      placeOf: () => ({ file, line }),
    };
  }
  const own = withVariables((written?.text ?? '').trim(), inputs.tokens);
  const blank = /^\s*/.exec(written?.text ?? '')?.[0] ?? '';
  const first = line + blank.split('\n').length - 1;
  const placeOf = (text: string) => (offset: number) => ({
    file,
    line: first + text.slice(0, offset).split('\n').length - 1,
  });
  if (base === undefined) return { ...own, placeOf: placeOf(own.text) };
  const from = bases.get(base);
  if (from === undefined || from === search || depth >= BASES_MAX) {
    const message = `The base search \`${base}\` is missing.`;
    return { text: own.text, problems: [{ message, offset: 0 }], placeOf: placeOf(own.text) };
  }
  const before = queryOf(reading, from, depth + 1);
  const joined =
    own.text === '' ? before.text : `${before.text}\n| ${own.text.replace(/^\s*\|\s*/, '')}`;
  const start = joined.length - own.text.replace(/^\s*\|\s*/, '').length;
  return {
    text: joined,
    problems: [...(before.problems ?? []), ...own.problems],
    placeOf: (offset) =>
      offset < start ? before.placeOf(offset) : placeOf(own.text)(offset - start),
  };
}

/** The range of a panel, where it is not that of the dashboard. */
function timeOf(
  { inputs, bases }: Reading,
  search: Element,
  tell: (message: string, line: number) => void,
): DraftPanel['time'] {
  const from =
    search.attributes['base'] === undefined ? search : bases.get(search.attributes['base']);
  const earliest = textIn(from, 'earliest') || textIn(from, 'earliestTime');
  const latest = textIn(from, 'latest') || textIn(from, 'latestTime');
  if (earliest === '' || from === undefined) return undefined;
  const [, token] = /^\$([\w.-]+?)\.earliest\$$/.exec(earliest) ?? [];
  if (token !== undefined && inputs.timeTokens.has(token.replace(/^form\./, ''))) return undefined;
  if (earliest === '$earliest$') return undefined;
  const read = parseTime(earliest);
  if (read.kind === 'problem') {
    tell(
      `Invalid time range \`${earliest}\`. The panel now uses the time range of the dashboard.`,
      from.line,
    );
    return undefined;
  }
  const isFine = latest !== '' && parseTime(latest).kind !== 'problem';
  return { earliest, ...(isFine ? { latest } : {}) };
}

function inputsOf(root: Element, file: string): Input[] {
  return [...everyElement(root)]
    .filter(({ name, attributes }) => name === 'input' && attributes['type'] !== undefined)
    .map((element) => inputOf(element, file));
}

const NAMED = /\$(?:form\.)?([A-Za-z_]\w*)(?:\|\w)?\$/g;

/** Tokens that another page or a click gives: people can enter a text. */
function clickedTokens(root: Element, file: string): Input[] {
  const every = [...everyElement(root)];
  const given = every.flatMap(({ name, attributes }) =>
    /^(?:input|set|eval|unset)$/.test(name) ? [attributes['token'] ?? ''] : [],
  );
  const known = new Set(given.map((token) => token.replace(/^form\./, '')));
  const found = new Map<string, Input>();
  for (const { name, text, line } of every) {
    if (name !== 'query' && name !== 'searchString') continue;
    for (const [, token = ''] of text.matchAll(NAMED)) {
      if (known.has(token) || found.has(token)) continue;
      const input = { kind: 'text', written: 'text', token, label: token } as const;
      found.set(token, { ...input, file, line, default: ['*'], choices: [], isClicked: true });
    }
  }
  return [...found.values()];
}

const KINDS: Readonly<Record<string, Input['kind']>> = {
  time: 'time',
  text: 'text',
  dropdown: 'one',
  radio: 'one',
  link: 'one',
  multiselect: 'several',
  checkbox: 'several',
};

function inputOf(element: Element, file: string): Input {
  const written = element.attributes['type'] ?? '';
  const start = childOf(element, 'default');
  const query = childOf(childOf(element, 'search'), 'query')?.text.trim();
  const chosen = start?.children.length === 0 ? start.text.trim() : '';
  const earliest = textIn(start, 'earliest') || textIn(start, 'earliestTime');
  const latest = textIn(start, 'latest') || textIn(start, 'latestTime') || 'now';
  return {
    file,
    line: element.line,
    kind: KINDS[written] ?? 'other',
    written,
    token: element.attributes['token'] ?? written,
    label: textIn(element, 'label'),
    default: chosen === '' ? [] : KINDS[written] === 'several' ? chosen.split(',') : [chosen],
    ...(earliest === '' ? {} : { range: { earliest, latest } }),
    choices: childrenOf(element, 'choice').map((each) => ({
      value: each.attributes['value'] ?? each.text.trim(),
      label: each.text.trim(),
    })),
    ...(query === undefined || query === '' ? {} : { query }),
    valueField: textIn(element, 'fieldForValue'),
    labelField: textIn(element, 'fieldForLabel'),
    prefix: childOf(element, 'prefix')?.text ?? '',
    suffix: childOf(element, 'suffix')?.text ?? '',
    valuePrefix: childOf(element, 'valuePrefix')?.text ?? '',
    valueSuffix: childOf(element, 'valueSuffix')?.text ?? '',
  };
}

/** Scripts and styles of the page. */
function unsupported(root: Element, file: string): Note[] {
  const { script, stylesheet } = root.attributes;
  return [script, stylesheet].flatMap((each) =>
    each === undefined ? [] : [{ file, line: root.line, message: `\`${each}\` doesn’t move.` }],
  );
}
