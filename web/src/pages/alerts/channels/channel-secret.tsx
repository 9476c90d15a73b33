import { SecretOnce } from '../../../parts/secrets/secret-once.tsx';

interface ChannelSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

/** What a receiver checks signatures with. */
export function ChannelSecret({ secret, onDone }: ChannelSecretProps) {
  return (
    <SecretOnce
      value={secret}
      what="signing secret"
      fate="it is kept encrypted to sign messages, and no page or answer has it again"
      onDone={onDone}
    />
  );
}
