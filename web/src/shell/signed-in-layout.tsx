/** For people who are signed in: knows who is there and where they work before a page is shown. */
import { Container, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useRouterState, useNavigate } from '@tanstack/react-router';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { signInGate } from '../api/sign-in-gate.ts';
import { useOrganization } from '../data/organization-query.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { TextLink } from '../parts/links.tsx';
import { Loading } from '../parts/loading.tsx';
import { StatusLink } from '../parts/status-link.tsx';
import { useNow } from '../parts/use-now.ts';
import { AppFrame, BareFrame } from './app-frame.tsx';
import { lazyPart } from './lazy-part.ts';
import { mayOf, ALL_PLACES, placesFor } from './places.ts';
import {
  elevationsQuery,
  installationQuery,
  organizationsQuery,
  presentRole,
  sessionQuery,
  type SignedIn,
  SignedInContext,
  useSignedIn,
} from './signed-in.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { useChooseOrganization } from './use-choose-organization.ts';
import { useHotkeys } from '@mantine/hooks';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);
const KeyboardHelp = lazyPart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);
const SignInDialog = lazyPart(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);
const CreateOrganization = lazyPart(
  async () => (await import('./create-organization.tsx')).CreateOrganization,
);

export function SignedInLayout() {
  const session = useQuery(sessionQuery);
  const isSignedIn = session.data !== undefined && session.data !== null;
  const organizations = useQuery({ ...organizationsQuery, enabled: isSignedIn });
  const wanted = useRouterState({ select: (state) => state.location.href });
  // While the sign-in page loads, the address is already that of sign-in; it must not become the page to return to.
  const [here, setHere] = useState(wanted);
  if (here !== wanted && !wanted.startsWith('/sign-in')) setHere(wanted);

  if (session.data === null) {
    return <Navigate to="/sign-in" search={here === '/' ? {} : { next: here }} replace />;
  }
  const error = session.error ?? organizations.error;
  if (session.data === undefined || organizations.data === undefined) {
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => void retry()} />;
  }
  const organization = organizations.data.find(({ isActive }) => isActive);
  const [first] = organizations.data;
  if (organization !== undefined) {
    return (
      <KnownPerson
        {...session.data}
        organizations={organizations.data}
        organization={organization}
      />
    );
  }
  return first === undefined ? <FirstOrganization /> : <Choosing id={first.id} />;

  async function retry(): Promise<void> {
    await session.refetch();
    if (isSignedIn) await organizations.refetch();
  }
}

type KnownPersonProps = Pick<SignedIn, 'user' | 'session' | 'organization' | 'organizations'>;

function KnownPerson(props: KnownPersonProps) {
  const { user, session, organization, organizations } = props;
  const held = useQuery(elevationsQuery);
  const isOperator = useQuery(installationQuery).data?.isOperator ?? false;
  const isSignInAsked = useSyncExternalStore(signInGate.isOpen.subscribe, signInGate.isOpen.get);
  const isAuditOpen = useOrganization()?.isAuditOpen ?? false;
  const role = presentRole(organization.role, user.email, held.data ?? [], useNow());
  const may = useMemo(
    () => mayOf(role, { isOperator, isAuditOpen }),
    [role, isOperator, isAuditOpen],
  );
  const signedIn = useMemo(
    () => ({ user, session, organization, organizations, role, may }),
    [user, session, organization, organizations, role, may],
  );
  return (
    <SignedInContext value={signedIn}>
      <Frame key={organization.id}>
        <Outlet />
      </Frame>
      <Suspense>{isSignInAsked && <SignInDialog />}</Suspense>
    </SignedInContext>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [paletteCalls, setPaletteCalls] = useState(0);
  const openPalette = useCallback(() => setPaletteCalls((calls) => calls + 1), []);
  const openHelp = useCallback(() => setIsHelpOpen(true), []);
  useGoShortcuts({ openPalette, openHelp });
  return (
    <>
      <AppFrame onPalette={openPalette} onHelp={openHelp}>
        {children}
      </AppFrame>
      <Suspense>
        {isHelpOpen && <KeyboardHelp onClose={() => setIsHelpOpen(false)} />}
        {paletteCalls > 0 && <Palette calls={paletteCalls} onHelp={openHelp} />}
      </Suspense>
      <ConnectionNotice />
    </>
  );
}

/** A session without an organization, or whose organization no longer exists, switches to the first one. */
function Choosing({ id }: { readonly id: string }) {
  const { mutate, error } = useChooseOrganization();
  useEffect(() => mutate(id), [id, mutate]);
  return error === null ? <Waiting /> : <Failed error={error} onRetry={() => mutate(id)} />;
}

function FirstOrganization() {
  const waiting = useQuery({
    queryKey: ['own-invitations'],
    queryFn: async ({ signal }) => (await call(api.listOwnInvitations, {}, signal)).data,
  });
  return (
    <Container size={420} pt={80}>
      <Paper withBorder p="lg">
        <Title order={1} mb="xs">
          You don't belong to an organization
        </Title>
        {waiting.data?.map(({ id, organizationName }) => (
          <Text key={id} mb="xs" className="xp-foreign">
            You have a pending{' '}
            <TextLink to="/invitations/$id" params={{ id }}>
              invitation to {organizationName}
            </TextLink>
            .
          </Text>
        ))}
        <Suspense>
          <CreateOrganization />
        </Suspense>
      </Paper>
    </Container>
  );
}

function Waiting() {
  return (
    <div style={{ height: '100dvh' }}>
      <Loading />
      <ConnectionNotice />
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <BareFrame>
      <Container size={480} pt={80}>
        <ErrorNotice error={error} onRetry={onRetry} />
        <StatusLink>Status page</StatusLink>
      </Container>
    </BareFrame>
  );
}

interface Openers {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** `g s` and the like go to a page, `?` shows the keys, Ctrl/⌘ K opens the palette even in fields. */
function useGoShortcuts({ openPalette, openHelp }: Openers): void {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const actions = useMemo(() => {
    const goes = placesFor(ALL_PLACES, may).flatMap(({ key, to }) =>
      key === undefined ? [] : [[`g ${key}`, () => void navigate({ to })] as const],
    );
    return { '?': openHelp, ...Object.fromEntries(goes) };
  }, [may, navigate, openHelp]);
  useShortcuts(actions, { isFirst: true });
  useHotkeys([['mod+K', openPalette]], [], true);
}
