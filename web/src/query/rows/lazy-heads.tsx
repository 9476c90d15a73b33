import { lazy, Suspense } from 'react';
import type { ColumnHeadsProps } from './column-heads.tsx';
import './heads.css';

const Heads = lazy(async () => {
  const { ColumnHeads: component } = await import('./column-heads.tsx');
  return { default: component };
});

/** The heads of a table; what sorts and draws them comes with the first table. */
export function ColumnHeads(props: ColumnHeadsProps) {
  return (
    <Suspense fallback={<div className="sx-heads">&nbsp;</div>}>
      <Heads {...props} />
    </Suspense>
  );
}
