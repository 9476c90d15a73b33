export const TRIES: Readonly<Record<string, unknown>>;
export const MAY_LACK_NATIVE_CODE: Readonly<Record<string, string>>;
export const INSTALL_SCRIPTS: Readonly<
  Record<string, { readonly run: string } | { readonly reason: string }>
>;
export function preparePackages(needs: {
  readonly root: string;
  readonly node: string;
}): readonly { readonly text: string; readonly isForDevelopment: boolean }[];
