import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';

/** Fields of one part of the settings; nothing reaches the dashboard before somebody applies it. */
export interface SettingsProps {
  readonly draft: CompleteDefinition;
  readonly onChange: (draft: CompleteDefinition) => void;
}
