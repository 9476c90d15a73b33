/** Agents: what an organization allows them. */
export const AGENT_MODES = ['off', 'read', 'write'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

/** Why an answer shows less than there is. */
export const CUT_REASONS = ['rows', 'tokens', 'lines', 'sample', 'time'] as const;
export type CutReason = (typeof CUT_REASONS)[number];
