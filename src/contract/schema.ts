import {
  type Static,
  Type,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
} from 'typebox';
import { ERROR_CODES } from '../spec/codes.ts';
import { LIMITS } from '../spec/limits.ts';

/** An object in which an unknown field is an error: a typo must not be silently ignored. */
export function fields<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Gives a schema the name under which the API document describes it, once for all endpoints. */
export function named<Schema extends TSchema>(title: string, schema: Schema): Schema {
  return Object.assign(schema, { title });
}

/** The same schema, with words for the place where it is used, or with those of another schema. */
export function described<Schema extends TSchema>(schema: Schema, words: string | TSchema): Schema {
  const value = typeof words === 'string' ? words : 'description' in words && words.description;
  const own = { value, enumerable: true, configurable: true, writable: true };
  const parts = { ...Object.getOwnPropertyDescriptors(schema), description: own };
  return Object.create(Object.prototype, parts) as Schema;
}

/** Control characters, line separators, half characters, and marks that nobody sees or that turn the direction. */
const UNPRINTABLE =
  '\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ud800-\\udfff\\ufeff';

/** One line of text that people write and read: something to see in it, and nothing that plays tricks. */
export function nameOf(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength, pattern: `^(?=.*\\S)[^${UNPRINTABLE}]+$` });
}

/** The form of every success: `{ "data": … }`. */
export function dataOf<Data extends TSchema>(data: Data): TObject<{ data: Data }> {
  return Type.Object({ data });
}

/** The form of every list: one page, and where the next one starts. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      title: 'NextCursor',
      description: 'Send it as `cursor` to get the next page. Null on the last page.',
    }),
  });
}

/** The query parameters every list takes. */
export const PAGE_QUERY = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.http.pageRowsMax,
      default: LIMITS.http.pageRowsDefault,
      title: 'PageSize',
      description: 'Maximum number of entries per page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 512,
      title: 'Cursor',
      description: 'The `nextCursor` of the previous page.',
    }),
  ),
};

/** The zone a search goes by, one of the IANA database; the handler checks the name. */
export const TimeZone = Type.String({
  title: 'TimeZone',
  minLength: 1,
  maxLength: 64,
  description:
    'IANA time zone, e.g. `Europe/Berlin`, for calendar units, snapped times and formatting. Default: the time zone of the organization.',
});

export const Compare = Type.String({
  minLength: 1,
  maxLength: 16,
  description:
    'Compares the result with an earlier time range: `previous` for the one before, or how far back, such as `1h`, `1d` or `1w`.',
});

export const Comparison = Type.Object(
  {
    from: Type.String({ description: 'Start of the compared time range.' }),
    to: Type.String({ description: 'End of the compared time range, exclusive.' }),
    baseline: Type.Enum(['complete', 'partial', 'none'], {
      description:
        '`none`: nothing is stored from then, or much is missing, and no values are compared. `partial`: some events may be missing.',
    }),
    reason: Type.Optional(Type.String({ description: 'Why the baseline is not complete.' })),
  },
  { description: 'The earlier time range, with `compare`.' },
);

/** What a search has read. Both follow from indexes and time range alone, so that nothing can be learned from them. */
export const ScannedRows = Type.Integer({
  title: 'ScannedRows',
  description:
    'Events of your organization in the searched indexes and the whole minutes of the time range, counted at most a ' +
    'minute ago. Independent of the filter and of other organizations.',
});
export const ScannedBytes = Type.Integer({
  title: 'ScannedBytes',
  description: 'Estimate: `scannedRows` × 512 bytes.',
});

export const AppliedLimit = Type.Object(
  {
    limit: Type.String({ description: 'Name of the limit that was reached.' }),
    max: Type.Integer({ description: 'Value of the limit.' }),
    message: Type.String(),
  },
  { title: 'AppliedLimit', description: 'A limit that cut the result.' },
);

export const Warnings = Type.Array(
  Type.Object({
    code: Type.String({ description: 'Stable code. See “Advice” in the language reference.' }),
    message: Type.String(),
  }),
  { description: 'What the result leaves out, such as events without the field of `by`.' },
);

/** Taken by every endpoint that answers with CSV. */
export const RawCells = Type.Boolean({
  default: false,
  description:
    'CSV only: export cells unchanged. By default, cells that a spreadsheet would run as a formula are prefixed with an apostrophe.',
});

/** The query parameters of lists that are short by nature: by default they come as a whole. */
export const SHORT_LIST_QUERY = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.http.pageRowsMax,
      title: 'ShortPageSize',
      description: 'Maximum number of entries. Default: all.',
    }),
  ),
  cursor: PAGE_QUERY.cursor,
};

export const QueryFix = Type.Object(
  {
    label: Type.String({ description: 'What the change does, in a few words.' }),
    start: Type.Integer({ description: 'Where the replaced text begins.' }),
    end: Type.Integer({ description: 'End of the replaced text, exclusive.' }),
    text: Type.String({ description: 'Replacement text.' }),
  },
  { title: 'QueryFix', description: 'Suggested change of the query.' },
);
export type QueryFix = Static<typeof QueryFix>;

/** The form of every failure. */
export const ErrorAnswer = Type.Object(
  {
    error: Type.String({ description: 'What happened, and what to do. For people.' }),
    code: Type.String({
      description: 'Stable: match on this, not on the text.',
      examples: Object.keys(ERROR_CODES).slice(0, 1),
    }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'Dotted path into the input, e.g. `rows.3`.' }),
          message: Type.String(),
          position: Type.Optional(Type.Integer({ description: 'Offset in a text, from 0.' })),
          fix: Type.Optional(QueryFix),
        }),
        { description: 'Every problem of the input, where there are several.' },
      ),
    ),
    requestId: Type.Optional(
      Type.String({ description: 'Identifies the request in the server log.' }),
    ),
  },
  { title: 'Error', additionalProperties: true },
);
