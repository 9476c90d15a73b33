import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  active: 'teal',
  accepted: 'teal',
  approved: 'teal',
  pending: 'blue',
  requested: 'blue',
  expired: 'gray',
  ended: 'gray',
  revoked: 'red',
  denied: 'red',
};

/** The state of something that has a life: active, revoked, expired … */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <Badge color={COLORS[state] ?? 'gray'} size="sm">
      {state}
    </Badge>
  );
}
