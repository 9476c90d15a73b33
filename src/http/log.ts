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
  /** Writes out what is still in memory; for the moment before the process ends. */
  flush(): void;
}

/** Names that never belong in a line. Lines are made of chosen fields, so this is the second net. */
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

/** How deep the chain of causes behind an error is told. */
const CAUSES_MAX = 3;

/** The log of this process about itself: one JSON object a line. */
export function createLog(options: LogOptions): ProcessLog {
  // Lines gather while one write is under way: a busy server writes many at once.
  const stream = options.stream ?? destination({ dest: 1, sync: false });
  const logger = pino(
    {
      level: options.level,
      base: { ...options.fields },
      timestamp: timestamps(),
      formatters: { level: (level) => ({ level }) },
      // Cheaper than the logger's own redaction, which looks at every line once more.
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

/** ISO 8601, written anew only when the clock has moved: under load many lines share a millisecond. */
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

/** Errors of drivers carry rows and statements in further fields, so only these are told. */
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
