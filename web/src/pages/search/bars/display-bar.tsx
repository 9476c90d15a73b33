/** How the events are shown. */
import { Button, Checkbox, Menu, SegmentedControl } from '@mantine/core';
import { Icon } from '../../../parts/icons.tsx';
import { type SearchState, VIEWS } from '../logic/search-state.ts';
import { usePage } from '../page-context.tsx';

export function DisplayBar({ state }: { readonly state: SearchState }) {
  const { actions, preferences, setPreferences } = usePage();
  return (
    <div className="sx-display">
      <SegmentedControl
        aria-label="Row format"
        size="xs"
        value={state.view}
        onChange={(value) =>
          actions.change({ view: VIEWS.find((view) => view === value) ?? 'raw' }, { replace: true })
        }
        data={[
          { value: 'raw', label: 'Lines' },
          { value: 'table', label: 'Table' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Checkbox
        size="xs"
        label="Wrap"
        checked={preferences.isWrapped}
        onChange={(change) => setPreferences({ isWrapped: change.currentTarget.checked })}
      />
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={`Sort: ${state.sort} first`}
        disabled={state.isLive}
        leftSection={<Icon name={state.sort === 'newest' ? 'down' : 'up'} size={12} />}
        onClick={() => actions.change({ sort: state.sort === 'newest' ? 'oldest' : 'newest' })}
      >
        {state.sort === 'newest' ? 'Newest first' : 'Oldest first'}
      </Button>
      <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="settings" size={13} />}
          >
            Display
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Checkbox
            className="sx-menu-check"
            size="xs"
            label="Details beside the list"
            checked={preferences.details === 'side'}
            onChange={(change) =>
              setPreferences({ details: change.currentTarget.checked ? 'side' : 'inline' })
            }
          />
          <Checkbox
            className="sx-menu-check"
            size="xs"
            label="Show histogram"
            checked={preferences.isHistogramShown}
            onChange={(change) =>
              setPreferences({ isHistogramShown: change.currentTarget.checked })
            }
          />
          <Checkbox
            className="sx-menu-check"
            size="xs"
            label="Show fields"
            checked={preferences.isRailShown}
            onChange={(change) => setPreferences({ isRailShown: change.currentTarget.checked })}
          />
          <Menu.Item
            disabled={state.columns.length === 0}
            onClick={() => actions.change({ columns: [] }, { replace: true })}
          >
            Reset columns
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
