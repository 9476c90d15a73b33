import type { DeliveryState } from '../../../../../src/spec/alerts.ts';
import { Tag } from '../../../parts/tag.tsx';

const TONES = {
  waiting: 'info',
  sent: 'success',
  dead: 'danger',
  withheld: 'quiet',
} as const satisfies Record<DeliveryState, string>;

const WORDS: Readonly<Record<DeliveryState, string>> = {
  waiting: 'queued',
  sent: 'sent',
  dead: 'failed',
  withheld: 'suppressed',
};

interface Props {
  readonly state: DeliveryState;
  readonly error: string | null;
}

/** A sent message that still has an error was only written to a folder of the server. */
export function DeliveryTag({ state, error }: Props) {
  if (state === 'sent' && error !== null) return <Tag tone="warning">written to outbox</Tag>;
  return <Tag tone={TONES[state]}>{WORDS[state]}</Tag>;
}
