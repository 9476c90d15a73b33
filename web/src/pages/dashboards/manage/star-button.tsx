import { ActionIcon } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardQuery, dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { Icon } from '../../../parts/icons.tsx';

interface StarButtonProps {
  readonly id: string;
  readonly name: string;
  readonly isStarred: boolean;
}

/** Personal: starred dashboards come first. */
export function StarButton({ id, name, isStarred }: StarButtonProps) {
  const answers = useQueryClient();
  const star = useMutation({
    mutationFn: async () =>
      call(api.starDashboard, { params: { id }, body: { isStarred: !isStarred } }),
    onSuccess: async ({ data }) => {
      answers.setQueryData(dashboardQuery(id).queryKey, (known) =>
        known === undefined ? known : { ...known, isStarred: data.isStarred },
      );
      answers.setQueryData(dashboardsQuery.queryKey, (known) =>
        known?.map((each) => (each.id === id ? { ...each, isStarred: data.isStarred } : each)),
      );
      await answers.invalidateQueries(dashboardsQuery);
    },
  });
  const label = isStarred ? `Remove star from ${name}` : `Star ${name}`;
  return (
    <ActionIcon
      variant="subtle"
      color={isStarred ? 'yellow' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isStarred}
      onClick={() => star.mutate()}
    >
      <Icon name="star" size={16} />
    </ActionIcon>
  );
}
