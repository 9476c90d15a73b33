/** From a search to a panel in two clicks: the menu, and the name of a dashboard. */
import { Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { SearchState } from '../../../data/search-state.ts';
import { BarMenu } from './bar-menu.tsx';

const DashboardChoices = lazy(async () => {
  const { DashboardChoices: component } = await import('./dashboard-choices.tsx');
  return { default: component };
});

export function DashboardMenu({ state }: { readonly state: SearchState }) {
  return (
    <BarMenu icon="dashboard" label="Add to dashboard" width={300}>
      <Suspense fallback={<Loader size="xs" m="xs" />}>
        <DashboardChoices state={state} />
      </Suspense>
    </BarMenu>
  );
}
