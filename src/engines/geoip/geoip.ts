/** Where IP addresses are, as a database says that the operator provides. */

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
  /** A place for each address; undefined for one that is no address, or not in the database. Names are in the language where there are any, else in English. */
  locate(
    addresses: readonly string[],
    language: string,
  ): Promise<readonly (AddressPlace | undefined)[]>;
}
