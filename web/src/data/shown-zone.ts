/** On whose clock times are shown, everywhere alike. What a time means in a query or a schedule is not touched. */
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from './organization-query.ts';

export const CLOCKS = ['organization', 'mine', 'utc'] as const;
export type Clock = (typeof CLOCKS)[number];

export function useClock(): readonly [Clock, (clock: Clock) => void] {
  const [value, setValue] = useLocalStorage<string>({
    key: 'xplain-clock',
    defaultValue: 'organization',
    getInitialValueInEffect: false,
  });
  return [CLOCKS.find((each) => each === value) ?? 'organization', setValue] as const;
}

/** Before sign-in there is no organization, so that one's own clock counts; nothing is asked for here. */
export function useShownZone(): string {
  const [clock] = useClock();
  const organization = useQuery({ ...organizationQuery, enabled: false }).data;
  return zoneOf(clock, organization?.timezone, ownZone());
}

export function zoneOf(clock: Clock, organization: string | undefined, own: string): string {
  switch (clock) {
    case 'utc':
      return 'UTC';
    case 'mine':
      return own;
    case 'organization':
      return organization ?? own;
  }
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
