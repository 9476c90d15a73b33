/** Locations of IP addresses, from a database provided by the operator. */

/** Every value is empty where the database doesn't know it. */
export interface AddressPlace {
  readonly city: string;
  readonly country: string;
  readonly region: string;
  readonly continent: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly metroCode: string;
  readonly timeZone: string;
}

export interface Geoip {
  /**
   * A location for each address; undefined if the address is invalid or unknown. Names are in the requested language if
   * available, otherwise in English.
   */
  locate(
    addresses: readonly string[],
    language: string,
  ): Promise<readonly (AddressPlace | undefined)[]>;
}
