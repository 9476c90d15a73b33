import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Transition } from './transition.ts';

/** What happened to an incident, as far as channels can be told of it. */
export interface Told {
  readonly incident: AlertIncidentRow;
  readonly transition: { readonly kind: Transition['kind'] | 'acknowledged' | 'still_firing' };
}
