/** Files we keep for users, and files they have us write elsewhere, such as exports. */
import type { Readable } from 'node:stream';
import type { EngineHealth } from '../../base/health.ts';

/**
 * A name is `<organization>/<path>`: parts of letters, digits, dots, underscores, hyphens and equals signs between
 * slashes, each starting with a letter or a digit. Anything else is refused with VALIDATION_ERROR, in every
 * call, so that no name leads to another organization or out of the store.
 *
 * What goes wrong with the store itself is an `ObjectsError`, in every call. A form that calls over a network has
 * tried several times by then.
 */
export interface Objects {
  /**
   * The object is stored completely or not at all, and survives a power cut once this resolves. It replaces an existing
   * object of that name. If the content fails or is too large, nothing changes.
   */
  write(name: string, content: Readable, how?: WriteHow): Promise<{ readonly bytes: number }>;
  /**
   * Like `write`, for content that can be read again: after a crash, the same call with the stored mark resumes where
   * the last one ended. A mark that is no longer valid is ignored. A caller that cannot read the same content again
   * must call `abandon` first.
   */
  upload(
    name: string,
    source: UploadSource,
    progress?: UploadProgress,
  ): Promise<{ readonly bytes: number }>;
  /** Ends an upload that will not be resumed and removes all its data. Does nothing if it has already ended. */
  abandon(name: string, mark: string): Promise<void>;
  /** Uploads that were begun and are neither finished nor abandoned, in the order of names. */
  unfinished(prefix: string): Promise<readonly UnfinishedUpload[]>;
  /** Undefined when there is no such object. */
  find(name: string): Promise<ObjectFacts | undefined>;
  /**
   * Undefined if the object does not exist; `bytes` is the size of the returned content, less than the object for a
   * range. The caller reads the content to its end or destroys it. It is never mixed: if the object is replaced or
   * removed meanwhile, reading either continues with the original content or fails.
   */
  read(name: string, range?: ByteRange): Promise<ObjectContent | undefined>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
  /** Removes everything below `<organization>/`. */
  removeAll(organization: string): Promise<void>;
  /** In the order of names. The prefix names the organization and its slash at least. */
  list(prefix: string, page: ListPage): Promise<readonly ObjectFacts[]>;
  health(): Promise<EngineHealth>;
}

/** Opens a configured store; only the engine's own `open-objects.ts` knows how. */
export type OpenObjects = (place: ObjectsPlace) => Promise<Objects>;

export type ObjectsPlace =
  | { readonly kind: 'disk'; readonly directory: string }
  | ({ readonly kind: 's3' } & BucketPlace);

/** A bucket of an S3-compatible store, and the key to it. */
export interface BucketPlace {
  /** Address of the store, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** In front of every name: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket name is part of the URL path, not of the host name. */
  readonly isPathStyle: boolean;
  /** All files below its prefix belong to one owner, so all of them may be listed. */
  readonly isOneOwners?: boolean;
  /** Every object is locked for so long (Object Lock, compliance mode); what the store does not lock is a failure. */
  readonly lockMs?: number;
}

export interface WriteHow {
  /**
   * Fails with `exists` instead of replacing an object. Of several concurrent writes, one succeeds; third-party stores
   * that do not support the condition let the last one win instead. If a response was lost, the existing object may be
   * the caller's own.
   */
  readonly ifAbsent?: boolean;
  /** Stored by stores that serve files to browsers directly. */
  readonly contentType?: string;
  /** How long caches may keep a copy from such a store. */
  readonly cacheSeconds?: number;
  readonly signal?: AbortSignal;
}

/** The same bytes however often they are read. */
export interface UploadSource {
  readonly bytes: number;
  /**
   * The file on this machine that has the content, if there is one: synced, and never written to again. A store on the
   * same disk gives it a second name instead of copying it.
   */
  readonly file?: string;
  /** The bytes from `from` up to but without `to`, both within the content. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export interface UploadProgress {
  /** What `keep` was last given for this name, if the last call did not end. */
  readonly mark?: string | undefined;
  /**
   * Called before the first byte is sent, if the implementation can resume uploads; the mark must survive a crash once
   * this resolves.
   */
  keep(mark: string): Promise<void>;
  readonly signal?: AbortSignal;
}

export interface UnfinishedUpload {
  readonly name: string;
  readonly mark: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** From `from`, inclusive, to `to`, exclusive; anything beyond the end of the object is left out. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface ObjectContent {
  readonly content: Readable;
  readonly bytes: number;
}

export interface ListPage {
  /** At most `LIMITS.objects.listMax`. */
  readonly limit: number;
  /** The last name of the page before. */
  readonly after?: string;
}

export interface ObjectFacts {
  readonly name: string;
  readonly bytes: number;
}

/** Why a store operation failed. Codes are stored and displayed, so they never change their meaning. */
export const OBJECTS_CODES = {
  exists: 'A file with this name already exists.',
  denied: 'The store refused the key, or the key lacks a permission.',
  expired: 'The store reports that the key has expired or that the clocks differ too much.',
  no_bucket: "The bucket doesn't exist.",
  address_refused: 'The address of the store is not allowed.',
  untrusted: 'The certificate of the store is not valid for it.',
  redirected: 'The store sent a redirect, which is not followed. Check the region and the address.',
  refused: 'The store refused the request.',
  full: 'The store is full.',
  not_locked:
    "The store didn't lock the file. The bucket needs Object Lock, and the key the permissions s3:PutObjectRetention and s3:GetObjectRetention.",
  busy: 'The store is rate limiting requests.',
  not_reached: "Can't reach the store.",
  timed_out: 'The store did not respond in time.',
  broken_off: 'The connection to the store was interrupted.',
  failed: 'The store reported an internal error.',
  wrong_size: 'The store has a different number of bytes than was sent.',
  altered: 'The store received different bytes than were sent.',
  changed: 'The file was replaced or deleted while it was being read.',
  unknown_answer: 'The response is not an S3 response.',
  stopped: 'The call was canceled.',
} as const;
export type ObjectsCode = keyof typeof OBJECTS_CODES;

const LASTING: ReadonlySet<ObjectsCode> = new Set([
  'denied',
  'expired',
  'no_bucket',
  'address_refused',
  'untrusted',
  'redirected',
  'refused',
  'not_locked',
]);

/** Contains nothing of a key, an address or a content, so it may be logged and displayed. */
export class ObjectsError extends Error {
  readonly code: ObjectsCode;
  /** Retries cannot succeed until the settings are changed. */
  readonly isLasting: boolean;
  /** The store wants nothing before this time has passed. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ObjectsCode, cause?: unknown, retryAfterMs?: number) {
    super(OBJECTS_CODES[code], cause === undefined ? undefined : { cause });
    this.name = 'ObjectsError';
    this.code = code;
    this.isLasting = LASTING.has(code);
    this.retryAfterMs = retryAfterMs;
  }
}
