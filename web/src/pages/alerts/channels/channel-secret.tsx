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
      fate="it is stored encrypted to sign notifications and can't be shown again"
      onDone={onDone}
    />
  );
}
