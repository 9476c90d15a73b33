import { lazy, Suspense } from 'react';
import { useBundle } from './use-bundle.ts';
import type { ThingProps } from './thing.ts';

// Lazy, since few objects belong to a bundle.
const BundleBanner = lazy(async () => {
  const { BundleBanner: component } = await import('./bundle-banner.tsx');
  return { default: component };
});

/** For the page of an object owned by a bundle: shows which bundle, and the manual changes since it was applied. */
export function ManagedBanner({ kind, id }: ThingProps) {
  const bundle = useBundle({ kind, id });
  if (bundle === undefined) return null;
  return (
    <Suspense fallback={null}>
      <BundleBanner kind={kind} id={id} bundle={bundle} />
    </Suspense>
  );
}
