import { useQuery } from '@tanstack/react-query';
import { bundleThingsQuery } from '../../data/bundle-things-query.ts';
import type { ThingProps } from './thing.ts';

export function useBundle({ kind, id }: ThingProps): string | undefined {
  const things = useQuery(bundleThingsQuery(kind));
  return things.data?.find((thing) => thing.id === id)?.bundle ?? undefined;
}
