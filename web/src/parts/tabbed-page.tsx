import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './tabbed-page.module.css';

interface TabbedPageProps {
  /** What the pages are about, for the name of the way between them. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
  readonly children: ReactNode;
}

/** Layout of related pages: the tabs, and the page that is open. */
export function TabbedPage({ label, tabs, children }: TabbedPageProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // A detail page belongs to the tab of its list; with several matching prefixes, the last tab wins.
  const active = tabs.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <div className={classes['frame']}>
      <nav aria-label={label}>
        <ul className={classes['tabs']}>
          {tabs.map(({ to, label: name }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes['tab']}
                activeOptions={{ exact: true, includeSearch: false }}
                {...(active?.to === to ? { 'data-status': 'active' } : {})}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['page']}>{children}</div>
    </div>
  );
}
