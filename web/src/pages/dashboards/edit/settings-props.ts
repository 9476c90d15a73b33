import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';

/** Fields of one part of the settings; changes reach the dashboard only when the user applies them. */
export interface SettingsProps {
  readonly draft: CompleteDefinition;
  readonly onChange: (draft: CompleteDefinition) => void;
}
