import { Button, Divider, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { forgetAnswer, NOBODY } from '../data/recent-answers.ts';
import { connectionsOf, domainOf } from './connections-of.ts';

interface ConnectionButtonsProps {
  readonly email: string;
  readonly next: string;
}

/** Debounce: waits for a pause in typing before sending a request. */
const PAUSE_MS = 300;

/** Buttons for the identity providers of the organizations that have verified the address's domain. */
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
            // The user returns from the provider signed in.
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
