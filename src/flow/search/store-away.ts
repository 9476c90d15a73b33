/** The store of events, or what leads to it, is away or busy: nobody's query is to blame, and it is asked again later. */
export class StoreAway extends Error {
  constructor(message = 'the store of events is away', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreAway';
  }
}
