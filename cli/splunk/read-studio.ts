/** A dashboard of Dashboard Studio, which is JSON, as a draft of ours. */
import { parseTime } from '../../src/language/index.ts';
import { GRID_COLUMNS } from '../../src/spec/dashboards.ts';
import type { DraftDashboard, DraftPanel, DraftQuery, Look } from '../moving/compose-dashboard.ts';
import type { Note } from '../moving/report.ts';
import { isRecord, listIn, numberIn, recordIn, textAt } from '../moving/values.ts';
import type { Moving } from './moving.ts';
import { type Input, type ReadInputs, readInputs } from './read-inputs.ts';
import { withVariables } from './tokens.ts';

interface StudioFile {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Where the JSON begins. */
  readonly line: number;
  readonly title?: string;
  readonly description?: string;
}

interface Reading {
  readonly moving: Moving;
  readonly source: StudioFile;
  readonly inputs: ReadInputs;
  readonly sources: object | undefined;
}

const LOOKS: Readonly<Record<string, Look>> = {
  line: 'line',
  area: 'area',
  column: 'column',
  bar: 'bar',
  pie: 'pie',
  singlevalue: 'single',
  singlevalueicon: 'single',
  singlevalueradial: 'single',
  fillergauge: 'single',
  markergauge: 'single',
  table: 'table',
  events: 'events',
  markdown: 'text',
};
/** Images and shapes show no data. */
const DRAWN = new Set(['image', 'rectangle', 'ellipse', 'line-shape', 'abslayout.line']);
const USUAL_WIDTH = 1_200;
const ROW_PIXELS = 32;

export function readStudio(
  moving: Moving,
  source: StudioFile,
): DraftDashboard | { file: string; line: number; message: string } | undefined {
  const { file, name } = source;
  let definition: unknown;
  try {
    definition = JSON.parse(source.text);
  } catch {
    return { file, line: source.line, message: 'The definition isn’t valid JSON.' };
  }
  if (!isRecord(definition) || recordIn(definition, 'visualizations') === undefined) {
    // Files of other programs end like this, too.
    return undefined;
  }
  const inputs = readInputs(inputsOf(source, definition));
  const reading = { moving, source, inputs, sources: recordIn(definition, 'dataSources') };
  const { panels, notes } = panelsOf(reading, definition);
  const defaults = recordIn(recordIn(recordIn(definition, 'defaults'), 'dataSources'), 'global');
  const description = textAt(definition, 'description') ?? source.description ?? '';
  const range = recordIn(recordIn(defaults, 'options'), 'queryParameters');
  const time = inputs.time ?? rangeOf(range);
  return {
    name,
    file,
    line: source.line,
    title: textAt(definition, 'title') ?? source.title ?? name,
    ...(description === '' ? {} : { description }),
    ...(time === undefined ? {} : { time }),
    variables: inputs.variables,
    panels,
    notes: [...inputs.notes, ...notes],
  };
}

function rangeOf(range: object | undefined): { earliest: string; latest: string } | undefined {
  const earliest = textAt(range, 'earliest');
  const latest = textAt(range, 'latest') ?? 'now';
  if (earliest === undefined || parseTime(earliest).kind === 'problem') return undefined;
  return { earliest, latest: parseTime(latest).kind === 'problem' ? 'now' : latest };
}

/** JSON nodes have no line numbers, so this is the line of the first occurrence of the ID. */
function lineOf({ text, line }: StudioFile, id: string): number {
  const at = text.indexOf(`"${id}"`);
  return at < 0 ? line : line + text.slice(0, at).split('\n').length - 1;
}

function panelsOf(reading: Reading, definition: object): { panels: DraftPanel[]; notes: Note[] } {
  const notes: Note[] = [];
  const panels: DraftPanel[] = [];
  const visualizations = recordIn(definition, 'visualizations');
  let top = 0;
  for (const layout of layoutsOf(definition)) {
    const width = numberIn(recordIn(layout, 'options'), 'width') ?? USUAL_WIDTH;
    let bottom = top;
    for (const item of listIn(layout, 'structure')) {
      const id = textAt(item, 'item') ?? '';
      const shown = recordIn(visualizations, id);
      if (shown === undefined) continue;
      const at = areaOf(recordIn(item, 'position'), width, top);
      const panel = readPanel(reading, id, shown, at);
      if (panel === undefined) continue;
      panels.push(panel);
      bottom = Math.max(bottom, at.y + at.h);
    }
    top = bottom;
  }
  return { panels, notes };
}

/** Tabs become one page, each below the one before. */
function layoutsOf(definition: object): object[] {
  const layout = recordIn(definition, 'layout');
  const tabs = recordIn(layout, 'layoutDefinitions');
  if (tabs === undefined) return layout === undefined ? [] : [layout];
  return Object.values(tabs).filter(isRecord);
}

function areaOf(position: object | undefined, width: number, top: number): DraftPanel['at'] {
  const column = width / GRID_COLUMNS;
  const of = (name: string, otherwise: number): number => numberIn(position, name) ?? otherwise;
  const left = Math.round(of('x', 0) / column);
  const right = Math.round((of('x', 0) + of('w', width)) / column);
  const y = top + Math.round(of('y', 0) / ROW_PIXELS);
  const end = top + Math.round((of('y', 0) + of('h', 300)) / ROW_PIXELS);
  return { x: left, y, w: Math.max(2, right - left), h: Math.max(2, end - y) };
}

function readPanel(
  reading: Reading,
  id: string,
  shown: object,
  at: DraftPanel['at'],
): DraftPanel | undefined {
  const { file } = reading.source;
  const line = lineOf(reading.source, id);
  const type = (textAt(shown, 'type') ?? '').replace(/^(?:splunk|viz)\./, '');
  if (DRAWN.has(type)) return undefined;
  const options = recordIn(shown, 'options');
  const title = textAt(shown, 'title') ?? '';
  const head = { file, line, title, at };
  const look = LOOKS[type];
  if (look === 'text') return { ...head, look, markdown: textAt(options, 'markdown') ?? '' };
  const notes: Note[] = [];
  const tell = (message: string): void => void notes.push({ file, line, message });
  if (look === undefined) tell(`\`${type}\` isn’t supported. It is now a table.`);
  if (listIn(shown, 'eventHandlers').length > 0) {
    tell('Event handlers aren’t migrated. Set a link.');
  }
  const named = textAt(recordIn(shown, 'dataSources'), 'primary');
  const query = named === undefined ? undefined : queryOf(reading, named, 0);
  const time = named === undefined ? undefined : timeOf(reading, named);
  const stack = { stacked: 'normal', stacked100: 'percent' }[textAt(options, 'stackMode') ?? ''];
  const unit = textAt(options, 'unit');
  const description = textAt(shown, 'description');
  return {
    ...head,
    ...(description === undefined ? {} : { description }),
    look: look ?? 'table',
    ...(query === undefined ? {} : { query }),
    ...(time === undefined ? {} : { time }),
    options: {
      ...(stack === undefined ? {} : { stack }),
      ...(unit === undefined ? {} : { unit: unit.slice(0, 20) }),
    },
    notes,
  };
}

const CHAIN_MAX = 10;

function queryOf(reading: Reading, id: string, depth: number): DraftQuery {
  const { moving, source, inputs, sources } = reading;
  const { file } = source;
  const found = recordIn(sources, id);
  const line = lineOf(source, id);
  const placeOf = () => ({ file, line });
  const refuse = (message: string): DraftQuery => ({
    text: '*',
    problems: [{ message, offset: 0 }],
    placeOf,
  });
  const options = recordIn(found, 'options');
  const type = textAt(found, 'type');
  if (found === undefined || depth > CHAIN_MAX) {
    return refuse(`The data source \`${id}\` is missing.`);
  }
  if (type === 'ds.savedSearch') {
    const ref = textAt(options, 'ref') ?? '';
    const saved = moving.savedSearches.get(ref);
    const name = saved?.name ?? ref;
    const runs = saved === undefined ? {} : { runs: saved.query };
    return { text: `| savedsearch "${name.replaceAll('"', '\\"')}"`, ...runs, placeOf };
  }
  const own = withVariables((textAt(options, 'query') ?? '').trim(), inputs.tokens);
  if (type === 'ds.search') return { ...own, placeOf };
  const from = textAt(options, 'extend');
  if (type !== 'ds.chain' || from === undefined) {
    return refuse(`\`${type ?? ''}\` isn’t supported.`);
  }
  const before = queryOf(reading, from, depth + 1);
  const text = `${before.text}\n| ${own.text.replace(/^\s*\|\s*/, '')}`;
  return { text, problems: [...(before.problems ?? []), ...own.problems], placeOf };
}

function timeOf({ sources, inputs }: Reading, id: string): DraftPanel['time'] {
  const range = recordIn(recordIn(recordIn(sources, id), 'options'), 'queryParameters');
  const token = /^\$([\w.-]+?)\.earliest\$$/.exec(textAt(range, 'earliest') ?? '')?.[1];
  return token !== undefined && inputs.timeTokens.has(token) ? undefined : rangeOf(range);
}

const KINDS: Readonly<Record<string, Input['kind']>> = {
  'input.timerange': 'time',
  'input.text': 'text',
  'input.number': 'text',
  'input.dropdown': 'one',
  'input.multiselect': 'several',
};

function inputsOf(source: StudioFile, definition: object): Input[] {
  const inputs = recordIn(definition, 'inputs') ?? {};
  return Object.entries(inputs).map(([id, input]: [string, unknown]) => {
    const options = recordIn(input, 'options');
    const written = textAt(input, 'type') ?? '';
    const value = textAt(options, 'defaultValue') ?? '';
    const kind = KINDS[written] ?? 'other';
    const [earliest = '', latest = 'now'] = value.split(',');
    const chosen = kind === 'several' ? value.split(',') : [value];
    return {
      file: source.file,
      line: lineOf(source, id),
      kind,
      written,
      token: textAt(options, 'token') ?? id,
      label: textAt(input, 'title') ?? '',
      default: chosen.filter((each) => each !== ''),
      ...(kind === 'time' && earliest !== '' ? { range: { earliest, latest } } : {}),
      choices: listIn(options, 'items').map((item) => ({
        value: textAt(item, 'value') ?? '',
        label: textAt(item, 'label') ?? '',
      })),
    };
  });
}
