import type { ExportForm } from '../logic/export-form.ts';

/** What every part of the editor works on. */
export interface ExportFieldProps {
  readonly form: ExportForm;
  /** Error of a field, by its path in the request body. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (form: ExportForm) => void;
}
