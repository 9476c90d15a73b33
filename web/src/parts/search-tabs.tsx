import type { ReactNode } from 'react';
import { TabbedPage } from './tabbed-page.tsx';

const TABS = [
  { to: '/search', label: 'Search' },
  { to: '/search/macros', label: 'Macros' },
  { to: '/search/data-models', label: 'Data models' },
] as const;

/** Around the pages of what queries are made of. */
export function SearchTabs({ children }: { readonly children: ReactNode }) {
  return (
    <TabbedPage label="Search" tabs={TABS}>
      {children}
    </TabbedPage>
  );
}
