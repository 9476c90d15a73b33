import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';
import { writeMmdb } from '../../../test/support/write-mmdb.ts';
import { silentLog } from '../../base/log.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { openGeoip } from './open-geoip.ts';

const CITY = {
  city: { names: { en: 'Munich', de: 'München' } },
  country: { iso_code: 'DE', names: { en: 'Germany', de: 'Deutschland' } },
  continent: { code: 'EU', names: { en: 'Europe' } },
  subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria' } }],
  location: { latitude: 48.13, longitude: -11.5, time_zone: 'Europe/Berlin', metro_code: 5 },
};
const COUNTRY = { registered_country: { iso_code: 'FR', names: { en: 'France' } } };
const NOTHING = {
  city: '',
  country: '',
  region: '',
  continent: '',
  latitude: '',
  longitude: '',
  metroCode: '',
  timeZone: '',
};

function start(t: TestContext, content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-geoip-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'city.mmdb');
  writeFileSync(file, content);
  let now = 0;
  const needs = { clock: { now: () => now }, log: silentLog, limits: LIMITS.query };
  return { file, needs, pass: (ms: number) => (now += ms) };
}

test('addresses are located, and those of nowhere have no place', async (t) => {
  const { needs, file } = start(t, writeMmdb({ '10.1': CITY, '10.2.3': COUNTRY }));
  const geoip = await openGeoip(needs, file);

  const addresses = ['10.1.2.3', '10.2.3.4', '10.2.4.4', 'host', '', '10.1.2', '::1'];
  const [city, country, ...others] = await geoip.locate(addresses, 'de');

  assert.deepEqual(city, {
    city: 'München',
    country: 'Deutschland',
    region: 'Bavaria',
    continent: 'Europe',
    latitude: '48.13',
    longitude: '-11.5',
    metroCode: '5',
    timeZone: 'Europe/Berlin',
  });
  assert.deepEqual(country, { ...NOTHING, country: 'France' });
  assert.deepEqual(others, [undefined, undefined, undefined, undefined, undefined]);
});

test('more addresses than fit into one turn are all located, in order', async (t) => {
  const { needs, file } = start(t, writeMmdb({ '10.1': CITY }));
  const geoip = await openGeoip(needs, file);
  const addresses = Array.from({ length: 250 }, (_, i) => `10.${i % 2}.0.${i}`);

  const found = await geoip.locate(addresses, 'en');

  assert.deepEqual(
    found.map((place) => place?.city),
    addresses.map((address) => (address.startsWith('10.1.') ? 'Munich' : undefined)),
  );
});

test('a newer file is read within a minute, and one that cannot be read changes nothing', async (t) => {
  const { needs, file, pass } = start(t, writeMmdb({ '10.1': CITY }));
  const geoip = await openGeoip(needs, file);
  const countryOf = async () => (await geoip.locate(['10.1.1.1'], 'en'))[0]?.country;

  writeFileSync(file, writeMmdb({ '10.1': COUNTRY }));
  utimesSync(file, 1, 1);
  assert.equal(await countryOf(), 'Germany');
  pass(MINUTE_MS);
  assert.equal(await countryOf(), 'France');
  writeFileSync(file, 'half of a file');
  pass(MINUTE_MS);
  assert.equal(await countryOf(), 'France');
});

test('a file that is missing, too large or no database stops the start', async (t) => {
  const { needs, file } = start(t, Buffer.from('text'));
  const full = { ...needs, limits: { locationFileBytesMax: 3 } };

  await assert.rejects(openGeoip(needs, `${file}.gone`), /Can't read the location database/);
  await assert.rejects(openGeoip(needs, file), /Can't read the location database/);
  await assert.rejects(openGeoip(full, file), /larger than 3 bytes/);
});
