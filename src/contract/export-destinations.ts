/** Where an export puts its files. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { described, fields } from './schema.ts';

const limits = LIMITS.exports;

const Prefix = Type.String({
  maxLength: limits.prefixCharactersMax,
  pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._=-]*(/[A-Za-z0-9][A-Za-z0-9._=-]*)*$',
  description: 'Path prefix of all files. Parts between slashes, none starting with a dot.',
});
const FolderName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9_-]*$',
  description: 'Name of a folder from `XPLAIN_EXPORT_FOLDERS`.',
});
const Key = Type.String({
  minLength: 1,
  maxLength: limits.keyCharactersMax,
  pattern: '^[\\u0021-\\u007e]+$',
});
const SecretKey = Type.String({
  ...Key,
  description: 'Stored encrypted and never returned. Leave it out in an update to keep it.',
});
const Endpoint = Type.String({
  minLength: 1,
  maxLength: limits.urlCharactersMax,
  pattern: '^https?://[\\u0021-\\u007e]+$',
  description:
    'Address of the S3-compatible service, e.g. `https://s3.eu-central-1.amazonaws.com`.',
});
const Url = Type.String({
  minLength: 1,
  maxLength: limits.urlCharactersMax,
  pattern: '^https?://[\\u0021-\\u007e]+$',
  description: 'Called after each run. Stored encrypted. Responses show only the host.',
});
const Recipients = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: limits.recipientsMax,
  uniqueItems: true,
  description: 'IDs of members (`mem_…`). Former members are skipped.',
});

const BUCKET = {
  endpoint: Endpoint,
  region: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9-]+$',
    description: 'Region of the bucket.',
  }),
  bucket: Type.String({
    minLength: 3,
    maxLength: 63,
    pattern: '^[a-z0-9][a-z0-9.-]*[a-z0-9]$',
    description: 'Name of the bucket.',
  }),
  prefix: Type.Optional(Prefix),
  accessKeyId: described(Key, 'ID of the access key. Stored with the secret key.'),
  pathStyle: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Use path-style URLs, with the bucket in the path.',
    }),
  ),
};

const LockDays = Type.Integer({
  minimum: 0,
  maximum: limits.lockDaysMax,
  default: 0,
  description:
    'Days for which nobody can delete or overwrite the files: S3 Object Lock in compliance mode. Requires a bucket with ' +
    'Object Lock. 0: not locked.',
});

const Keep = fields({ kind: Type.Literal('keep') });
const Folder = fields({
  kind: Type.Literal('folder'),
  folder: FolderName,
  prefix: Type.Optional(Prefix),
});
const Mail = fields({ kind: Type.Literal('mail'), recipients: Recipients });

/** As it is sent. */
export const DestinationDraft = Type.Union(
  [
    Keep,
    Folder,
    fields({
      kind: Type.Literal('s3'),
      ...BUCKET,
      secretAccessKey: Type.Optional(SecretKey),
      lockDays: Type.Optional(LockDays),
    }),
    Mail,
    fields({ kind: Type.Literal('webhook'), url: Type.Optional(Url) }),
  ],
  {
    title: 'ExportDestinationDraft',
    description:
      '`keep`: Xplain storage. `folder`: a server folder. `s3`: a bucket. `mail`: email to members. ' +
      '`webhook`: Xplain storage, and a call with the signed manifest.',
  },
);
export type DestinationDraft = Static<typeof DestinationDraft>;

/** As it is shown: without secrets. */
export const Destination = Type.Union(
  [
    Keep,
    Folder,
    fields({ kind: Type.Literal('s3'), ...BUCKET, lockDays: Type.Optional(LockDays) }),
    Mail,
    fields({
      kind: Type.Literal('webhook'),
      host: Type.String({ description: 'Host of the URL. The rest is never returned.' }),
    }),
  ],
  { title: 'ExportDestination' },
);
export type Destination = Static<typeof Destination>;

/** Where an archive is read from. */
export const ArchiveSource = Type.Union(
  [
    fields({
      kind: Type.Literal('export'),
      export: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'ID of a scheduled export. Its archive is imported.',
      }),
    }),
    fields({
      kind: Type.Literal('folder'),
      folder: FolderName,
      prefix: Type.Optional(Prefix),
    }),
    fields({ kind: Type.Literal('s3'), ...BUCKET, secretAccessKey: SecretKey }),
  ],
  { title: 'ArchiveSource' },
);
export type ArchiveSource = Static<typeof ArchiveSource>;
