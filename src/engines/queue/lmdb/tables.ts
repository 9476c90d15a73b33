/**
 * The layout of the queue's file. Numbers are big-endian, so that keys are in chronological order. A payload is written
 * once and stays in place while its entry is claimed, becomes a dead letter or is replayed: only the small records
 * move.
 */
import assert from 'node:assert/strict';
import { open, type Database, type RootDatabase } from 'lmdb';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { GB } from '../../../spec/units.ts';

export type Table = Database<Uint8Array, Uint8Array>;

export interface Tables {
  readonly root: RootDatabase<Uint8Array, Uint8Array>;
  /** Payload number → the bytes of the entry. */
  readonly payloads: Table;
  /** Position → `StoredEntry`. */
  readonly entries: Table;
  /** Claim number → `StoredClaim`. */
  readonly claims: Table;
  /** Position → `StoredLetter`. */
  readonly letters: Table;
  /** Organization and position of a dead letter → nothing. */
  readonly lettersByOrganization: Table;
  readonly facts: Table;
}

/** One record to write, or to remove when it has no value. */
export interface Operation {
  readonly table: Table;
  readonly key: Uint8Array;
  readonly value?: Uint8Array;
}

export interface StoredEntry {
  readonly position: bigint;
  /** The entry's first position, which is the key of its payload. */
  readonly payload: bigint;
  readonly organization: OrganizationId;
  readonly events: number;
  readonly bytes: number;
}

export interface StoredClaim {
  readonly number: bigint;
  readonly token: string;
  readonly attempts: number;
  /** Milliseconds since 1970 before which it is not handed out. */
  readonly notBefore: number;
  readonly positions: readonly bigint[];
}

export interface StoredLetter extends StoredEntry {
  readonly reason: string;
  readonly attempts: number;
  readonly deadAt: number;
  readonly isSpilled: boolean;
}

/** The file can grow to this size without remapping; only written data takes disk space. */
const ADDRESS_SPACE_BYTES = 64 * GB;

export function openTables(path: string): Tables {
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const root = open<Uint8Array, Uint8Array>({
    path,
    noSubdir: true,
    ...binary,
    mapSize: ADDRESS_SPACE_BYTES,
    // A commit is then what LMDB calls one: pages, fdatasync, and the root through a descriptor opened with
    // O_DSYNC. Overlapping syncs show a root before its pages are safe, and were slower with large entries.
    overlappingSync: false,
    // We group writes ourselves. The driver's own grouping also creates an unhandled promise, whose rejection on a full
    // disk would end the process.
    eventTurnBatching: false,
  });
  const table = (name: string): Table => root.openDB<Uint8Array, Uint8Array>(name, binary);
  return {
    root,
    payloads: table('payloads'),
    entries: table('entries'),
    claims: table('claims'),
    letters: table('letters'),
    lettersByOrganization: table('letters-by-organization'),
    facts: table('facts'),
  };
}

export function numberKey(number: bigint): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeBigUInt64BE(number);
  return key;
}

export function readNumberKey(key: Uint8Array): bigint {
  return view(key).readBigUInt64BE(0);
}

/** An id that LMDB takes as part of a key; it also keeps a length in one byte elsewhere. */
const ORGANIZATION_BYTES_MAX = 255;

export function encodeEntry(entry: StoredEntry): Buffer {
  const length = Buffer.byteLength(entry.organization);
  assert(length > 0 && length <= ORGANIZATION_BYTES_MAX, 'the id of an organization is too long');
  const value = Buffer.allocUnsafe(16 + length);
  value.writeBigUInt64BE(entry.payload, 0);
  value.writeUInt32BE(entry.events, 8);
  value.writeUInt32BE(entry.bytes, 12);
  value.write(entry.organization, 16);
  return value;
}

export function decodeEntry(key: Uint8Array, value: Uint8Array): StoredEntry {
  const bytes = view(value);
  return {
    position: readNumberKey(key),
    payload: bytes.readBigUInt64BE(0),
    organization: organizationId(bytes.toString('utf8', 16)),
    events: bytes.readUInt32BE(8),
    bytes: bytes.readUInt32BE(12),
  };
}

export function encodeClaim(claim: StoredClaim): Buffer {
  const token = Buffer.from(claim.token);
  const value = Buffer.allocUnsafe(13 + token.length + 8 * claim.positions.length);
  value.writeUInt32BE(claim.attempts, 0);
  value.writeDoubleBE(claim.notBefore, 4);
  value.writeUInt8(token.length, 12);
  value.set(token, 13);
  let offset = 13 + token.length;
  for (const position of claim.positions) offset = value.writeBigUInt64BE(position, offset);
  return value;
}

export function decodeClaim(key: Uint8Array, value: Uint8Array): StoredClaim {
  const bytes = view(value);
  const tokenEnd = 13 + bytes.readUInt8(12);
  const positions: bigint[] = [];
  for (let offset = tokenEnd; offset < bytes.length; offset += 8) {
    positions.push(bytes.readBigUInt64BE(offset));
  }
  return {
    number: readNumberKey(key),
    token: bytes.toString('latin1', 13, tokenEnd),
    attempts: bytes.readUInt32BE(0),
    notBefore: bytes.readDoubleBE(4),
    positions,
  };
}

/** The entry's own record, then what became of it. */
export function encodeLetter(letter: StoredLetter): Buffer {
  const entry = encodeEntry(letter);
  const reason = Buffer.from(letter.reason);
  const value = Buffer.allocUnsafe(15 + entry.length + reason.length);
  value.writeUInt32BE(letter.attempts, 0);
  value.writeDoubleBE(letter.deadAt, 4);
  value.writeUInt8(letter.isSpilled ? 1 : 0, 12);
  value.writeUInt16BE(entry.length, 13);
  value.set(entry, 15);
  value.set(reason, 15 + entry.length);
  return value;
}

export function decodeLetter(key: Uint8Array, value: Uint8Array): StoredLetter {
  const bytes = view(value);
  const reasonStart = 15 + bytes.readUInt16BE(13);
  return {
    ...decodeEntry(key, bytes.subarray(15, reasonStart)),
    attempts: bytes.readUInt32BE(0),
    deadAt: bytes.readDoubleBE(4),
    isSpilled: bytes.readUInt8(12) === 1,
    reason: bytes.toString('utf8', reasonStart),
  };
}

/** A zero byte ends the organization, so that no id is the beginning of another. */
export function organizationKey(organization: OrganizationId, position: bigint): Buffer {
  return Buffer.concat([Buffer.from(`${organization}\0`), numberKey(position)]);
}

export function readOrganizationKey(key: Uint8Array): bigint {
  return readNumberKey(key.subarray(key.length - 8));
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
