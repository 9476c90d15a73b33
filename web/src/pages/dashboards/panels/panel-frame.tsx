/** Around a panel: its title, how it is, what can be done with it. */
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icons.tsx';
import type { PanelState } from '../read/refresh-state.ts';
import type { SeenPanel } from './panel-props.ts';
import './panels.css';

interface PanelFrameProps {
  readonly panel: SeenPanel;
  readonly state?: PanelState | undefined;
  /** Right of the title: menus and buttons. */
  readonly actions?: ReactNode;
  /** Below the panel, such as what it has cost. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

export function PanelFrame({ panel, state, actions, foot, children }: PanelFrameProps) {
  const { title, description, kind } = panel;
  return (
    <div className="db-panel" data-kind={kind} data-waiting={state?.isWaiting || undefined}>
      {(title !== '' || actions !== undefined) && (
        <header className="db-panel-head">
          <h3 className="db-panel-title xp-foreign" title={title}>
            {title}
          </h3>
          {description !== '' && <Sign kind="info" words={description} />}
          <Signs kind={kind} state={state} />
          <span className="db-panel-space" />
          {actions}
        </header>
      )}
      <div className="db-panel-body">{children}</div>
      {foot}
    </div>
  );
}

/** What should be known about the numbers: that they are old, or not all of them. */
function Signs({ kind, state }: Pick<PanelFrameProps, 'state'> & Pick<SeenPanel, 'kind'>) {
  const { shown, failure } = state ?? {};
  // A list of events is expected to show fewer than there are, so its limits are not reported.
  const limits = kind === 'logs' ? [] : (shown?.limits_applied ?? []);
  const warnings = shown?.warnings ?? [];
  return (
    <>
      {shown !== undefined && failure !== undefined && (
        <Sign kind="warning" words={`Refresh failed: ${failure.error}`} />
      )}
      {warnings.length > 0 && (
        <Sign kind="warning" words={warnings.map(({ message }) => message).join(' ')} />
      )}
      {shown?.stale === true && <Sign kind="clock" words="Outdated: search limit reached" />}
      {limits.length > 0 && (
        <Sign kind="filter" words={limits.map(({ message }) => message).join(' ')} />
      )}
    </>
  );
}

interface SignProps {
  readonly kind: 'info' | 'warning' | 'clock' | 'filter';
  readonly words: string;
}

/** Shows its words below the icon on hover or keyboard focus. */
function Sign({ kind, words }: SignProps) {
  return (
    <span
      className="db-panel-sign"
      data-sign={kind}
      data-words={words}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn by lines, and its words are its name
      role="img"
      aria-label={words}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its words are also for those who use keys
      tabIndex={0}
    >
      <Icon name={kind} size={13} />
    </span>
  );
}
