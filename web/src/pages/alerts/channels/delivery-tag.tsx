import type { DeliveryState } from '../../../../../src/spec/alerts.ts';
import { Tag } from '../../../parts/tag.tsx';

const TONES = {
  waiting: 'info',
  sent: 'success',
  dead: 'danger',
  withheld: 'quiet',
} as const satisfies Record<DeliveryState, string>;

export function DeliveryTag({ state }: { readonly state: DeliveryState }) {
  return <Tag tone={TONES[state]}>{state === 'dead' ? 'given up' : state}</Tag>;
}
