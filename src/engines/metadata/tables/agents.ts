/** Agents: the clients they came with. */
declare module '../tables.ts' {
  interface Tables {
    agent_clients: AgentClientRow;
  }
}

export interface AgentClientRow {
  organization_id: string;
  /** The API key or access token. */
  credential_id: string;
  /** As the client calls itself, with its version. */
  client: string;
  first_used_at: number;
  last_used_at: number;
}
