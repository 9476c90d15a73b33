/** An S3-compatible bucket while it is entered: where files go, and where archives are read from. */
import { LIMITS } from '../../../../../src/spec/limits.ts';

export interface BucketForm {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

export const EMPTY_BUCKET: BucketForm = {
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
  pathStyle: true,
};

/** Error messages, keyed by field. */
export type Problems = Readonly<Record<string, string>>;

const ADDRESS = /^https?:\/\/[\u0021-\u007e]+$/;
const PREFIX = /^$|^[A-Za-z0-9][A-Za-z0-9._=-]*(\/[A-Za-z0-9][A-Za-z0-9._=-]*)*$/;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const KEY = /^[\u0021-\u007e]+$/;
const REGION = /^[a-z0-9-]+$/;
const FOLDER = /^[a-z0-9][a-z0-9_-]*$/;

/** A secret is required for a key without a stored one. */
export function bucketProblems(form: BucketForm, isSecretKept: boolean): Problems {
  return found([
    ['endpoint', addressProblem(form.endpoint)],
    ['region', textProblem(form.region, REGION, 'Enter a region, such as eu-central-1.')],
    ['bucket', textProblem(form.bucket, BUCKET, 'Enter the bucket name only, in lowercase.')],
    ['prefix', prefixProblem(form.prefix)],
    ['accessKeyId', textProblem(form.accessKeyId, KEY, 'Enter an access key ID.')],
    ['secretAccessKey', secretProblem(form.secretAccessKey, isSecretKept)],
  ]);
}

function secretProblem(secret: string, isKept: boolean): string | undefined {
  if (secret === '') return isKept ? undefined : 'Enter the secret access key.';
  return KEY.test(secret) ? undefined : "The secret can't contain spaces.";
}

export function addressProblem(address: string): string | undefined {
  return textProblem(address, ADDRESS, 'Enter a URL that starts with https://');
}

export function folderProblem(folder: string): string | undefined {
  return textProblem(folder, FOLDER, 'Enter the folder name configured by the operator.');
}

export function prefixProblem(prefix: string): string | undefined {
  const text = prefix.trim();
  if (!PREFIX.test(text)) {
    return "Use path segments such as acme/logs. Segments can't start with a dot.";
  }
  const { prefixPartsMax } = LIMITS.exports;
  if (text.split('/').length > prefixPartsMax) return `Use at most ${prefixPartsMax} segments.`;
  return undefined;
}

/** Returns the request body; an empty secret is omitted. */
export function bucketOf(form: BucketForm) {
  const secret = form.secretAccessKey;
  return {
    endpoint: form.endpoint.trim(),
    region: form.region.trim(),
    bucket: form.bucket.trim(),
    accessKeyId: form.accessKeyId.trim(),
    pathStyle: form.pathStyle,
    ...prefixOf(form.prefix),
    ...(secret === '' ? {} : { secretAccessKey: secret }),
  };
}

export function prefixOf(prefix: string): { readonly prefix?: string } {
  return prefix.trim() === '' ? {} : { prefix: prefix.trim() };
}

export function found(checks: readonly (readonly [string, string | undefined])[]): Problems {
  const wrong = checks.flatMap(([field, words]) =>
    words === undefined ? [] : [[field, words] as const],
  );
  return Object.fromEntries(wrong);
}

function textProblem(text: string, form: RegExp, words: string): string | undefined {
  return form.test(text.trim()) ? undefined : words;
}
