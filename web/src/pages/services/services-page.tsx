/** Around the pages of services: the way between the list and the map. */
import { Outlet } from '@tanstack/react-router';
import { TabbedPage } from '../../parts/tabbed-page.tsx';

const TABS = [
  { to: '/services', label: 'Services' },
  { to: '/services/map', label: 'Map' },
];

export function ServicesPage() {
  return (
    <TabbedPage label="Services" tabs={TABS}>
      <Outlet />
    </TabbedPage>
  );
}
