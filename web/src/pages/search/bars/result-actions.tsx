/** What can be done with a result: keep it, take it along, show it to others, judge it. */
import { Button, Checkbox, CopyButton, Menu, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Column } from '../../../../../src/charts/chart-data.ts';
import { parse } from '../../../../../src/language/index.ts';
import { addressOf } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayFailed } from '../../../parts/ready-notice.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { Row } from '../../../query/rows/log-event.ts';
import { alertLink } from '../../../query/text/alert-link.ts';
import { exportLink } from '../../../query/text/export-link.ts';
import type { SearchState } from '../../../data/search-state.ts';
import { usePage } from '../page-context.tsx';
import { agentPrompt } from '../logic/agent-prompt.ts';
import { type RowsForm, saveRows } from '../logic/rows-file.ts';
import { BarMenu } from './bar-menu.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { SavedMenu } from './saved-menu.tsx';

interface ResultActionsProps {
  readonly state: SearchState;
  readonly draft: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly link: string;
  readonly onExplain: () => void;
  readonly onShorten: () => void;
}

export function ResultActions(props: ResultActionsProps) {
  const { state, draft, rows, link, onExplain, onShorten } = props;
  const { may } = useSignedIn();
  const { query, earliest, latest } = state;
  return (
    <div className="sx-actions">
      <SavedMenu state={state} draft={draft} />
      <ExportMenu state={state} rows={rows} />
      {may('logs:delete') && <DeleteButton state={state} />}
      <ShareMenu state={state} link={link} onShorten={onShorten} />
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<Icon name="info" size={13} />}
        onClick={onExplain}
      >
        Explain
      </Button>
      {may('dashboards:write') && <DashboardMenu state={state} />}
      {may('alerts:write') && <AlertButton state={state} columns={props.columns} />}
      {may('evaluations:run') && (
        <Button
          renderRoot={(root) => (
            <Link to="/evaluate" search={{ q: query, from: earliest, to: latest }} {...root} />
          )}
          size="compact-xs"
          variant="default"
          aria-label="Evaluate these events"
          title="Evaluate these events"
          leftSection={<Icon name="evaluate" size={13} />}
        >
          Evaluate
        </Button>
      )}
    </div>
  );
}

/**
 * Links to the deletions page, which counts the events before asking for confirmation. Only whole events can be
 * deleted.
 */
function DeleteButton({ state: { query, earliest, latest } }: Pick<ResultActionsProps, 'state'>) {
  const { stages = [] } = parse(query).query ?? {};
  if (stages.length > 1 || (stages[0]?.kind ?? 'search') !== 'search') return null;
  const search = { q: query.trim() === '' ? '*' : query, earliest, latest };
  return (
    <Button
      renderRoot={(root) => <Link to="/settings/deletions" search={search} {...root} />}
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label="Delete these events"
      title="Delete these events"
      leftSection={<Icon name="trash" size={13} />}
    >
      Delete…
    </Button>
  );
}

/** Opens the rule editor with the current search. */
function AlertButton({ state, columns }: Pick<ResultActionsProps, 'state' | 'columns'>) {
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const { query, earliest, latest } = state;
  const open = (): void => {
    const asked = { query, earliest, latest, columns };
    const search = alertLink(asked, { now: Date.now(), timeZone });
    void navigate({ to: '/alerts/rules/$id', params: { id: 'new' }, search });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label="Create alert"
      title="Create alert"
      leftSection={<Icon name="bell" size={13} />}
      onClick={open}
    >
      Alert
    </Button>
  );
}

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'NDJSON' },
  { format: 'parquet', label: 'Parquet' },
] as const;

function ExportMenu({
  state,
  rows,
}: {
  readonly state: SearchState;
  readonly rows: readonly Row[];
}) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const { query, earliest, latest } = state;
  const save = (form: RowsForm): void => {
    saveRows(state, rows, form).catch((error: unknown) => sayFailed(messageOf(error)));
  };
  if (!may('logs:export')) return <NoExport />;
  return (
    <BarMenu icon="download" label="Export">
      <Menu.Label>All results</Menu.Label>
      {FORMATS.map(({ format, label }) => (
        <Menu.Item
          key={format}
          component="a"
          href={addressOf(api.exportLogs, { query: { query, earliest, latest, format } })}
          download
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Label>Loaded rows ({formatCount(rows.length)})</Menu.Label>
      <Menu.Item disabled={rows.length === 0} onClick={() => save('json')}>
        JSON
      </Menu.Item>
      <Menu.Item disabled={rows.length === 0} onClick={() => save('csv')}>
        CSV (loaded rows)
      </Menu.Item>
      {may('exports:manage') && (
        <>
          <Menu.Label>Recurring</Menu.Label>
          <Menu.Item
            onClick={() => void navigate({ to: '/exports/new', search: exportLink(state) })}
          >
            Export on a schedule
          </Menu.Item>
        </>
      )}
    </BarMenu>
  );
}

/** Shown in the place of the button, so that users learn which permission they need. */
function NoExport() {
  return (
    <BarMenu icon="download" label="Export">
      <Text size="xs" c="dimmed" px="sm" py={6} maw={240}>
        Exports require the permission logs:export. Ask an Owner or Admin, or request a temporary
        role in Settings → Members.
      </Text>
    </BarMenu>
  );
}

function ShareMenu({
  state,
  link,
  onShorten,
}: Pick<ResultActionsProps, 'state' | 'link' | 'onShorten'>) {
  const { preferences, setPreferences } = usePage();
  return (
    <BarMenu icon="link" label="Share" staysOpen>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Menu.Item
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={13} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy link to query'}
          </Menu.Item>
        )}
      </CopyButton>
      <Menu.Item closeMenuOnClick leftSection={<Icon name="link" size={13} />} onClick={onShorten}>
        Create short link
      </Menu.Item>
      <CopyButton value={agentPrompt(state, link)}>
        {({ copied, copy }) => (
          <Menu.Item
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={13} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy as agent prompt'}
          </Menu.Item>
        )}
      </CopyButton>
      <Checkbox
        className="sx-menu-check"
        size="xs"
        label="Use absolute times"
        checked={preferences.hasAbsoluteLinks}
        onChange={(change) => setPreferences({ hasAbsoluteLinks: change.currentTarget.checked })}
      />
      <Text size="xs" c="dimmed" px="sm" pb={6}>
        Links with absolute times always show the same events.
      </Text>
    </BarMenu>
  );
}
