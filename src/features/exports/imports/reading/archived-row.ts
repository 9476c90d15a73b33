/** A row as a file of an archive has it: values by name of column. */
export type ArchivedRow = Readonly<Record<string, unknown>>;
