import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A part of the shell that few visits need: its code comes when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
