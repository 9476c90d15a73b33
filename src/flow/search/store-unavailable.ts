/** The event store, or the connection to it, is unavailable or busy: not caused by the query, which can be retried. */
export class StoreUnavailable extends Error {
  constructor(message = 'the log store is unavailable', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
