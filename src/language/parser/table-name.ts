import { exactName, readArgument } from './arguments.ts';
import { notice, type Parser } from './state.ts';

/**
 * Reads the name of a lookup table. Other products use file names: `Hosts.csv` is the table `hosts` here, since names
 * are lower-case words.
 */
export function readTableName(parser: Parser): string {
  const argument = readArgument(parser, { kind: 'lookup' }, 'name');
  const written = exactName(parser, argument);
  const name = tableName(written);
  if (name === written) return name;
  notice(
    parser,
    argument,
    `The lookup table \`${name}\` is used. Names are in lower case, without \`.csv\`.`,
  );
  return name;
}

/** What a table is called here that has the name of a file elsewhere. */
export function tableName(written: string): string {
  return written
    .toLowerCase()
    .replace(/\.(?:csv|csv\.gz|kmz)$/, '')
    .replaceAll(/[^a-z0-9_-]+/g, '_');
}
