/** `2026-11-25`, local time. */
export function localDay(date: Date | number): string {
  const local = new Date(date);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}
