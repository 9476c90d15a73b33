import { EmptyState } from './empty-state.tsx';
import { ButtonLink } from './links.tsx';

export function NotFoundPage() {
  return (
    <EmptyState
      icon="search"
      title="There is no such page"
      order={1}
      action={<ButtonLink to="/">To your logs</ButtonLink>}
    >
      The address may be mistyped, or the page is not for your role.
    </EmptyState>
  );
}
