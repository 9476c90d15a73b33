/** The two messages we answer OTLP clients with, in protobuf. */

/** Encodes `ExportLogsServiceResponse`; empty if every record was accepted. */
export function exportLogsResponse(rejected: number, message: string): Buffer {
  if (rejected === 0) return Buffer.alloc(0);
  return bytesField(1, Buffer.concat([numberField(1, rejected), textField(2, message)]));
}

/** `google.rpc.Status`. */
export function rpcStatus(code: number, message: string): Buffer {
  return Buffer.concat([numberField(1, code), textField(2, message)]);
}

function numberField(field: number, value: number): Buffer {
  return Buffer.from([field * 8, ...varint(value)]);
}

function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([field * 8 + 2, ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return [...bytes, rest];
}
