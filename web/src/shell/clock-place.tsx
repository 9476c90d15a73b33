/** Shows the time zone used on every page, and lets users choose another one. */
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { offsetLabel } from '../../../src/charts/clock.ts';
import { organizationQuery } from '../data/organization-query.ts';
import { type Clock, CLOCKS, ownZone, useClock, zoneOf } from '../data/shown-zone.ts';
import { Icon } from '../parts/icons.tsx';
import { useNow } from '../parts/use-now.ts';

const NAMES: Readonly<Record<Clock, string>> = {
  organization: 'Organization',
  mine: 'Browser',
  utc: 'UTC',
};

export function ClockPlace({ className }: { readonly className: string }) {
  const [clock, setClock] = useClock();
  const organization = useQuery({ ...organizationQuery, staleTime: 5 * 60_000 }).data?.timezone;
  const zone = zoneOf(clock, organization, ownZone());
  const offset = offsetLabel(useNow(), zone);
  return (
    <Menu position="right-end" withinPortal width={260}>
      <Menu.Target>
        <button
          type="button"
          className={className}
          aria-label={`${offset}: time zone ${zone}`}
          title={`Time zone: ${zone}`}
        >
          <Icon name="clock" size={18} />
          {offset}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Time zone</Menu.Label>
        {CLOCKS.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<Icon name={each === clock ? 'check' : 'clock'} size={13} />}
            aria-current={each === clock}
            onClick={() => setClock(each)}
          >
            {NAMES[each]}
            {each === 'utc' ? '' : `: ${zoneOf(each, organization, ownZone())}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
