/** A name server on this machine that answers questions for TXT records over UDP, as RFC 1035 has them. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import type { TestContext } from 'node:test';

export interface DnsUnderTest {
  /** Address and port. */
  readonly server: string;
  /** By name: each record is a list of its parts. */
  readonly records: Map<string, readonly (readonly string[])[]>;
  /** Names that it fails to answer, with SERVFAIL. */
  readonly failing: Set<string>;
  /** Names that were asked for, oldest first. */
  readonly asked: string[];
}

const TXT = 16;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

export async function startDns(t: TestContext): Promise<DnsUnderTest> {
  const socket = createSocket('udp4');
  const records = new Map<string, readonly (readonly string[])[]>();
  const failing = new Set<string>();
  const asked: string[] = [];
  socket.on('message', (question, from: RemoteInfo) => {
    const name = readName(question);
    asked.push(name);
    const found = records.get(name);
    const code = failing.has(name) ? SERVER_FAILURE : found === undefined ? NAME_ERROR : 0;
    socket.send(answerTo(question, code, code === 0 ? (found ?? []) : []), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, records, failing, asked };
}

function readName(question: Buffer): string {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.');
}

function answerTo(question: Buffer, code: number, found: readonly (readonly string[])[]): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  // What was asked, without what a resolver adds behind it.
  const asked = question.subarray(12, question.indexOf(0, 12) + 5);
  const answers = found.map((parts) => {
    const texts = parts.map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
    );
    const data = Buffer.concat(texts);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(TXT, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, asked, ...answers]);
}
