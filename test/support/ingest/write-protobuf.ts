/** Just enough of protocol buffers to write what clients send, and what they should not. */
export type Message = readonly Buffer[];

export function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
  return Buffer.from([...bytes, Number(rest)]);
}

export function numberField(number: number, value: bigint | number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

export function fixedField(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint(number * 8 + 1), bytes]);
}

export function doubleField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(number * 8 + 1), bytes]);
}

/** A text, bytes, or a message of fields. */
export function field(number: number, content: string | Buffer | Message): Buffer {
  const bytes =
    typeof content === 'string' || Buffer.isBuffer(content)
      ? Buffer.from(content)
      : Buffer.concat(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}
