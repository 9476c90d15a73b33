import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import './details.css';
import type { EventDetailProps } from './event-detail.tsx';

const Detail = lazy(async () => {
  const { EventDetail: component } = await import('./event-detail.tsx');
  return { default: component };
});

/** The details of an event; what they need comes with the first one that is opened. */
export function EventDetail(props: EventDetailProps) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <Detail {...props} />
    </Suspense>
  );
}
