/** One panel of the page: its frame, what it shows, and what can be done with it. */
import { ActionIcon, Menu } from '@mantine/core';
import { memo, useState } from 'react';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { Icon } from '../../../parts/icons.tsx';
import { durationText, formatBytes, formatCount } from '../../../parts/sizes.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { PanelFrame } from '../panels/panel-frame.tsx';
import type { PanelSurroundings, SeenPanel } from '../panels/panel-props.ts';
import { PanelView } from '../panels/panel-view.tsx';
import type { PanelState } from '../read/refresh-state.ts';

interface PanelCellProps {
  readonly panel: SeenPanel;
  readonly state: PanelState | undefined;
  readonly around: PanelSurroundings;
  readonly hasCost: boolean;
  /** Opens it over the whole screen; undefined where it is open already. */
  readonly onFull?: ((id: string) => void) | undefined;
}

export const PanelCell = memo(function PanelCell(props: PanelCellProps) {
  const { panel, state, around, hasCost, onFull } = props;
  const [isTable, setIsTable] = useState(false);
  const { shown } = state ?? {};
  const isQuery = hasQuery(panel);
  return (
    <PanelFrame
      panel={panel}
      state={state}
      actions={
        isQuery && (
          <PanelMenu
            panel={panel}
            isTable={isTable}
            onTable={() => setIsTable(!isTable)}
            onFull={onFull}
          />
        )
      }
      foot={hasCost && shown !== undefined && <Cost shown={shown} timeZone={around.timeZone} />}
    >
      <PanelView panel={panel} state={state} around={around} isTable={isTable} />
    </PanelFrame>
  );
});

interface PanelMenuProps {
  readonly panel: SeenPanel;
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly onFull: ((id: string) => void) | undefined;
}

function PanelMenu({ panel, isTable, onTable, onFull }: PanelMenuProps) {
  const isRows = ['table', 'logs', 'patterns', 'health'].includes(panel.kind);
  const name = panel.title === '' ? panel.id : panel.title;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className="db-panel-menu"
          variant="subtle"
          color="gray"
          size={22}
          aria-label={`Menu for ${name}`}
        >
          <Icon name="dots" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onFull !== undefined && (
          <Menu.Item
            leftSection={<Icon name="expand" size={13} />}
            rightSection="Enter"
            onClick={() => onFull(panel.id)}
          >
            Full screen
          </Menu.Item>
        )}
        {!isRows && (
          <Menu.Item
            leftSection={<Icon name={isTable ? 'chart' : 'table'} size={13} />}
            onClick={onTable}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Query cost of the panel, for those who pay for it. */
function Cost({ shown, timeZone }: { readonly shown: ShownPanel; readonly timeZone: string }) {
  const { cost, computedAt } = shown;
  if (cost === undefined) return null;
  const parts = [
    `${formatCount(cost.scannedRows)} rows scanned`,
    formatBytes(cost.scannedBytes),
    durationText(cost.elapsedMs),
    ...(cost.sharedBy > 1 ? [`shared by ${cost.sharedBy} panels`] : []),
    `computed ${formatInstant(Date.parse(computedAt), timeZone, 'seconds').slice(11)}`,
  ];
  return <div className="db-panel-foot">{parts.join(' · ')}</div>;
}
