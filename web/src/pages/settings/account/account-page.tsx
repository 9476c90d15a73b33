import { Stack } from '@mantine/core';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { ChangePassword } from './change-password.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const { user } = useSignedIn();
  return (
    <PageFrame title="Account" about={<span className="xp-foreign">{user.email}</span>}>
      <Stack gap="xl">
        <Sessions />
        <ChangePassword />
        <SecondFactor />
      </Stack>
    </PageFrame>
  );
}
