import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Loading } from '../../parts/loading.tsx';
import { indexesQuery } from '../../data/indexes-query.ts';
import { prefixToName } from '../../../../src/spec/reserved-indexes.ts';

/** To the logs; before there are any, to the page that brings them here. */
export function HomePage() {
  const indexes = useQuery(indexesQuery);
  if (indexes.isPending) return <Loading />;
  const isEmpty = indexes.data?.every(
    ({ name, events }) => prefixToName(name) !== undefined || events === 0,
  );
  return <Navigate to={isEmpty === true ? '/onboarding' : '/search'} replace />;
}
