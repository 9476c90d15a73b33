/** A silence being edited, and as text. */
import type {
  AlertSilence,
  AlertSilenceChange,
  AlertSilenceDraft,
} from '../../../../../src/contract/alert-silences.ts';
import { type Severity, type Weekday, WEEKDAYS } from '../../../../../src/spec/alerts.ts';
import { HOUR_MS } from '../../../../../src/spec/units.ts';

export interface SilenceForm {
  readonly name: string;
  readonly rules: readonly string[];
  readonly tags: readonly string[];
  readonly severities: readonly Severity[];
  /** `host=web-*`, one per entry. */
  readonly group: readonly string[];
  readonly kind: 'range' | 'weekly';
  /** In the format of a local date and time field, in the browser's time zone; empty means now. */
  readonly from: string;
  readonly to: string;
  readonly days: readonly Weekday[];
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
}

/** The next hour. */
export function emptySilence(now: number, timeZone: string): SilenceForm {
  return {
    name: '',
    rules: [],
    tags: [],
    severities: [],
    group: [],
    kind: 'range',
    from: '',
    to: fieldTime(new Date(now + HOUR_MS)),
    days: ['saturday', 'sunday'],
    start: '00:00',
    end: '06:00',
    timeZone,
  };
}

export function formOfSilence(silence: AlertSilence, usual: SilenceForm): SilenceForm {
  const { match, times } = silence;
  const base = {
    ...usual,
    name: silence.name,
    rules: match.rules,
    tags: match.tags,
    severities: match.severities,
    group: Object.entries(match.group).map(([field, value]) => `${field}=${value}`),
  };
  if (times.kind === 'weekly') return { ...base, ...times };
  return {
    ...base,
    kind: 'range',
    from: fieldTime(new Date(times.from)),
    to: fieldTime(new Date(times.to)),
  };
}

/** Returns a problem as text, or the request body. */
export function draftOfSilence(
  form: SilenceForm,
): { readonly problem: string } | { readonly draft: AlertSilenceDraft } {
  const group = form.group.map((text) => /^([^=]+)=(.*)$/.exec(text));
  if (group.some((parts) => parts === null)) {
    return { problem: 'Write group values as field=value, e.g. host=web-*.' };
  }
  const to = new Date(form.to);
  if (form.kind === 'range' && Number.isNaN(to.getTime())) {
    return { problem: 'Enter an end time.' };
  }
  const pairs = group.map((parts) => [(parts?.[1] ?? '').trim(), (parts?.[2] ?? '').trim()]);
  const match = {
    ...(form.rules.length === 0 ? {} : { rules: [...form.rules] }),
    ...(form.tags.length === 0 ? {} : { tags: [...form.tags] }),
    ...(form.severities.length === 0 ? {} : { severities: [...form.severities] }),
    ...(pairs.length === 0 ? {} : { group: Object.fromEntries(pairs) as Record<string, string> }),
  };
  const { days, start, end, timeZone } = form;
  const times: AlertSilenceDraft['times'] =
    form.kind === 'weekly'
      ? { kind: 'weekly', days: [...days], start, end, timeZone }
      : { kind: 'range', to: to.toISOString(), ...fromOf(form.from) };
  return { draft: { name: form.name.trim(), match, times } };
}

export function changeOfSilence(draft: AlertSilenceDraft, version: number): AlertSilenceChange {
  return { ...draft, version };
}

function fromOf(text: string): { readonly from?: string } {
  const from = new Date(text);
  return text === '' || Number.isNaN(from.getTime()) ? {} : { from: from.toISOString() };
}

/** `2026-11-15T10:00` on the clock of the browser. */
function fieldTime(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** What it is about: everything, where nothing is named. */
export function matchWords(
  { match }: Pick<AlertSilence, 'match'>,
  nameOf: (rule: string) => string,
): string {
  const parts = [
    ...(match.rules.length === 0 ? [] : [match.rules.map(nameOf).join(' or ')]),
    ...(match.tags.length === 0 ? [] : [`tagged ${match.tags.join(' or ')}`]),
    ...(match.severities.length === 0 ? [] : [`with severity ${match.severities.join(' or ')}`]),
    ...Object.entries(match.group).map(([field, value]) => `${field}=${value}`),
  ];
  return parts.length === 0 ? 'all rules' : parts.join(', ');
}

export function weeklyWords(times: Extract<AlertSilence['times'], { kind: 'weekly' }>): string {
  const { days, start, end, timeZone } = times;
  const names = WEEKDAYS.filter((day) => days.includes(day)).map(dayName);
  const which = names.length === WEEKDAYS.length ? 'every day' : names.join(', ');
  const next = end <= start ? ' the next day' : '';
  return `${which} from ${start} to ${end}${next} (${timeZone})`;
}

export function dayName(day: Weekday): string {
  return day.charAt(0).toUpperCase() + day.slice(1, 3);
}
