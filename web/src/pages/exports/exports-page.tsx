/** Layout of the export pages: navigation between them, for those who may manage exports. */
import { Outlet } from '@tanstack/react-router';
import { useDocumentTitle } from '@mantine/hooks';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { TabbedPage } from '../../parts/tabbed-page.tsx';
import { NoMailBanner } from '../../shell/no-mail-banner.tsx';
import { roleName } from '../../shell/role-names.ts';
import { useSignedIn } from '../../shell/signed-in.tsx';

const TABS = [
  { to: '/exports', label: 'Scheduled exports' },
  { to: '/exports/imports', label: 'Restores' },
] as const;

export function ExportsPage() {
  const { may } = useSignedIn();
  if (!may('exports:manage')) return <NotForThisRole />;
  return (
    <TabbedPage label="Exports" tabs={TABS}>
      <NoMailBanner />
      <Outlet />
    </TabbedPage>
  );
}

function NotForThisRole() {
  const { role } = useSignedIn();
  useDocumentTitle('Exports · Xplain');
  return (
    <EmptyState
      icon="download"
      title="Exports require the Owner or Admin role"
      order={1}
      action={
        <ButtonLink to="/settings/members" variant="default">
          View members or request a temporary role
        </ButtonLink>
      }
    >
      Exports can send all events outside the organization. Your role is {roleName(role)}, which can
      read events but not export them.
    </EmptyState>
  );
}
