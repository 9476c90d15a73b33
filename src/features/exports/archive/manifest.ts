/** A manifest names the files of one window. Whoever reads an archive trusts nothing that no manifest names. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  EXPORT_COMPRESSIONS,
  EXPORT_FILE_FORMATS,
  EXPORT_MODES,
  MANIFEST_VERSION,
} from '../../../spec/exports.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const ManifestFile = Type.Object({
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

export const Manifest = Type.Object({
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

const Signed = Type.Object({
  manifest: Manifest,
  hmac: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

/** The text of a manifest: the same bytes whenever the same facts are written. */
export function writeManifest(manifest: Manifest, key: string): string {
  return `${JSON.stringify({ manifest, hmac: signatureOf(manifest, key) }, undefined, 2)}\n`;
}

export interface ReadManifest {
  readonly manifest: Manifest;
  readonly sha256: string;
  isSignedWith(key: string): boolean;
}

/** Undefined when the text is no manifest. */
export function readManifest(text: string): ReadManifest | undefined {
  const parsed = parseJson(text);
  if (!Value.Check(Signed, parsed)) return undefined;
  const { manifest, hmac } = parsed;
  return {
    manifest,
    sha256: hashOf(text),
    isSignedWith: (key) =>
      timingSafeEqual(Buffer.from(hmac, 'hex'), Buffer.from(signatureOf(manifest, key), 'hex')),
  };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Over the facts in the order they were written, which reading and writing JSON keeps. */
function signatureOf(manifest: Manifest, key: string): string {
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
