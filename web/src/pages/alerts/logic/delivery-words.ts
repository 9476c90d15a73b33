/** Texts of notifications. */
import type { AlertDelivery } from '../../../../../src/contract/alert-deliveries.ts';
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';

type Transition = AlertIncident['deliveries'][number]['transition'];

export const TRANSITION_WORDS: Readonly<Record<Transition, string>> = {
  fired: 'fired',
  resolved: 'resolved',
  acknowledged: 'acknowledged',
  still_firing: 'still firing',
};

export const DELIVERY_KINDS: Readonly<Record<AlertDelivery['kind'], string>> = {
  alert: 'alert',
  reminder: 'reminder',
  test: 'test',
  notice: 'notice',
};

/** Why a message was withheld: a silence, a rule that mutes it, or a named reason. */
export function withheldWords(by: string): string {
  if (by.startsWith('sil_')) return 'by a silence';
  if (by.startsWith('alr_')) return 'inhibited by another firing rule';
  return by.replaceAll('_', ' ');
}
