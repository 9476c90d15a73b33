import type { AddressPlace, Geoip } from '../../src/engines/geoip/geoip.ts';

/** Where the addresses of the example events are; one of them is nowhere. */
const PLACES: Readonly<Record<string, AddressPlace>> = {
  '10.0.0.5': {
    city: 'Berlin',
    country: 'Germany',
    region: 'Berlin',
    continent: 'Europe',
    latitude: '52.52',
    longitude: '13.4',
    metroCode: '',
    timeZone: 'Europe/Berlin',
  },
  '10.0.0.12': {
    city: 'New York',
    country: 'United States',
    region: 'New York',
    continent: 'North America',
    latitude: '40.71',
    longitude: '-74.01',
    metroCode: '501',
    timeZone: 'America/New_York',
  },
};

export const EXAMPLE_PLACES: Geoip = {
  locate: async (addresses) => addresses.map((address) => PLACES[address]),
};
