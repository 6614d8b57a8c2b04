const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Rounds up: "45 seconds", "1 hour 5 minutes". @param seconds whole, not negative */
export function durationWords(seconds: number): string {
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  const [large, small] = at < 0 ? [UNITS[3]] : [UNITS[at], UNITS[at + 1]];
  const [name, size] = large ?? UNITS[3];
  const [smallName, smallSize] = small ?? [name, size];
  const rounded = Math.ceil(seconds / smallSize) * smallSize;
  // 59.5 minutes round up to an hour.
  const larger = UNITS[at - 1];
  if (larger !== undefined && rounded >= larger[1]) return durationWords(rounded);
  const whole = Math.floor(rounded / size);
  const rest = Math.floor((rounded % size) / smallSize);
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return smallName === name || rest === 0
    ? counted(whole, name)
    : `${counted(whole, name)} ${counted(rest, smallName)}`;
}
