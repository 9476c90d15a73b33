/** Actions on a whole dashboard: star, share, edit, and those needed less often. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { addressOf, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { loadPage } from '../../../api/load-page.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { CopyYamlItem } from '../../../parts/as-code/copy-yaml.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';
import { useShortcuts } from '../../../shell/use-shortcuts.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { EDIT_HASH, WIDE_ENOUGH } from '../logic/edit-mode.ts';
import { StarButton } from './star-button.tsx';

const ShareDialog = lazy(async () => ({
  default: (await loadPage(import('./share-dialog.tsx'))).ShareDialog,
}));
const ReportsDialog = lazy(async () => ({
  default: (await loadPage(import('./reports-dialog.tsx'))).ReportsDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await loadPage(import('./versions-dialog.tsx'))).VersionsDialog,
}));
const DeleteDashboard = lazy(async () => ({
  default: (await loadPage(import('./delete-dashboard.tsx'))).DeleteDashboard,
}));

type Dialog = 'share' | 'reports' | 'versions' | 'delete';

export function DashboardActions({ dashboard }: { readonly dashboard: Dashboard }) {
  const { may } = useSignedIn();
  const [dialog, setDialog] = useState<Dialog>();
  const { id, isStarred, definition } = dashboard;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <StarButton id={id} name={definition.name} isStarred={isStarred} />
      {may('dashboards:write') && (
        <Button
          variant="default"
          leftSection={<Icon name="link" size={14} />}
          onClick={() => setDialog('share')}
        >
          Share
        </Button>
      )}
      {may('dashboards:write') && <EditButton />}
      <MoreMenu dashboard={dashboard} onOpen={setDialog} />
      <Suspense>
        {dialog === 'share' && <ShareDialog dashboard={dashboard} onClose={close} />}
        {dialog === 'reports' && <ReportsDialog dashboard={dashboard} onClose={close} />}
        {dialog === 'versions' && <VersionsDialog dashboard={dashboard} onClose={close} />}
        {dialog === 'delete' && <DeleteDashboard dashboard={dashboard} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Arranging panels requires space; a phone only shows them and explains why. */
function EditButton() {
  const navigate = useNavigate();
  const isWide = useMediaQuery(WIDE_ENOUGH, true);
  const keys = useMemo(
    () => ({
      e: () => {
        if (!window.matchMedia(WIDE_ENOUGH).matches) sayFailed(TOO_NARROW);
        else void navigate({ to: '.', search: true, hash: EDIT_HASH });
      },
    }),
    [navigate],
  );
  useShortcuts(keys);
  return (
    <Button
      variant="default"
      leftSection={<Icon name="pencil" size={14} />}
      title={isWide ? 'Edit (e)' : TOO_NARROW}
      onClick={keys.e}
    >
      Edit
    </Button>
  );
}

const TOO_NARROW = 'Editing requires a wider screen.';

interface MoreMenuProps {
  readonly dashboard: Dashboard;
  readonly onOpen: (dialog: Dialog) => void;
}

function MoreMenu({ dashboard, onOpen }: MoreMenuProps) {
  const { may } = useSignedIn();
  const { id, definition } = dashboard;
  const clone = useClone(id);
  const mayWrite = may('dashboards:write');
  return (
    <Menu position="bottom-end" withinPortal width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More actions">
          <Icon name="dots" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="clock" size={14} />} onClick={() => onOpen('versions')}>
          View versions
        </Menu.Item>
        {mayWrite && (
          <Menu.Item
            leftSection={<Icon name="inbox" size={14} />}
            onClick={() => onOpen('reports')}
          >
            Email reports
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => clone.mutate()}>
            Duplicate
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={addressOf(api.exportDashboard, { params: { id } })}
          download={`${definition.key ?? 'dashboard'}.json`}
          leftSection={<Icon name="download" size={14} />}
        >
          Export as file
        </Menu.Item>
        <CopyYamlItem kind="dashboards" id={id} />
        {may('dashboards:delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => onOpen('delete')}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useClone(id: string) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => (await call(api.cloneDashboard, { params: { id }, body: {} })).data,
    onSuccess: async (copy) => {
      await answers.invalidateQueries(dashboardsQuery);
      sayDone('Dashboard duplicated');
      await navigate({ to: '/dashboards/$id', params: { id: copy.id }, search: {} });
    },
    onError: (error) => sayFailed(messageOf(error)),
  });
}
