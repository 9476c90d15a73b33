import { lazy, Suspense } from 'react';
import { useBundle } from './use-bundle.ts';
import type { ThingProps } from './thing.ts';

// Few things belong to a bundle.
const BundleBanner = lazy(async () => {
  const { BundleBanner: component } = await import('./bundle-banner.tsx');
  return { default: component };
});

/** On the page of a thing that a bundle owns: which, and what was changed by hand since it was applied. */
export function ManagedBanner({ kind, id }: ThingProps) {
  const bundle = useBundle({ kind, id });
  if (bundle === undefined) return null;
  return (
    <Suspense fallback={null}>
      <BundleBanner kind={kind} id={id} bundle={bundle} />
    </Suspense>
  );
}
