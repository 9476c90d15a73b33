import type { Actor } from '../../../base/actor.ts';
import type { AgentToolInput, AgentToolName } from '../../../contract/agent-tools.ts';
import type { ToolAnswer } from '../answers/write-answer.ts';
import type { CallEndpoint } from '../calling/call-endpoint.ts';
import type { AgentNeeds } from '../agent-needs.ts';

/** For whom a tool works. */
export interface ToolCaller {
  readonly needs: AgentNeeds;
  /** With the permissions that apply within a tool call. */
  readonly actor: Actor;
  /** Identifies the credential. */
  readonly credential: string;
  readonly call: CallEndpoint;
  readonly now: number;
  /** Of the organization. */
  readonly timeZone: string;
}

export type RunTool<Name extends AgentToolName> = (
  caller: ToolCaller,
  // A dashboard has its own range.
  input: Name extends 'dashboard_data' ? AgentToolInput<Name> : Filled<AgentToolInput<Name>>,
) => Promise<ToolAnswer>;

/** Defaults have been filled in. */
type Defaulted =
  | 'earliest'
  | 'latest'
  | 'maxTokens'
  | 'format'
  | 'lineCharacters'
  | 'limit'
  | 'buckets'
  | 'before'
  | 'after'
  | 'maxCredits'
  | 'preview';
type Filled<Input> = Omit<Input, Defaulted> & Required<Pick<Input, Defaulted & keyof Input>>;
