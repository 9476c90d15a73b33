/** The store of events, or what leads to it, is away or busy: nobody's query is to blame, and it is asked again later. */
export class StoreUnavailable extends Error {
  constructor(message = 'the log store is unavailable', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
