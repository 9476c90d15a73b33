import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { ShareDraft } from '../../../../../src/contract/dashboard-sharing.ts';
import { askedVariables, type DashboardChoice } from './dashboard-address.ts';

/** The current range, zone and values. */
export type SharedView = Pick<ShareDraft, 'earliest' | 'latest' | 'timeZone' | 'variables'>;

export function sharedView({ definition }: Dashboard, choice: DashboardChoice): SharedView {
  const { earliest, latest, timeZone } = choice;
  const names = new Set((definition.variables ?? []).map(({ name }) => name));
  return {
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
    ...(timeZone === undefined ? {} : { timeZone }),
    variables: askedVariables(choice, names),
  };
}
