/** Checks of a definition that do not need its queries. */
import { invalid } from '../../../base/errors.ts';
import { requireTimeZone } from '../../../base/time-zone.ts';
import type {
  CompleteDefinition,
  CompletePanel,
  CompleteVariable,
} from '../../../contract/definition-form.ts';
import { parseTime } from '../../../language/index.ts';
import { GRID_COLUMNS } from '../../../spec/dashboards.ts';

export function checkLayout(definition: CompleteDefinition): void {
  const { panels, variables, searches, annotations, time, timeZone } = definition;
  refuseTwins('panels', panels, ({ id }) => id);
  refuseTwins('variables', variables, ({ name }) => name);
  refuseTwins('searches', searches, ({ id }) => id);
  refuseTwins('annotations', annotations, ({ name }) => name);
  checkTimes('time', time);
  if (timeZone !== null) requireTimeZone('timeZone', timeZone);
  for (const [at, panel] of panels.entries()) {
    const path = `panels.${at}`;
    if (panel.x + panel.w > GRID_COLUMNS) {
      throw invalid(`${path}.w`, `The panel exceeds column ${GRID_COLUMNS}.`);
    }
    if ('query' in panel) checkSource(panel, path, searches);
  }
  for (const [at, variable] of variables.entries()) checkChoice(variable, `variables.${at}`);
  for (const [at, { source, query }] of annotations.entries()) {
    if ((source === 'query') === (query !== null)) continue;
    const message =
      source === 'query' ? 'This source requires a query.' : "Incidents don't take a query.";
    throw invalid(`annotations.${at}.query`, message);
  }
  refuseOverlaps(panels);
}

function refuseTwins<Item>(
  path: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): void {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const name = nameOf(item);
    if (seen.has(name)) throw invalid(`${path}.${at}`, `“${name}” is a duplicate.`);
    seen.add(name);
  }
}

function checkTimes(
  path: string,
  time: { readonly earliest: string; readonly latest: string },
): void {
  for (const bound of ['earliest', 'latest'] as const) {
    const read = parseTime(time[bound]);
    if (read.kind === 'problem') throw invalid(`${path}.${bound}`, read.message);
  }
}

/** A panel has a query, or a shared search that there is. */
function checkSource(
  panel: Extract<CompletePanel, { readonly query: string | null }>,
  path: string,
  searches: CompleteDefinition['searches'],
): void {
  const { query, search, then, time } = panel;
  if ((query === null) === (search === null)) {
    throw invalid(`${path}.query`, 'Set either a query or a shared search.');
  }
  if (then !== null && search === null) {
    throw invalid(`${path}.then`, '`then` requires a shared search.');
  }
  if (search !== null && !searches.some(({ id }) => id === search)) {
    throw invalid(`${path}.search`, `No such shared search: “${search}”.`);
  }
  if (search !== null && time !== null) {
    throw invalid(`${path}.time`, 'A shared search uses the time range of the dashboard.');
  }
  if (time !== null) checkTimes(`${path}.time`, time);
}

function checkChoice(variable: CompleteVariable, path: string): void {
  if (variable.type !== 'list' && variable.type !== 'query') return;
  if (!variable.multiple && variable.default.length > 1) {
    throw invalid(`${path}.default`, 'Only one value is allowed.');
  }
  if (variable.type !== 'list') return;
  refuseTwins(`${path}.options`, variable.options, ({ value }) => value);
  const outside = variable.default.find(
    (value) => !variable.options.some((option) => option.value === value),
  );
  if (outside !== undefined) {
    throw invalid(`${path}.default`, `“${outside}” is not one of the options.`);
  }
}

/** Panels must not overlap. */
function refuseOverlaps(panels: readonly CompletePanel[]): void {
  for (const [at, panel] of panels.entries()) {
    const under = panels.slice(0, at).find((other) => overlap(panel, other));
    if (under !== undefined) {
      throw invalid(`panels.${at}`, `The panel “${panel.id}” overlaps “${under.id}”.`);
    }
  }
}

function overlap(left: CompletePanel, right: CompletePanel): boolean {
  return (
    left.x < right.x + right.w &&
    right.x < left.x + left.w &&
    left.y < right.y + right.h &&
    right.y < left.y + left.h
  );
}
