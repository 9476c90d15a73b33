/** A message, independent of channel formats. */
import type { AlertDeliveryItemRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ResolvedReason, Severity } from '../../../spec/alerts.ts';
import type { TemplateValues } from './fill-template.ts';

export type ItemTransition = AlertDeliveryItemRow['transition'];

/** One incident in a message. */
export interface MessageItem {
  readonly incidentId: string;
  readonly transition: ItemTransition;
  /** Names of fields and their values; null where the rule has one group. */
  readonly group: Readonly<Record<string, string>> | null;
  readonly value: number | null;
  readonly condition: string;
  readonly severity: Severity;
  /** Stays the same as long as the incident does; receivers know it by this. */
  readonly dedupKey: string;
  readonly firedAt: number;
  readonly resolvedAt: number | null;
  readonly resolvedReason: ResolvedReason | null;
  readonly eventsFrom: number;
  readonly eventsTo: number;
  /** Where people see it. */
  readonly url: string;
}

export interface Message {
  /** The delivery: the same over all tries. */
  readonly id: string;
  readonly kind: 'alert' | 'reminder' | 'test' | 'notice';
  readonly organization: string;
  readonly rule: { readonly id: string; readonly name: string; readonly runbook: string } | null;
  readonly severity: Severity;
  /** Whether any of its incidents fires; otherwise all of them have ended. */
  readonly isFiring: boolean;
  readonly title: string;
  readonly body: string;
  /** Those that are listed; `total` counts the others, too. */
  readonly items: readonly MessageItem[];
  readonly total: number;
  /** One event for many incidents, where each has its own by rights. */
  readonly isStorm: boolean;
  readonly url: string;
  /** Lines of logs, where they may leave. */
  readonly samples: readonly string[];
  /** What a template of the channel is filled with. */
  readonly values: TemplateValues;
  readonly at: number;
}

/** `host=web-7, region=eu`, or nothing where there is one group. */
export function groupText(group: MessageItem['group']): string {
  if (group === null) return '';
  return Object.entries(group)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
