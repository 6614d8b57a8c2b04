/** Switches of Chromium, Electron and Node, which are allowed next to Gesso's own options. */

/**
 * Chromium has some 1,500 switches in families, so that new ones are covered. Families that start
 * like options of Gesso (`no-…`) are listed one by one.
 */
const FAMILIES =
  /^(?:allow|angle|auth|blink|canvas|cc|crash|crashpad|default|diagnostic|disable|disk|dump|enable|experimental|field-trial|font|force|gpu|gtk|high-dpi|host-resolver|host-rules|ignore|inspect|js|lang|log|max|media|metrics|mojo|net-log|num-raster|original-process|ozone|password-store|proxy|remote|renderer|show|ssl|touch|trace|unsafely|use|user-data-dir|variations|wayland|webview|window|xdg-portal|xr)(?:[-_]|$)/u;

const NAMES: ReadonlySet<string> = new Set([
  'class',
  'display',
  'in-process-gpu',
  'incognito',
  'kiosk',
  'no-deprecation',
  'no-first-run',
  'no-proxy-server',
  'no-sandbox',
  'no-stdio-init',
  'no-warnings',
  'no-xshm',
  'no-zygote',
  'process-per-site',
  'single-process',
  'start-maximized',
  'test-type',
  'throw-deprecation',
  'v',
  'vmodule',
]);

/** @param name without dashes and value */
export function isChromiumSwitch(name: string): boolean {
  return FAMILIES.test(name) || NAMES.has(name);
}
