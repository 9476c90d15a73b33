/** The panels while they are edited: each can be taken, stretched, opened, copied and deleted. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { memo, type ReactNode, useRef } from 'react';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { KIND_WORDS } from '../../../query/panel/kind-words.ts';
import { Icon } from '../../../parts/icons.tsx';
import { inReadingOrder } from '../logic/arrange-panels.ts';
import { isSame } from '../logic/merge-definitions.ts';
import { panelName } from '../logic/place-words.ts';
import { type Arranging, useArranging } from './use-arranging.ts';

export interface PanelActions {
  readonly onOpen: (id: string) => void;
  readonly onDuplicate: (id: string) => void;
  readonly onCopy: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

interface EditGridProps extends PanelActions {
  readonly panels: readonly CompletePanel[];
  readonly onArrange: (panels: CompletePanel[]) => void;
  readonly render: (panel: CompletePanel) => ReactNode;
}

export function EditGrid({ panels, onArrange, render, ...actions }: EditGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const arranging = useArranging(panels, grid, onArrange);
  return (
    <>
      <div ref={grid} className="de-grid" data-arranging={arranging.active !== undefined}>
        {inReadingOrder(arranging.panels).map((panel) => (
          <Tile key={panel.id} panel={panel} arranging={arranging} actions={actions}>
            {render(panel)}
          </Tile>
        ))}
      </div>
      <output className="xp-hidden" aria-live="assertive">
        {arranging.words}
      </output>
    </>
  );
}

interface TileProps {
  readonly panel: CompletePanel;
  readonly arranging: Arranging;
  readonly actions: PanelActions;
  readonly children: ReactNode;
}

function Tile({ panel, arranging, actions, children }: TileProps) {
  const { id, x, y, w, h } = panel;
  const { active } = arranging;
  const style = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
  const isActive = active?.id === id;
  return (
    <div className="de-tile" style={style} data-active={isActive ? active.way : undefined}>
      <div className="de-tile-content" inert>
        {children}
      </div>
      <Grip panel={panel} arranging={arranging} actions={actions} isActive={isActive} />
      <TileMenu panel={panel} actions={actions} />
      <span
        className="de-corner"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault();
          arranging.onPointerDown(event, id, 'resize');
        }}
      />
    </div>
  );
}

interface GripProps extends Omit<TileProps, 'children'> {
  readonly isActive: boolean;
}

/** Covers the whole panel: receives drags and key presses. */
function Grip({ panel, arranging, actions, isActive }: GripProps) {
  const { id, kind } = panel;
  return (
    <button
      type="button"
      className="de-grip"
      aria-label={`${panelName(panel)}, ${KIND_WORDS[kind].label}. Press m to move, r to resize, Enter to edit, Delete to delete`}
      aria-pressed={isActive}
      onPointerDown={(event) => arranging.onPointerDown(event, id, 'move')}
      onDoubleClick={() => actions.onOpen(id)}
      onBlur={arranging.onBlur}
      onKeyDown={(event) => {
        if (arranging.onKeyDown(event, id)) event.preventDefault();
        else if (event.key === 'Enter') {
          event.preventDefault();
          actions.onOpen(id);
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
          event.preventDefault();
          actions.onRemove(id);
        }
      }}
    />
  );
}

function TileMenu({ panel, actions }: Pick<TileProps, 'panel' | 'actions'>) {
  const { id } = panel;
  const name = panelName(panel);
  return (
    <div className="de-tools">
      <Tooltip label="Edit">
        <ActionIcon
          size="sm"
          variant="default"
          aria-label={`Edit ${name}`}
          onClick={() => actions.onOpen(id)}
        >
          <Icon name="pencil" size={13} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" variant="default" aria-label={`More actions for ${name}`}>
            <Icon name="dots" size={13} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="plus" size={13} />}
            onClick={() => actions.onDuplicate(id)}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="copy" size={13} />}
            onClick={() => actions.onCopy(id)}
          >
            Copy as JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash" size={13} />}
            onClick={() => actions.onRemove(id)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface StillProps {
  readonly panel: CompletePanel;
  readonly state: unknown;
  readonly around: unknown;
  readonly children: ReactNode;
}

/** Draws again only when something changes that is seen: moving a panel changes none of it. */
export const Still = memo(
  function Still({ children }: StillProps) {
    return children;
  },
  (before, after) =>
    before.state === after.state &&
    before.around === after.around &&
    isSame(withoutPlace(before.panel), withoutPlace(after.panel)),
);

function withoutPlace({ x: _x, y: _y, ...rest }: CompletePanel): object {
  return rest;
}
