/** Converts a Splunk alert to an alert rule. */
import { LIMITS } from '../../src/spec/limits.ts';
import type { Definition } from '../../src/contract/check-bundle.ts';
import type { Note } from '../moving/report.ts';
import { scheduleOf } from './alert-schedule.ts';
import { checkSetting, descriptionOf, type Moving } from './moving.ts';
import { isOn, placeIn, type Setting, type Stanza } from './read-conf.ts';

export type MovedAlert =
  | { readonly kind: 'rule'; readonly definition: Definition; readonly notes: readonly Note[] }
  /** Why there is none. */
  | { readonly kind: 'none'; readonly notes: readonly Note[] };

const OPERATORS: Readonly<Record<string, string>> = {
  'greater than': '>',
  'less than': '<',
  'equal to': '=',
  'not equal to': '!=',
};
const SEVERITIES = ['info', 'info', 'info', 'warning', 'error', 'critical', 'critical'] as const;
const { throttleSecondsMax, groupFieldsMax } = LIMITS.alerts;
/** The column that the condition is about, where it is about rows. */
const COLUMN = 'results';

interface Counted {
  /** Text appended to the query. */
  readonly behind: string;
  readonly condition: Definition;
}

export function alertOf(moving: Moving, stanza: Stanza, search: Setting): MovedAlert {
  const { settings, file, line } = stanza;
  const notes: Note[] = [];
  const counted = countedOf(moving, stanza, search);
  if (typeof counted === 'string') {
    return { kind: 'none', notes: [{ file, line, message: counted }] };
  }
  const checked = checkSetting(moving, search, counted.behind);
  if (checked.query === undefined) return { kind: 'none', notes: checked.notes };
  const refused = whyRefused(checked);
  if (refused !== undefined) {
    return { kind: 'none', notes: [{ ...placeIn(search), message: refused }] };
  }
  const cron = settings.get('cron_schedule');
  const { interval, window, delay, remarks } = scheduleOf(
    cron?.value ?? '* * * * *',
    settings.get('dispatch.earliest_time')?.value,
    settings.get('dispatch.latest_time')?.value,
  );
  const schedule = cron === undefined ? { file, line } : placeIn(cron);
  notes.push(...remarks.map((message) => ({ ...schedule, message })), ...actionNotes(stanza));
  if (counted.behind !== '') {
    const message = `The condition counts rows, so \`${counted.behind.trim()}\` is appended to the query.`;
    notes.push({ ...placeIn(search), message });
  }
  const definition = {
    ...descriptionOf(settings.get('description')),
    ...(isOn(settings.get('disabled')) ? { enabled: false } : {}),
    severity: SEVERITIES[Number(settings.get('alert.severity')?.value ?? 3)] ?? 'warning',
    query: search.value + counted.behind,
    interval,
    window,
    ...(delay > 0 ? { delay } : {}),
    ...throttleOf(stanza),
    condition: counted.condition,
  };
  return { kind: 'rule', definition, notes };
}

function whyRefused({ isWriting, hasTimes }: { isWriting: boolean; hasTimes: boolean }) {
  if (isWriting) return 'Rules can’t write lookup tables. It is migrated as a saved search.';
  if (hasTimes) {
    return 'The query sets a time range, which isn’t allowed in rules. It is migrated as a saved search.';
  }
  return undefined;
}

/** The counted value and its comparison, or the reason why no rule can express it. */
function countedOf(moving: Moving, { settings }: Stanza, search: Setting): Counted | string {
  const custom = settings.get('alert_condition')?.value.trim() ?? '';
  const type = settings.get('counttype')?.value.trim() ?? settings.get('alert_type')?.value.trim();
  if (custom !== '' && (type === undefined || type === 'custom')) {
    return rows(` | ${custom} | stats count AS ${COLUMN}`, '>', 0);
  }
  const relation = settings.get('relation')?.value.trim() ?? 'greater than';
  const op = OPERATORS[relation];
  const value = Number(settings.get('quantity')?.value ?? 0);
  if (type === 'always') {
    return 'The alert has no condition: it triggers on every run. Use a scheduled report.';
  }
  if (op === undefined) {
    return `Comparisons with the previous run aren’t supported (\`${relation}\`).`;
  }
  if (!Number.isFinite(value)) return 'The quantity isn’t a number.';
  switch (type) {
    case 'number of events':
      return countEvents(moving, settings, search, op, value);
    case 'number of hosts':
      return rows(` | stats dc(host) AS ${COLUMN}`, op, value);
    case 'number of sources':
      return rows(` | stats dc(source) AS ${COLUMN}`, op, value);
    default:
      return `Unknown condition \`${type ?? ''}\`.`;
  }
}

function countEvents(
  moving: Moving,
  settings: Stanza['settings'],
  search: Setting,
  op: string,
  value: number,
): Counted {
  const { query } = checkSetting(moving, search);
  const [only, ...others] = query?.stages ?? [];
  if (only?.kind === 'search' && others.length === 0) {
    return { behind: '', condition: { kind: 'threshold', op, value } };
  }
  const isPerResult = settings.has('alert.digest_mode') && !isOn(settings.get('alert.digest_mode'));
  const by = isPerResult ? suppressFields(settings) : [];
  const behind = `${by.length === 0 ? '' : ' BY '}${by.map((name) => `"${name}"`).join(', ')}`;
  return rows(` | stats count AS ${COLUMN}${behind}`, op, value);
}

function suppressFields(settings: Stanza['settings']): string[] {
  const fields = settings.get('alert.suppress.fields')?.value.split(/[\s,]+/) ?? [];
  const named = fields.filter((name) => name !== '' && !/["\\]/.test(name));
  return named.length > groupFieldsMax ? [] : named;
}

function rows(behind: string, op: string, value: number): Counted {
  return { behind, condition: { kind: 'threshold', of: COLUMN, op, value } };
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function throttleOf({ settings }: Stanza): { throttle?: number } {
  if (!isOn(settings.get('alert.suppress'))) return {};
  const [, count, unit = 's'] =
    /^(\d+)\s*([smhd])?/.exec(settings.get('alert.suppress.period')?.value.trim() ?? '') ?? [];
  if (count === undefined) return {};
  return { throttle: Math.min(Number(count) * (UNITS[unit] ?? 1), throttleSecondsMax) };
}

/** Who was notified: channels are made by hand, since they have secrets and members. */
function actionNotes({ settings, file, line }: Stanza): Note[] {
  const named = (settings.get('actions')?.value ?? '').split(',').map((each) => each.trim());
  const enabled = [...settings]
    .filter(([key, setting]) => /^action\.\w+$/.test(key) && isOn(setting))
    .map(([key]) => key.slice('action.'.length));
  const actions = [...new Set([...named, ...enabled])].filter((each) => each !== '');
  if (actions.length === 0) return [];
  const to = settings.get('action.email.to');
  const mail = to === undefined || !actions.includes('email') ? '' : ` (email to ${to.value})`;
  const message = `Actions aren’t migrated: ${actions.join(', ')}${mail}. Create a channel and add it to \`channels\`.`;
  return [{ file, line, message }];
}
