/** An event as the demo sends it. */
export interface DemoEvent {
  readonly timestamp: number;
  readonly index: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  readonly source: string;
  readonly event: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}
