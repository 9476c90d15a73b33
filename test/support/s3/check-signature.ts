/** The other side of signature version 4, written from its specification: says whether a request is signed as it came. */
import { createHash, createHmac } from 'node:crypto';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The code of the error that S3 answers with; undefined when all is well. */
export function checkSignature(
  keys: Keys,
  region: string,
  request: ReceivedRequest,
): string | undefined {
  const { headers, body } = request;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, day, namedRegion, names, signature] =
    pattern.exec(headers['authorization'] ?? '') ?? [];
  if (id === undefined || day === undefined || names === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (namedRegion !== region) return 'AuthorizationHeaderMalformed';
  const hash = headers['x-amz-content-sha256'] ?? '';
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.includes(needed)) return 'AccessDenied';
  }
  const date = headers['x-amz-date'] ?? '';
  if (!date.startsWith(day)) return 'AccessDenied';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, signed, hash))];
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region),
  );
  const expected = hmac(key, text.join('\n')).toString('hex');
  return expected === signature ? undefined : 'SignatureDoesNotMatch';
}

function canonical(
  { method, target, headers }: ReceivedRequest,
  signed: readonly string[],
  hash: string,
): string {
  const [path = '', query = ''] = target.split('?');
  const parameters = query
    .split('&')
    .filter((each) => each !== '')
    .toSorted((one, other) => (one < other ? -1 : 1));
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  return [method, path, parameters.join('&'), lines.join(''), signed.join(';'), hash].join('\n');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
