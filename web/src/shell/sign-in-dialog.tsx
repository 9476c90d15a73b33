import { Modal, Text } from '@mantine/core';
import { signInGate } from '../api/sign-in-gate.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { useSignedIn } from './signed-in.tsx';

/** Over the page when the session has ended in the middle of work. The page and what was typed stay. Rendered while it is open. */
export function SignInDialog() {
  const { user } = useSignedIn();
  const here = `${window.location.pathname}${window.location.search}`;
  return (
    <Modal
      opened
      onClose={() => signInGate.settle(false)}
      title="Session expired"
      zIndex={500}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Not now' }}
    >
      <Text c="dimmed" mb="sm">
        Sign in again to continue. Nothing you typed is lost.
      </Text>
      <SignInForm email={user.email} next={here} onSignedIn={() => signInGate.settle(true)} />
    </Modal>
  );
}
