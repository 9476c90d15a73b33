import { Icon } from '../../../parts/icons.tsx';
import type { SeenPanelOf } from './panel-props.ts';
import './panels.css';

interface HeadingPanelProps {
  readonly panel: SeenPanelOf<'heading'>;
  readonly isCollapsed: boolean;
  readonly onToggle: () => void;
}

/** Heading above the panels down to the next heading; collapses them. */
export function HeadingPanel({ panel, isCollapsed, onToggle }: HeadingPanelProps) {
  return (
    <h2 className="db-heading">
      <button type="button" aria-expanded={!isCollapsed} onClick={onToggle}>
        <Icon name={isCollapsed ? 'chevronRight' : 'chevronDown'} size={14} />
        <span className="xp-foreign">{panel.title === '' ? 'Section' : panel.title}</span>
        {panel.description !== '' && (
          <span className="db-heading-about xp-foreign">{panel.description}</span>
        )}
      </button>
    </h2>
  );
}
