import type { ExportForm } from '../logic/export-form.ts';

/** What every part of the editor works on. */
export interface ExportFieldProps {
  readonly form: ExportForm;
  /** What is wrong with a field, by its path in what is sent. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (form: ExportForm) => void;
}
