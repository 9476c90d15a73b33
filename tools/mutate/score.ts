export interface Score {
  readonly share: number;
  /** 95 % confidence interval of the share for all possible changes. */
  readonly from: number;
  readonly to: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959_964;

/** The share of noticed changes and its Wilson interval, which is also valid for few changes and near 100 %. */
export function scoreOf(noticed: number, all: number): Score {
  if (all === 0) return { share: 0, from: 0, to: 1 };
  const share = noticed / all;
  const spread = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  const middle = share + Z ** 2 / (2 * all);
  const scale = 1 + Z ** 2 / all;
  return {
    share,
    from: Math.max(0, (middle - spread) / scale),
    to: Math.min(1, (middle + spread) / scale),
  };
}
