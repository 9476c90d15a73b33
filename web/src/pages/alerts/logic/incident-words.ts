/** Texts of incidents. */
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { RESOLVED_REASON_WORDS, type ResolvedReason } from '../../../../../src/spec/alerts.ts';
import { spanWords } from './span-words.ts';

export function reasonWords(reason: ResolvedReason): string {
  return RESOLVED_REASON_WORDS[reason];
}

/** Why an incident cannot currently resolve automatically; undefined if it can. */
export function heldWords(
  { resolvedAt }: Pick<AlertIncident, 'resolvedAt'>,
  { health, healthDetail }: Pick<AlertRule, 'health' | 'healthDetail'>,
): string | undefined {
  const isHeld = resolvedAt === null && (health === 'behind' || health === 'error');
  return isHeld
    ? `${healthDetail} The incident can't resolve automatically until this is fixed.`
    : undefined;
}

/** As long as it fired, or fires by now. */
export function lastedWords(
  { firedAt, resolvedAt }: Pick<AlertIncident, 'firedAt' | 'resolvedAt'>,
  now: number,
): string {
  const end = resolvedAt === null ? now : Date.parse(resolvedAt);
  const seconds = Math.max(0, Math.round((end - Date.parse(firedAt)) / 1_000));
  return spanWords(seconds < 120 ? seconds : seconds - (seconds % 60));
}

const HAPPENINGS: Readonly<Record<string, string>> = {
  fired: 'Fired',
  began_recovering: 'Recovering',
  fires_again: 'Firing again',
  began_flapping: 'Flapping: notifications pause until it stops',
  calmed_down: 'Stopped flapping',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  noted: 'Note added',
  still_firing: 'Repeat notification sent',
  resolved: 'Resolved',
  ticks_skipped: 'Checks were skipped',
};

interface Told {
  readonly title: string;
  /** What else is known, as names and values. */
  readonly facts: readonly (readonly [string, string])[];
}

/** A timeline entry without its own text is shown by its kind. */
export function happeningWords({ kind, details }: AlertIncidentWhole['timeline'][number]): Told {
  const title = Object.hasOwn(HAPPENINGS, kind) ? HAPPENINGS[kind] : undefined;
  const facts = Object.entries(details).flatMap(([name, value]) => {
    const text = factText(name, value);
    return text === '' ? [] : [[name, text] as const];
  });
  return { title: title ?? plainWords(kind), facts };
}

function factText(name: string, value: unknown): string {
  if (
    name === 'reason' &&
    typeof value === 'string' &&
    Object.hasOwn(RESOLVED_REASON_WORDS, value)
  ) {
    return RESOLVED_REASON_WORDS[value as ResolvedReason];
  }
  if (value === null || value === undefined || value === '') return '';
  return textOf(value);
}

function plainWords(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
