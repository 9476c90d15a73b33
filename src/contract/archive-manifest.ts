/** The manifests of archives: files that others than this installation read, too. */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  EXPORT_COMPRESSIONS,
  EXPORT_FILE_FORMATS,
  EXPORT_MODES,
  MANIFEST_VERSION,
} from '../spec/exports.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const ManifestFile = Type.Object({
  /** Below the prefix of the destination, as the name of the manifest is. */
  name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._=-]*(/[A-Za-z0-9][A-Za-z0-9._=-]*)*$' }),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  /** When its events were stored; of a report, the range it is about. */
  from: Type.String(),
  to: Type.String(),
});
export type ManifestFile = Static<typeof ManifestFile>;

const Manifest = Type.Object({
  version: Type.Literal(MANIFEST_VERSION),
  organization: Type.String(),
  export: Type.String(),
  name: Type.String(),
  run: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
  mode: Type.Enum([...EXPORT_MODES]),
  window: Type.Object({ from: Type.String(), to: Type.String() }),
  query: Type.String(),
  format: Type.Enum([...EXPORT_FILE_FORMATS]),
  compression: Type.Enum([...EXPORT_COMPRESSIONS]),
  columns: Type.Array(Type.String()),
  files: Type.Array(ManifestFile),
  totals: Type.Object({ files: Type.Integer(), rows: Type.Integer(), bytes: Type.Integer() }),
  /** The manifest before this one, by name and hash: none is missing as long as the chain holds. */
  previous: Type.Union([Type.Object({ name: Type.String(), sha256: Sha256 }), Type.Null()]),
});
export type Manifest = Static<typeof Manifest>;

/** A manifest as it lies in a file: with the HMAC-SHA-256 of its JSON under the key of the export. */
const SignedManifest = Type.Object({
  manifest: Manifest,
  hmac: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type SignedManifest = Static<typeof SignedManifest>;

/** Undefined when the text is no manifest of a version that we know. */
export function parseManifest(text: string): SignedManifest | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Value.Check(SignedManifest, parsed) ? parsed : undefined;
}
