import type { OrganizationId } from '../../base/ids.ts';
import type { KpiSettings } from '../../contract/kpi-settings.ts';

export interface Kpi {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly service: string;
  readonly name: string;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly settings: KpiSettings;
  readonly changedAt: number;
}
