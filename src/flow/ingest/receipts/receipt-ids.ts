/**
 * A receipt is only its ID: it contains what is needed to find the events of a request again, and a seal that only this
 * installation can create. Issuing one therefore writes nothing, and it cannot be read for another organization,
 * because the organization ID is part of the seal.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { OrganizationId } from '../../../base/ids.ts';

export interface ReceiptFacts {
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Events of the request. */
  readonly accepted: number;
  /** How many of them the pipelines have left; their row ids follow one by one. */
  readonly queued: number;
  /** The row id of the first that was queued; 0 when none was. */
  readonly firstRow: bigint;
  /** Oldest and newest time of the queued events, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Position of the events in the queue, or in the holding queue. */
  readonly position: bigint;
  readonly isHeld: boolean;
}

export interface ReceiptIds {
  write(organization: OrganizationId, facts: ReceiptFacts): string;
  /** Undefined if the ID is not a receipt of this organization. */
  read(organization: OrganizationId, id: string): ReceiptFacts | undefined;
}

const VERSION = 1;
const FACTS_BYTES = 50;
const SEAL_BYTES = 16;

export function createReceiptIds(secret: string): ReceiptIds {
  // Made once: turning bytes into a key costs more than the seal itself.
  const key = createSecretKey(createHmac('sha256', secret).update('receipts').digest());
  const sealOf = (organization: OrganizationId, facts: Uint8Array): Buffer =>
    createHmac('sha256', key).update(organization).update(facts).digest().subarray(0, SEAL_BYTES);
  return {
    write(organization, facts) {
      const bytes = Buffer.allocUnsafe(FACTS_BYTES + SEAL_BYTES);
      const packed = bytes.subarray(0, FACTS_BYTES);
      pack(facts, packed);
      sealOf(organization, packed).copy(bytes, FACTS_BYTES);
      return bytes.toString('base64url');
    },
    read(organization, id) {
      const bytes = Buffer.from(id, 'base64url');
      if (bytes.length !== FACTS_BYTES + SEAL_BYTES || bytes[0] !== VERSION) return undefined;
      const packed = bytes.subarray(0, FACTS_BYTES);
      const seal = bytes.subarray(FACTS_BYTES);
      return timingSafeEqual(sealOf(organization, packed), seal) ? unpack(packed) : undefined;
    },
  };
}

function pack(facts: ReceiptFacts, bytes: Buffer): void {
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8(facts.isHeld ? 1 : 0, 1);
  bytes.writeUInt32BE(facts.accepted, 2);
  bytes.writeUInt32BE(facts.queued, 6);
  bytes.writeDoubleBE(facts.acceptedAt, 10);
  bytes.writeDoubleBE(facts.from, 18);
  bytes.writeDoubleBE(facts.to, 26);
  bytes.writeBigUInt64BE(facts.firstRow, 34);
  bytes.writeBigUInt64BE(facts.position, 42);
}

function unpack(bytes: Buffer): ReceiptFacts {
  return {
    isHeld: bytes.readUInt8(1) === 1,
    accepted: bytes.readUInt32BE(2),
    queued: bytes.readUInt32BE(6),
    acceptedAt: bytes.readDoubleBE(10),
    from: bytes.readDoubleBE(18),
    to: bytes.readDoubleBE(26),
    firstRow: bytes.readBigUInt64BE(34),
    position: bytes.readBigUInt64BE(42),
  };
}
