import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createExpander, type ExpandMacro } from '../../../../src/language/index.ts';
import { macrosQuery } from '../../data/macros-query.ts';

/** How the macros of the organization are expanded; only the built-in ones until they are read. */
export function useMacros(): ExpandMacro {
  const { data } = useQuery(macrosQuery);
  return useMemo(() => createExpander(data ?? []), [data]);
}
