/** Definitions for tests of dashboards. */
import { Value } from 'typebox/value';
import { DashboardDefinition } from '../../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../src/contract/dashboard-panels.ts';

type ValuePanel = Extract<DashboardPanel, { kind: 'value' }>;

/** One number, at the given place in a column of panels. */
export function valuePanel(
  id: string,
  query: string,
  at = 0,
  more: Partial<ValuePanel> = {},
): ValuePanel {
  return {
    id,
    kind: 'value',
    x: (at % 12) * 2,
    y: Math.floor(at / 12) * 2,
    w: 2,
    h: 2,
    query,
    options: { sparkline: false, compare: 'none' },
    ...more,
  };
}

export function dashboardOf(
  panels: readonly DashboardPanel[] = [],
  more: Partial<DashboardDefinition> = {},
): DashboardDefinition {
  return { schema: 1, name: 'Checkout', panels: [...panels], ...more };
}

/** Whether the platform would read it at all: every field known, and within its bounds. */
export function isDefinition(value: unknown): boolean {
  return Value.Check(DashboardDefinition, value);
}
