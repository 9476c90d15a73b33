/** How an engine is doing, as `/ready` shows it. */
export interface EngineHealth {
  readonly state: 'up' | 'degraded' | 'down';
  /** What an operator should know; never a secret or an address with credentials. */
  readonly note?: string;
}
