/** The values of a cell that the function `sparkline` has made; undefined for any other cell. */
export function sparklinePoints(value: unknown): (number | null)[] | undefined {
  if (!Array.isArray(value) || value[0] !== '##__SPARKLINE__##') return undefined;
  return value.slice(1).map((point: unknown) => {
    const number = point === '' || point === null ? Number.NaN : Number(point);
    return Number.isFinite(number) ? number : null;
  });
}
