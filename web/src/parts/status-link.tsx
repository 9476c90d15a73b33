import { Anchor } from '@mantine/core';
import { statusUrl } from '../data/status-url.ts';

/**
 * Links to the status page, which is available even when the platform is down; renders nothing if none is configured.
 */
export function StatusLink({ children }: { readonly children: string }) {
  const url = statusUrl();
  if (url === undefined) return null;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}
