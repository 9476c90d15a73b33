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

export function DeliveryTag({ state }: { readonly state: DeliveryState }) {
  return <Tag tone={TONES[state]}>{WORDS[state]}</Tag>;
}
