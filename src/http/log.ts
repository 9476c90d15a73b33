import { destination, pino, type DestinationStream } from 'pino';
import { isoTime } from '../base/clock.ts';
import type { Log } from '../base/log.ts';

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Fields of every line, e.g. the node's name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Standard output when absent. */
  readonly stream?: DestinationStream;
}

export interface ProcessLog extends Log {
  /** Writes out buffered lines; called just before the process exits. */
  flush(): void;
}

/** Names that must never appear in a line. Lines consist of selected fields, so this is the second safety net. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'secret',
  'token',
] as const;
const REDACTED = '[redacted]';

/** Maximum number of causes logged for an error. */
const CAUSES_MAX = 3;

/** The log of this process about itself: one JSON object a line. */
export function createLog(options: LogOptions): ProcessLog {
  // Lines are buffered while a write is in progress: a busy server writes many at a time.
  const stream = options.stream ?? destination({ dest: 1, sync: false });
  const logger = pino(
    {
      level: options.level,
      base: { ...options.fields },
      timestamp: timestamps(),
      formatters: { level: (level) => ({ level }) },
      // Cheaper than the logger's own redaction, which scans every line again.
      serializers: {
        ...Object.fromEntries(SECRET_NAMES.map((name) => [name, () => REDACTED])),
        headers: withoutSecrets,
        err: (error: unknown) => plainError(error, CAUSES_MAX),
      },
    },
    stream,
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: () => {
      if (isBuffered(stream)) stream.flushSync();
    },
  };
}

/** ISO 8601, formatted again only when the clock has advanced: under load many lines share a millisecond. */
function timestamps(): () => string {
  let lastMs = -1;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== lastMs) {
      lastMs = now;
      text = `,"time":"${isoTime(now)}"`;
    }
    return text;
  };
}

function isBuffered(stream: DestinationStream): stream is ReturnType<typeof destination> {
  return 'flushSync' in stream;
}

function withoutSecrets(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null) return REDACTED;
  const secret: readonly string[] = SECRET_NAMES;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name,
      secret.includes(name.toLowerCase()) ? REDACTED : value,
    ]),
  );
}

/** Driver errors carry rows and statements in other fields, so only these are logged. */
function plainError(error: unknown, causesLeft: number): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause === undefined || causesLeft === 0
      ? {}
      : { cause: plainError(error.cause, causesLeft - 1) }),
  };
}
