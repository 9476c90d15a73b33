/**
 * The time zone in which times are shown, the same everywhere. Does not affect the meaning of times in queries and
 * schedules.
 */
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

/** Before sign-in there is no organization, so the user's own time zone applies; this sends no request. */
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
