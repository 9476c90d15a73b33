/** The saved searches of the menu: starred ones first, each with what can be done about it. */
import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { starredFirst, stateOfSaved } from '../../../data/saved-search.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { usePage } from '../page-context.tsx';
import { SavedStar } from './saved-star.tsx';

interface SavedListProps {
  readonly onEdit: (search: SavedSearch) => void;
  readonly onDelete: (search: SavedSearch) => void;
}

/** Saved searches, and links to macros and data models. */
export function SavedList(props: SavedListProps) {
  const navigate = useNavigate();
  return (
    <>
      <Searches {...props} />
      <Menu.Divider />
      <Menu.Item
        leftSection={<Icon name="list" size={13} />}
        onClick={() => void navigate({ to: '/search/macros' })}
      >
        Macros
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="database" size={13} />}
        onClick={() => void navigate({ to: '/search/data-models' })}
      >
        Data models
      </Menu.Item>
    </>
  );
}

function Searches({ onEdit, onDelete }: SavedListProps) {
  const { may } = useSignedIn();
  const { actions } = usePage();
  const saved = useQuery(savedSearchesQuery);
  if (saved.error !== null) return <ErrorNotice error={saved.error} />;
  const searches = saved.data ?? [];
  if (searches.length === 0) {
    return (
      <Text size="xs" c="dimmed" p="xs">
        {saved.isPending ? 'Loading …' : 'No saved searches yet. Your team shares them.'}
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
              {search.name} <ManagedMark kind="savedSearches" id={search.id} />
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
