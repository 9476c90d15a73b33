/** How the events are shown. */
import { Button, Checkbox, Menu, SegmentedControl } from '@mantine/core';
import { Icon } from '../../../parts/icons.tsx';
import type { Preferences } from '../logic/preferences.ts';
import { type SearchState, VIEWS } from '../../../data/search-state.ts';
import { usePage } from '../page-context.tsx';
import { BarMenu } from './bar-menu.tsx';

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
        disabled={state.isLive}
        leftSection={<Icon name={state.sort === 'newest' ? 'down' : 'up'} size={12} />}
        onClick={() => actions.change({ sort: state.sort === 'newest' ? 'oldest' : 'newest' })}
      >
        {state.sort === 'newest' ? 'Newest first' : 'Oldest first'}
      </Button>
      <DisplayMenu state={state} />
    </div>
  );
}

const CHOICES: readonly {
  readonly label: string;
  readonly isOn: (preferences: Preferences) => boolean;
  readonly change: (isOn: boolean) => Partial<Preferences>;
}[] = [
  {
    label: 'Open details in side panel',
    isOn: ({ details }) => details === 'side',
    change: (isOn) => ({ details: isOn ? 'side' : 'inline' }),
  },
  {
    label: 'Show histogram',
    isOn: ({ isHistogramShown }) => isHistogramShown,
    change: (isHistogramShown) => ({ isHistogramShown }),
  },
  {
    label: 'Show fields',
    isOn: ({ isRailShown }) => isRailShown,
    change: (isRailShown) => ({ isRailShown }),
  },
];

function DisplayMenu({ state }: { readonly state: SearchState }) {
  const { actions, preferences, setPreferences } = usePage();
  return (
    <BarMenu icon="settings" label="Display" staysOpen>
      {CHOICES.map(({ label, isOn, change }) => (
        <Checkbox
          key={label}
          className="sx-menu-check"
          size="xs"
          label={label}
          checked={isOn(preferences)}
          onChange={(event) => setPreferences(change(event.currentTarget.checked))}
        />
      ))}
      <Checkbox
        className="sx-menu-check"
        size="xs"
        label="Show time deltas"
        disabled={state.isLive}
        checked={state.hasDistances}
        onChange={(event) => actions.change({ hasDistances: event.currentTarget.checked })}
      />
      <Menu.Item
        disabled={state.columns.length === 0}
        onClick={() => actions.change({ columns: [] }, { replace: true })}
      >
        Reset columns
      </Menu.Item>
      <Menu.Item
        disabled={Object.keys(preferences.columnWidths).length === 0}
        onClick={() => setPreferences({ columnWidths: {} })}
      >
        Reset column widths
      </Menu.Item>
    </BarMenu>
  );
}
