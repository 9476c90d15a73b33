import { Divider } from '@mantine/core';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { Connections } from './connections.tsx';
import { Domains } from './domains.tsx';
import { RequiredSignIn } from './required-sign-in.tsx';

export function SignInSettingsPage() {
  const { may } = useSignedIn();
  if (!may('sign-in:manage')) {
    return (
      <PageFrame title="Sign-in">
        <EmptyState icon="key" title="Sign-in settings require the Owner role">
          They control who can access the organization.
        </EmptyState>
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title="Sign-in"
      about="Single sign-on for your organization: verified domains, identity providers, and who must use them."
      actions={
        <ButtonLink to="/settings/directory" variant="default">
          Directory
        </ButtonLink>
      }
    >
      <Domains />
      <Divider />
      <Connections />
      <Divider />
      <RequiredSignIn />
    </PageFrame>
  );
}
