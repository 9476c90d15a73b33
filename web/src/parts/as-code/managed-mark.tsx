import { Tag } from '../tag.tsx';
import type { ThingProps } from './thing.ts';
import { useBundle } from './use-bundle.ts';

/** In a list: the bundle that owns the thing; nothing when none does. */
export function ManagedMark({ kind, id }: ThingProps) {
  const bundle = useBundle({ kind, id });
  if (bundle === undefined) return null;
  return (
    <Tag tone="info" title={`Managed by the bundle ${bundle}`}>
      bundle {bundle}
    </Tag>
  );
}
