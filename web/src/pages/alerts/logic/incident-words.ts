/** Incidents in words. */
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import type { ResolvedReason } from '../../../../../src/spec/alerts.ts';
import { spanWords } from './span-words.ts';

const REASONS: Readonly<Record<ResolvedReason, string>> = {
  condition_over: 'the condition is over',
  group_gone: 'the group sent nothing any more',
  member_expired: 'the member was silent for so long that it is forgotten',
  member_forgotten: 'the member was forgotten by hand',
  rule_edited: 'the rule was changed',
  rule_disabled: 'the rule was switched off',
  rule_deleted: 'the rule was deleted',
  by_hand: 'somebody resolved it by hand',
};

export function reasonWords(reason: ResolvedReason): string {
  return REASONS[reason];
}

/** Why an incident does not end by itself at the moment; undefined where it may. */
export function heldWords(
  { resolvedAt }: Pick<AlertIncident, 'resolvedAt'>,
  { health, healthDetail }: Pick<AlertRule, 'health' | 'healthDetail'>,
): string | undefined {
  const isHeld = resolvedAt === null && (health === 'behind' || health === 'error');
  return isHeld ? `${healthDetail} Until that is over, it does not end by itself.` : undefined;
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
  began_recovering: 'Safe, for now',
  fires_again: 'Held again',
  began_flapping: 'Changes too often: messages wait until it is calm',
  calmed_down: 'Calm again',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  still_firing: 'Somebody was reminded that it fires still',
  resolved: 'Resolved',
  ticks_skipped: 'The rule was not looked at for a while',
};

interface Told {
  readonly title: string;
  /** What else is known, as names and values. */
  readonly facts: readonly (readonly [string, string])[];
}

/** A happening that has no words of ours is shown as it is. */
export function happeningWords({ kind, details }: AlertIncidentWhole['timeline'][number]): Told {
  const title = Object.hasOwn(HAPPENINGS, kind) ? HAPPENINGS[kind] : undefined;
  const facts = Object.entries(details).flatMap(([name, value]) => {
    const text = factText(name, value);
    return text === '' ? [] : [[name, text] as const];
  });
  return { title: title ?? plainWords(kind), facts };
}

function factText(name: string, value: unknown): string {
  if (name === 'reason' && typeof value === 'string' && Object.hasOwn(REASONS, value)) {
    return REASONS[value as ResolvedReason];
  }
  if (value === null || value === undefined || value === '') return '';
  return textOf(value);
}

function plainWords(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
