import { MB, SECOND_MS } from '../units.ts';

/** Moving from other products: what `xplain migrate-splunk` and `xplain migrate-grafana` read. */
export const MOVING_LIMITS = {
  /** Size of an archive. */
  archiveBytesMax: 256 * MB,
  /** Size of the unpacked archive, or of the files in a folder that are read. */
  unpackedBytesMax: 512 * MB,
  /** Unpacked bytes per byte of an archive. */
  unpackedRatioMax: 200,
  /** Unpacked bytes up to which the ratio doesn't count. */
  unpackedRatioFromBytes: 16 * MB,
  /** Files and folders in an archive or a folder. */
  sourceEntriesMax: 50_000,
  /** Characters of a path in an archive or a folder. */
  sourcePathCharactersMax: 512,
  /** Size of one file. Larger ones are listed in the report and not read. */
  sourceFileBytesMax: 10 * MB,
  /** Maximum nesting of elements in an XML file. */
  xmlNestingMax: 100,
  /** Timeout of reading an archive or a folder. */
  sourceReadMsMax: 120 * SECOND_MS,
} as const;
