import { connect } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** The error the client's system reported, e.g. ECONNRESET. */
  readonly error: string | undefined;
}

export interface RawOptions {
  /** Ends our half of the connection after the last piece. */
  readonly end?: boolean;
  /** Closes once this many answers are here; else waits until the server closes. */
  readonly answersMax?: number;
  /** Gives up waiting. */
  readonly timeoutMs?: number;
  /** Pause before each piece after the first. */
  readonly pauseMs?: number;
}

/** Writes bytes to a server, however wrong they are, and reads what comes back. */
export async function sendRaw(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  options: RawOptions = {},
): Promise<RawExchange> {
  const { end = false, answersMax = Infinity, timeoutMs = 10_000, pauseMs = 0 } = options;
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let error: string | undefined;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('error', (caught) => {
    error = 'code' in caught ? String(caught.code) : caught.message;
  });
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (readAnswers(Buffer.concat(chunks)).length >= answersMax) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(new Error('no end in sight')), timeoutMs);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause(pauseMs);
    if (!socket.destroyed) socket.write(piece);
  }
  if (end) socket.end();
  await closed;
  clearTimeout(timer);
  return { answers: readAnswers(Buffer.concat(chunks)), error };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Complete answers only; all of ours have a length, those to be continued have none. */
function readAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString().split('\r\n');
    const headers = new Map(lines.map(splitHeader));
    const length = Number(headers.get('content-length') ?? 0);
    const bodyStart = headEnd + 4;
    if (rest.length < bodyStart + length) return answers;
    const body = rest.subarray(bodyStart, bodyStart + length).toString();
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.subarray(bodyStart + length);
  }
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
