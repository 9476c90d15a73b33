import { MB } from '../units.ts';

/** Configuration as code: how large a bundle may be, and how much of it one apply may delete. */
export const BUNDLES_LIMITS = {
  /** Size of a bundle, as sent. */
  bytesMax: 2 * MB,
  /** Objects, lists and fields of a bundle. */
  fieldsMax: 45_000,
  /** Resources of a bundle. */
  thingsMax: 2_000,
  /** Characters of a bundle's name, and of the key of a resource. */
  keyCharactersMax: 60,
  /** Characters of the name of an environment variable, or of the path of a file, that contains a secret. */
  referenceCharactersMax: 200,
  /** Characters of a secret that is sent with a bundle. */
  secretCharactersMax: 4_096,
  /** Deletions that one apply makes without `allowDeletes`; also at most a quarter of what the bundle owns. */
  deletesMax: 10,
} as const;
