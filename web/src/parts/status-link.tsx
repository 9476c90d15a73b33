import { Anchor } from '@mantine/core';
import { statusUrl } from '../data/status-url.ts';

/** Leads to the status page, which stands when the platform does not; nothing where there is none. */
export function StatusLink({ children }: { readonly children: string }) {
  const url = statusUrl();
  if (url === undefined) return null;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}
