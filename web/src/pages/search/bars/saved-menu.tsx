/** Searches that the organization keeps: run one, save the present one, change or delete others. */
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { useQuery } from '@tanstack/react-query';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { starredFirst, stateOfSaved } from '../../../query/text/saved-search.ts';
import type { SearchState } from '../../../query/text/search-state.ts';
import { usePage } from '../page-context.tsx';
import { BarMenu } from './bar-menu.tsx';
import { SavedStar } from './saved-star.tsx';

const SaveDialog = lazy(async () => {
  const { SaveDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});
const EditDialog = lazy(async () => {
  const { EditDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});
const DeleteDialog = lazy(async () => {
  const { DeleteDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});

export function SavedMenu({
  state,
  draft,
}: {
  readonly state: SearchState;
  readonly draft: string;
}) {
  const { may } = useSignedIn();
  const [isSaving, setIsSaving] = useState(false);
  const [edited, setEdited] = useState<SavedSearch>();
  const [deleted, setDeleted] = useState<SavedSearch>();
  return (
    <>
      <BarMenu icon="star" label="Saved" width={380}>
        <SavedList onEdit={setEdited} onDelete={setDeleted} />
      </BarMenu>
      {may('saved-searches:write') && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="plus" size={13} />}
          aria-label="Save search"
          onClick={() => setIsSaving(true)}
        >
          Save
        </Button>
      )}
      <Suspense>
        {isSaving && (
          <SaveDialog state={{ ...state, query: draft }} onClose={() => setIsSaving(false)} />
        )}
        {edited !== undefined && (
          <EditDialog search={edited} onClose={() => setEdited(undefined)} />
        )}
        {deleted !== undefined && (
          <DeleteDialog search={deleted} onClose={() => setDeleted(undefined)} />
        )}
      </Suspense>
    </>
  );
}

interface SavedListProps {
  readonly onEdit: (search: SavedSearch) => void;
  readonly onDelete: (search: SavedSearch) => void;
}

function SavedList({ onEdit, onDelete }: SavedListProps) {
  const { may } = useSignedIn();
  const { actions } = usePage();
  const saved = useQuery(savedSearchesQuery);
  if (saved.error !== null) return <ErrorNotice error={saved.error} />;
  const searches = saved.data ?? [];
  if (searches.length === 0) {
    return (
      <Text size="xs" c="dimmed" p="xs">
        {saved.isPending ? 'Loading …' : 'Searches that you save are here for your whole team.'}
      </Text>
    );
  }
  return (
    <div className="sx-saved-list">
      {starredFirst(searches).map((search) => (
        <Group key={search.id} wrap="nowrap" gap={2}>
          <SavedStar search={search} />
          <Menu.Item
            className="sx-saved-item"
            onClick={() => {
              const { query, ...rest } = stateOfSaved(search);
              actions.run(query, rest);
            }}
          >
            <span className="sx-saved-label" title={search.name}>
              {search.name}
            </span>
            <span className="sx-menu-query" title={search.query}>
              {search.query === '' ? 'All events' : search.query}
            </span>
          </Menu.Item>
          {may('saved-searches:write') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Edit saved search ${search.name}`}
              onClick={() => onEdit(search)}
            >
              <Icon name="pencil" size={13} />
            </ActionIcon>
          )}
          {may('saved-searches:delete') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Delete saved search ${search.name}`}
              onClick={() => onDelete(search)}
            >
              <Icon name="trash" size={13} />
            </ActionIcon>
          )}
        </Group>
      ))}
    </div>
  );
}
