/** Variables that name places of files: buckets, and folders. */
import { MASK, path, type Kind } from './kinds.ts';

/** A bucket of an S3-compatible store, as the engine takes it. */
export interface BucketSetting {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly isPathStyle: boolean;
}

const SCHEMES: Readonly<Record<string, string>> = { 's3:': 'https:', 's3+http:': 'http:' };
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDERS = /^(?:[A-Za-z0-9][A-Za-z0-9._=-]{0,127}\/)*$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const OPTIONS = new Set(['region', 'style']);

export const bucketUrl: Kind<BucketSetting> = {
  expected:
    'a URL such as s3://key:secret@s3.eu-central-1.amazonaws.com/bucket/folder?region=eu-central-1, ' +
    'with special characters in the secret percent-encoded; s3+http:// disables TLS, and style=host uses virtual-hosted-style URLs',
  read: readBucket,
  show: showBucket,
  isSecret: true,
};

function readBucket(text: string): BucketSetting | undefined {
  const url = /\s/.test(text) ? null : URL.parse(text);
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined || url.hostname === '' || url.hash !== '') {
    return undefined;
  }
  const { searchParams: options } = url;
  const [bucket = '', ...folders] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const region = options.get('region') ?? 'us-east-1';
  const style = options.get('style') ?? 'path';
  const accessKeyId = decoded(url.username);
  const secretAccessKey = decoded(url.password);
  const isKnown =
    BUCKET.test(bucket) &&
    FOLDERS.test(prefix) &&
    REGION.test(region) &&
    (style === 'path' || style === 'host') &&
    [...options.keys()].every((name) => OPTIONS.has(name));
  if (!isKnown || !accessKeyId || !secretAccessKey) return undefined;
  const endpoint = `${scheme}//${url.host}`;
  const isPathStyle = style === 'path';
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, isPathStyle };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function showBucket({ endpoint, bucket, prefix, region, isPathStyle }: BucketSetting): string {
  const { protocol, host } = new URL(endpoint);
  const scheme = protocol === 'https:' ? 's3' : 's3+http';
  const style = isPathStyle ? '' : '&style=host';
  return `${scheme}://${MASK}@${host}/${bucket}/${prefix}?region=${region}${style}`;
}

/** Where files are put for others to serve. */
export type FolderOrBucket =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 'bucket' } & BucketSetting);

/** With `needsFolder`, the names of files in a bucket begin with the last folder of the address. */
export function folderOrBucket(needsFolder: boolean): Kind<FolderOrBucket> {
  return {
    expected: `a path, or ${bucketUrl.expected}`,
    read(text) {
      if (/^s3(\+http)?:/.test(text)) {
        const bucket = bucketUrl.read(text);
        return bucket === undefined || (needsFolder && bucket.prefix === '')
          ? undefined
          : { kind: 'bucket', ...bucket };
      }
      const folder = path.read(text);
      return folder === undefined ? undefined : { kind: 'folder', folder };
    },
    show: (value) => (value.kind === 'folder' ? value.folder : showBucket(value)),
    isSecret: true,
  };
}

/** Folders by the names under which people choose them. */
export type NamedFolders = Readonly<Record<string, string>>;

export const namedFolders: Kind<NamedFolders> = {
  expected: 'name=path pairs, such as archive=/srv/archive,audit=/srv/audit',
  read(text) {
    const pairs = text
      .split(',')
      .map((part) => /^\s*([a-z0-9][a-z0-9_-]{0,63})=([^\0]{1,1000}?)\s*$/.exec(part));
    const named = pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''] as const);
    const names = new Set(named.map(([name]) => name));
    const isUsable = names.size === named.length && named.every(([, folder]) => folder !== '');
    return isUsable ? Object.fromEntries(named) : undefined;
  },
  show: (value) =>
    Object.entries(value)
      .map(([name, folder]) => `${name}=${folder}`)
      .join(','),
};
