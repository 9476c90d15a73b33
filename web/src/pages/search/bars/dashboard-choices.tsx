/** The dashboards to which a search can be added as a panel. */
import { Menu, ScrollArea, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Dashboard, DashboardSummary } from '../../../../../src/contract/dashboards.ts';
import { ApiError } from '../../../api/call.ts';
import { dashboardQuery, dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDoneWith, sayFailed } from '../../../parts/ready-notice.ts';
import {
  addPanel,
  dashboardWith,
  removeDashboardWith,
  removePanel,
} from '../../../query/panel/add-panel.ts';
import { KIND_WORDS } from '../../../query/panel/kind-words.ts';
import { panelOfSearch, type SearchPanel } from '../../../query/panel/new-panel.ts';
import type { SearchState } from '../../../data/search-state.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';

/** Number of dashboards from which a search field is shown. */
const SEARCHED_FROM = 8;

export function DashboardChoices({ state }: { readonly state: SearchState }) {
  const dashboards = useQuery(dashboardsQuery);
  const panel = useMemo(() => panelOfSearch(state), [state]);
  const [wanted, setWanted] = useState('');
  const add = useAdd(panel, state);
  if (dashboards.error !== null) return <ErrorNotice error={dashboards.error} />;
  const known = starredFirst(dashboards.data ?? []);
  const fitting = known.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      <Menu.Label>
        {KIND_WORDS[panel.kind].label}: <span className="xp-foreign">{panel.title}</span>
      </Menu.Label>
      {known.length >= SEARCHED_FROM && (
        <TextInput
          size="xs"
          mx="xs"
          mb={4}
          aria-label="Search dashboards"
          placeholder="Search dashboards"
          data-autofocus
          value={wanted}
          onChange={(change) => setWanted(change.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={300}>
        {fitting.map((dashboard) => (
          <Menu.Item
            key={dashboard.id}
            leftSection={<Icon name={dashboard.isStarred ? 'star' : 'dashboard'} size={13} />}
            onClick={() => add.mutate(dashboard)}
          >
            <span className="xp-foreign">{dashboard.name}</span>
          </Menu.Item>
        ))}
      </ScrollArea.Autosize>
      {dashboards.isPending && (
        <Text size="xs" c="dimmed" px="sm" py={4}>
          Loading …
        </Text>
      )}
      {known.length > 0 && <Menu.Divider />}
      <Menu.Item leftSection={<Icon name="plus" size={13} />} onClick={() => add.mutate(undefined)}>
        New dashboard
      </Menu.Item>
    </>
  );
}

function starredFirst(dashboards: readonly DashboardSummary[]): readonly DashboardSummary[] {
  return dashboards.toSorted(
    (left, right) =>
      Number(right.isStarred) - Number(left.isStarred) || left.name.localeCompare(right.name),
  );
}

/** Adds the panel to a dashboard or creates one; the confirmation notice offers to undo it. */
function useAdd(panel: SearchPanel, { earliest, latest }: SearchState) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  const { may } = useSignedIn();
  const keep = async (dashboard: Dashboard): Promise<void> => {
    answers.setQueryData(dashboardQuery(dashboard.id).queryKey, dashboard);
    await answers.invalidateQueries(dashboardsQuery);
  };
  const open = ({ id }: Dashboard): void => {
    void navigate({ to: '/dashboards/$id', params: { id } });
  };
  return useMutation({
    mutationFn: async (to: DashboardSummary | undefined) => {
      if (to === undefined) {
        const dashboard = await dashboardWith(panel, { earliest, latest });
        const takeBack = async (): Promise<void> => {
          await removeDashboardWith(dashboard);
          await answers.invalidateQueries(dashboardsQuery);
        };
        const words = `Panel added to new dashboard ${dashboard.definition.name}`;
        return { dashboard, words, takeBack: may('dashboards:delete') ? takeBack : undefined };
      }
      const { dashboard, panelId } = await addPanel(to.id, panel);
      const takeBack = async (): Promise<void> => keep(await removePanel(to.id, panelId));
      return { dashboard, words: `Panel added to ${to.name}`, takeBack };
    },
    onSuccess: async ({ dashboard, words, takeBack }) => {
      sayDoneWith(words, [
        { label: 'Open', act: () => open(dashboard) },
        ...(takeBack === undefined
          ? []
          : [{ label: 'Undo', act: () => void takeBack().catch(sayWhy) }]),
      ]);
      await keep(dashboard);
    },
    onError: sayWhy,
  });
}

function sayWhy(error: unknown): void {
  sayFailed(error instanceof ApiError ? error.message : 'Something went wrong. Try again.');
}
