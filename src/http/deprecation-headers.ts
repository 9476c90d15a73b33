import type { Deprecation } from '../contract/endpoint.ts';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS, SECOND_MS } from '../spec/units.ts';

/** Where people read what replaces it. */
const REFERENCE = '/docs';

/**
 * Response headers of an endpoint with an announced removal: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links.
 * An announcement with less notice than promised prevents startup.
 */
export function deprecationHeaders(
  name: string,
  deprecated: Deprecation | undefined,
): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const since = Date.parse(deprecated.since);
  const sunset = Date.parse(deprecated.sunset);
  const { deprecationMsMin } = LIMITS.http;
  if (!(sunset - since >= deprecationMsMin)) {
    throw new Error(
      `${name} must stay for ${deprecationMsMin / DAY_MS} days once it is deprecated`,
    );
  }
  const { successor } = deprecated;
  const links = [
    `<${REFERENCE}>; rel="deprecation"; type="text/html"`,
    ...(successor === undefined ? [] : [`<${successor}>; rel="successor-version"`]),
  ];
  return {
    deprecation: `@${since / SECOND_MS}`,
    sunset: new Date(sunset).toUTCString(),
    link: links.join(', '),
  };
}
