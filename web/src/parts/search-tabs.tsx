import type { ReactNode } from 'react';
import { TabbedPage } from './tabbed-page.tsx';

const TABS = [
  { to: '/search', label: 'Search' },
  { to: '/search/macros', label: 'Macros' },
  { to: '/search/data-models', label: 'Data models' },
] as const;

/** Layout of the pages for query building blocks. */
export function SearchTabs({ children }: { readonly children: ReactNode }) {
  return (
    <TabbedPage label="Search" tabs={TABS}>
      {children}
    </TabbedPage>
  );
}
