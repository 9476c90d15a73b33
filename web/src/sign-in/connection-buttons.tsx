import { Button, Divider, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { forgetAnswer, NOBODY } from '../data/recent-answers.ts';
import { connectionsOf, domainOf } from './connections-of.ts';

interface ConnectionButtonsProps {
  readonly email: string;
  readonly next: string;
}

/** People stop typing for that long before anybody is asked. */
const PAUSE_MS = 300;

/** The identity providers of whoever has verified the domain of the address. */
export function ConnectionButtons({ email, next }: ConnectionButtonsProps) {
  const [domain] = useDebouncedValue(domainOf(email), PAUSE_MS);
  const { data = [] } = useQuery(connectionsOf(domain));
  if (data.length === 0) return null;
  return (
    <Stack gap="xs" aria-live="polite">
      {data.map(({ name, startUrl }) => (
        <Button
          key={startUrl}
          fullWidth
          onClick={() => {
            // Whoever comes back from there is somebody.
            forgetAnswer(NOBODY);
            window.location.assign(
              `${startUrl}?${new URLSearchParams({ returnTo: next }).toString()}`,
            );
          }}
        >
          Continue with {name}
        </Button>
      ))}
      <Divider label="or with a password" />
    </Stack>
  );
}
