/** Operator input from the command line: maintenance and incidents. Every text is validated here. */
import type { ErrorDetail } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/is-object.ts';
import type { MaintenanceRow } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { COMPONENT_IDS, INCIDENT_STEPS, type IncidentStep } from '../../spec/status.ts';

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly ErrorDetail[] };

export type MaintenanceWords = Pick<MaintenanceRow, 'from' | 'to' | 'components' | 'text' | 'name'>;

export interface UpdateWords {
  readonly step: IncidentStep;
  readonly text: string;
  readonly name: string;
}

export interface IncidentWords extends UpdateWords {
  readonly title: string;
  readonly components: readonly string[];
  readonly isOutage: boolean;
}

export function readMaintenance(body: unknown, now: number): Read<MaintenanceWords> {
  const reader = createReader(body, ['from', 'to', 'components', 'text', 'name']);
  const [from, to] = [reader.time('from'), reader.time('to')];
  if (to <= from) reader.complain('to', 'The end must be after the start.');
  if (to <= now) reader.complain('to', 'This time is in the past.');
  if (to - from > LIMITS.status.maintenanceMsMax) {
    reader.complain('to', 'Maintenance can last at most 7 days.');
  }
  const components = reader.components();
  const [text, name] = [reader.text('text', NOTE), reader.text('name', HEADING)];
  return reader.finish({ from, to, components, text, name });
}

export function readUpdate(body: unknown): Read<UpdateWords> {
  const reader = createReader(body, ['step', 'text', 'name']);
  return reader.finish(updateOf(reader));
}

export function readIncident(body: unknown): Read<IncidentWords> {
  const reader = createReader(body, ['title', 'components', 'outage', 'step', 'text', 'name']);
  const value = {
    title: reader.text('title', HEADING),
    components: reader.components(),
    isOutage: reader.flag('outage'),
    ...updateOf(reader),
  };
  return reader.finish(value);
}

const NOTE = LIMITS.status.noteCharactersMax;
const HEADING = LIMITS.status.headingCharactersMax;

function updateOf(reader: Reader): UpdateWords {
  return {
    step: reader.step(),
    text: reader.text('text', NOTE),
    name: reader.text('name', HEADING),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(body: unknown, names: readonly string[]) {
  const fields: JsonObject = isObject(body) ? body : {};
  const problems: ErrorDetail[] = [];
  const complain = (path: string, message: string): void => void problems.push({ path, message });
  if (!isObject(body)) complain('', 'Expected a JSON object.');
  for (const name of Object.keys(fields)) {
    if (!names.includes(name)) complain(name.slice(0, 100), 'Unknown field.');
  }
  return {
    complain,
    text: (name: string, charactersMax: number): string => {
      const value = fields[name];
      const text = typeof value === 'string' ? value.trim() : '';
      if (text === '' || text.length > charactersMax) {
        complain(name, `Expected a text of 1 to ${charactersMax} characters.`);
      }
      return text;
    },
    time: (name: string): number => {
      const value = fields[name];
      const isForm =
        typeof value === 'string' &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value);
      const ms = isForm ? Date.parse(value) : Number.NaN;
      if (Number.isNaN(ms)) {
        complain(name, 'Expected a time with a time zone: 2026-12-01T20:00:00Z.');
      }
      return ms;
    },
    components: (): readonly string[] => {
      const given = fields['components'];
      const list: readonly unknown[] = Array.isArray(given) ? given : [];
      const known = COMPONENT_IDS.filter((id) => list.includes(id));
      if (known.length === 0 || known.length !== new Set(list).size) {
        complain('components', `Expected one or more of ${COMPONENT_IDS.join(', ')}.`);
      }
      return known;
    },
    step: (): IncidentStep => {
      const step = INCIDENT_STEPS.find((each) => each === fields['step']);
      if (step === undefined) complain('step', `Expected one of ${INCIDENT_STEPS.join(', ')}.`);
      return step ?? 'investigating';
    },
    flag: (name: string): boolean => {
      const value = fields[name] ?? false;
      if (typeof value !== 'boolean') complain(name, 'Expected true or false.');
      return value === true;
    },
    finish: <T>(value: T): Read<T> =>
      problems.length === 0 ? { ok: true, value } : { ok: false, problems },
  };
}
