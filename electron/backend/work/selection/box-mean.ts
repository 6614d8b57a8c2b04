/** Averages in constant time; at borders the part inside. @param half the side is `2 * half + 1` */
export function boxMean(
  values: Float32Array,
  width: number,
  height: number,
  half: number,
): Float32Array {
  const rows = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    let count = 0;
    for (let x = 0; x < Math.min(half, width); x++) {
      sum += values[start + x] ?? 0;
      count += 1;
    }
    for (let x = 0; x < width; x++) {
      if (x + half < width) {
        sum += values[start + x + half] ?? 0;
        count += 1;
      }
      if (x - half > 0) {
        sum -= values[start + x - half - 1] ?? 0;
        count -= 1;
      }
      rows[start + x] = sum / count;
    }
  }
  const means = new Float32Array(values.length);
  const sums = new Float64Array(width);
  let count = 0;
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + sign * (rows[y * width + x] ?? 0);
    count += sign;
  };
  for (let y = 0; y < Math.min(half, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + half < height) addRow(y + half, 1);
    if (y - half > 0) addRow(y - half - 1, -1);
    for (let x = 0; x < width; x++) means[y * width + x] = (sums[x] ?? 0) / count;
  }
  return means;
}
