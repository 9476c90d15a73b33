import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CityResponse, Reader } from 'mmdb-lib';
import type { Clock } from '../../base/clock.ts';
import { StartError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import type { AddressPlace, Geoip } from './geoip.ts';

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<Limits['query'], 'locationFileBytesMax'>;
}

/** Lookups per event loop turn, which take a few milliseconds. */
const ADDRESSES_AT_ONCE = 100;

/** Keeps the file in memory, outside the heap. Reloads a changed file within a minute. */
export async function openGeoip(needs: Needs, file: string): Promise<Geoip> {
  const { clock, log } = needs;
  let open = await readDatabase(needs, file);
  let lookedAt = clock.now();
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    try {
      const { mtimeMs, size } = await stat(file);
      if (mtimeMs === open.mtimeMs && size === open.size) return;
      open = await readDatabase(needs, file);
      log.info({ file }, 'location database reloaded');
    } catch (error) {
      // It may be in the middle of being replaced; what was read before is still right.
      log.warn({ file, err: error }, 'location database could not be reloaded');
    }
  }

  return {
    async locate(addresses, language) {
      if (Math.abs(clock.now() - lookedAt) >= MINUTE_MS) {
        lookedAt = clock.now();
        renewing = renew().finally(() => (renewing = undefined));
      }
      await renewing;
      const { reader } = open;
      const places: (AddressPlace | undefined)[] = [];
      for (const address of addresses) {
        if (places.length % ADDRESSES_AT_ONCE === ADDRESSES_AT_ONCE - 1) await nextTurn();
        const found = isIP(address) === 0 ? null : reader.get(address);
        places.push(found === null ? undefined : placeOf(found, language));
      }
      return places;
    },
  };
}

interface OpenDatabase {
  readonly reader: Reader<CityResponse>;
  readonly mtimeMs: number;
  readonly size: number;
}

async function readDatabase({ limits }: Needs, file: string): Promise<OpenDatabase> {
  try {
    const { mtimeMs, size } = await stat(file);
    const { locationFileBytesMax: max } = limits;
    if (size > max) throw new Error(`The file is larger than ${max} bytes`);
    return { reader: new Reader<CityResponse>(await readFile(file)), mtimeMs, size };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Can't read the location database ${file}: ${reason}.`, error);
  }
}

type Names = NonNullable<CityResponse['city']>['names'];

/** Databases of countries have fewer of the fields than those of cities. */
function placeOf(found: Partial<CityResponse>, language: string): AddressPlace {
  const nameOf = (names: Names | undefined): string => {
    const known: Readonly<Record<string, string>> = { ...names };
    return known[language] ?? known['en'] ?? '';
  };
  const { location } = found;
  return {
    city: nameOf(found.city?.names),
    country: nameOf((found.country ?? found.registered_country)?.names),
    region: nameOf(found.subdivisions?.[0]?.names),
    continent: nameOf(found.continent?.names),
    latitude: String(location?.latitude ?? ''),
    longitude: String(location?.longitude ?? ''),
    metroCode: String(location?.metro_code ?? ''),
    timeZone: location?.time_zone ?? '',
  };
}
