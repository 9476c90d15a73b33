import { EmptyState } from './empty-state.tsx';
import { ButtonLink } from './links.tsx';

export function NotFoundPage() {
  return (
    <EmptyState
      icon="search"
      title="Page not found"
      order={1}
      action={<ButtonLink to="/">Go to search</ButtonLink>}
    >
      Check the URL. Your role may not have access to this page.
    </EmptyState>
  );
}
