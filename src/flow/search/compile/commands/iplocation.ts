import type { AddressPlace } from '../../../../engines/geoip/geoip.ts';
import { sql } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import {
  type IplocationStage,
  type LocationField,
  locationFields,
} from '../../../../language/index.ts';
import { createByteCache } from '../../lookups/byte-cache.ts';
import { openLookup } from '../../lookups/open-lookup.ts';
import type { CompileContext } from '../context.ts';
import { asSubquery, fieldValue, type Relation, select } from '../relation.ts';
import { existsSql, textOf } from '../value.ts';
import { keyValue, lookUp } from './lookup.ts';

const ADDRESS = 'address';

/** Addresses are located here; the results go back to the store as a table in which rows look them up. */
export async function compileIplocation(
  context: CompileContext,
  relation: Relation,
  stage: IplocationStage,
): Promise<Relation> {
  const addresses = await readAddresses(context, relation, stage);
  const places = await context.locate(stage, addresses);
  const names = locationFields(stage.options);
  const listOf = (name: LocationField): string[] =>
    places.map((place) => (place === undefined ? '' : VALUES[name](place)));
  const content = { columns: [ADDRESS, ...names], lists: [addresses, ...names.map(listOf)] };
  const unused = createByteCache<never>(0);
  const seen = { id: '', version: 0 };
  const kept = { matches: unused, sent: unused, matchesMax: 1 };
  const table = openLookup({ name: stage.kind, seen, content, ...kept });
  return lookUp(context, relation, table, {
    mode: 'overwrite',
    keys: [{ column: ADDRESS, field: stage.field.name }],
    outputs: names.map((name) => ({ column: name, field: stage.options.prefix + name })),
  });
}

async function readAddresses(
  context: CompileContext,
  relation: Relation,
  { field }: IplocationStage,
): Promise<string[]> {
  const max = context.limits.locatedAddressesMax;
  const rows = asSubquery(context, relation);
  const value = keyValue(context, fieldValue(rows, field.name));
  const text = value.kind === 'multi' ? sql`arrayJoin(${value.sql})` : textOf(value);
  const present = { ...rows, conditions: [...rows.conditions, existsSql(value)] };
  const statement = select(present, sql`DISTINCT toString(${text}) AS address`, {
    isOrdered: false,
    limit: max + 1,
  });
  const found = rowsOf(await context.readInPieces(statement)).map((row) => String(row[ADDRESS]));
  if (found.length > max) {
    const message = `Only ${max} addresses were located; the others have no location. Narrow the search.`;
    context.noteLimit({ limit: 'locatedAddressesMax', max, message });
  }
  return found.slice(0, max);
}

const VALUES: Readonly<Record<LocationField, (place: AddressPlace) => string>> = {
  City: ({ city }) => city,
  Country: ({ country }) => country,
  Region: ({ region }) => region,
  lat: ({ latitude }) => latitude,
  lon: ({ longitude }) => longitude,
  Continent: ({ continent }) => continent,
  MetroCode: ({ metroCode }) => metroCode,
  Timezone: ({ timeZone }) => timeZone,
};
