import { ActionIcon, Button, Menu } from '@mantine/core';
import { REFRESH_SECONDS } from '../../../../../src/spec/dashboards.ts';
import { Icon } from '../../../parts/icons.tsx';

interface RefreshButtonProps {
  readonly refreshSeconds: number | null;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
  readonly onRhythm: (seconds: number | null) => void;
}

function words(seconds: number | null): string {
  if (seconds === null) return 'Off';
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** Refreshes on click and shows the automatic refresh interval. */
export function RefreshButton(props: RefreshButtonProps) {
  const { refreshSeconds, isRefreshing, onRefresh, onRhythm } = props;
  return (
    <Button.Group>
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Refresh now"
        title="Refresh now"
        loading={isRefreshing}
        loaderProps={{ size: 14 }}
        onClick={onRefresh}
      >
        <Icon name="refresh" size={14} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            px={8}
            aria-label={`Auto-refresh: ${words(refreshSeconds)}`}
            rightSection={<Icon name="chevronDown" size={12} />}
          >
            {words(refreshSeconds)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Refresh every</Menu.Label>
          {[null, ...REFRESH_SECONDS].map((seconds) => (
            <Menu.Item
              key={seconds}
              onClick={() => onRhythm(seconds)}
              rightSection={
                seconds === refreshSeconds ? <Icon name="check" size={12} /> : undefined
              }
            >
              {words(seconds)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
