import type { Endpoint } from '../contract/endpoint.ts';
import * as platform from '../contract/platform.ts';
import * as ROOMS from './rooms.ts';

/** Every endpoint of the product, by name: those of the rooms, and those that tell about the platform itself. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = byName(
  [...Object.values(ROOMS).flatMap(({ contract }) => [...contract]), platform]
    .flatMap((file: Readonly<Record<string, unknown>>) => Object.entries(file))
    .filter(isNamedEndpoint),
);

/** Two of one name would hide one of them from every document. */
function byName(entries: readonly [string, Endpoint][]): Record<string, Endpoint> {
  const named: Record<string, Endpoint> = {};
  for (const [name, endpoint] of entries) {
    if (Object.hasOwn(named, name)) throw new Error(`Two endpoints are named ${name}: rename one`);
    named[name] = endpoint;
  }
  return named;
}

function isNamedEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
}
