/** Made when somebody asks for it first, and kept from then on. What failed is made anew for the next. */
export function lazy<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  const again = (error: unknown): never => {
    made = undefined;
    throw error;
  };
  return () => (made ??= make().catch(again));
}
