/** Formats "85 %", "over 999 %". @param percent whole */
export function shownPercent(percent: number): string {
  return percent > 999 ? 'over 999 %' : `${percent} %`;
}
