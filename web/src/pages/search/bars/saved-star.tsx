import { ActionIcon } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { Icon } from '../../../parts/icons.tsx';

/** Personal star: starred searches come first in the menu. */
export function SavedStar({ search }: { readonly search: SavedSearch }) {
  const { id, name, isStarred } = search;
  const answers = useQueryClient();
  const star = useMutation({
    mutationFn: async () =>
      call(api.starSavedSearch, { params: { id }, body: { isStarred: !isStarred } }),
    onSuccess: async ({ data }) => {
      answers.setQueryData(savedSearchesQuery.queryKey, (known) =>
        known?.map((each) => (each.id === id ? { ...each, isStarred: data.isStarred } : each)),
      );
      await answers.invalidateQueries(savedSearchesQuery);
    },
  });
  const label = isStarred ? `Remove star from ${name}` : `Star ${name}`;
  return (
    <ActionIcon
      className="sx-star"
      variant="subtle"
      size="sm"
      color={isStarred ? 'yellow' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isStarred}
      onClick={() => star.mutate()}
    >
      <Icon name="star" size={13} />
    </ActionIcon>
  );
}
