/** Numbers with units, as the screens show them. */

/** Bytes → "3.4 MB" (decimal, as file managers count). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'] as const;
  let value = bytes / 1000;
  let index = 0;
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[index]}`;
}

/** Milliseconds → "0.8 s", "12 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Pixels → "24.0 MP". */
export function formatMegapixels(width: number, height: number): string {
  const megapixels = (width * height) / 1_000_000;
  return `${megapixels < 10 ? megapixels.toFixed(1) : Math.round(megapixels)} MP`;
}

/** 1 = 100 % → "100 %", "8.3 %". */
export function formatZoom(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** Milliseconds since 1970 → "21 Nov, 14:10", in the user's own time and manner. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** 1/10000 USD → "$0.05", "$1.20", "$0.0045": cents, and smaller parts where there are some. */
export function formatCost(tenThousandths: number): string {
  const digits = tenThousandths % 100 === 0 ? 2 : 4;
  return `$${(tenThousandths / 10_000).toFixed(digits)}`;
}

/** Milliseconds that are only roughly known → "a few seconds", "about 1 minute", "about 2 h 10 min". */
export function formatRoughly(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (milliseconds < 20_000) return 'a few seconds';
  if (minutes < 1) return 'about half a minute';
  if (minutes === 1) return 'about 1 minute';
  if (minutes < 60) return `about ${minutes} minutes`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
