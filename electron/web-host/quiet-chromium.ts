/** Each line names Chromium's source file that says what its switch does. */

/** Chromium's features that ask of themselves. */
const QUIET_FEATURES = [
  // looking for televisions in the local network (chrome/browser/media/router/media_router_feature.cc)
  'MediaRouter',
  // hints and models for pages (components/optimization_guide/core/optimization_guide_features.cc)
  'OptimizationHints',
  // translation (components/translate/core/common/translate_features.cc)
  'Translate',
  // the exact time (components/network_time/network_time_tracker.cc)
  'NetworkTimeServiceQuerying',
  // what the fields of a form mean (components/autofill/core/common/autofill_features.cc)
  'AutofillServerCommunication',
];

/** SECURITY: S52 the program's own Chromium reports nothing and looks for nothing. */
export const QUIET_SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  // Whatever asks finds no name but this computer's (services/network/public/cpp/network_switches.cc,
  // net/base/host_mapping_rules.h; Electron's docs/api/command-line-switches.md).
  ['host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  // No proxy, and no search for one in the network by the name "wpad" (components/proxy_config/
  // proxy_config_switches.cc; Electron's docs/api/command-line-switches.md).
  ['no-proxy-server'],
  // Safe browsing, extensions' updates, variations and others that ask in the background (chrome/common/chrome_switches.cc).
  ['disable-background-networking'],
  // New versions of components: certificates, Widevine, models (chrome/common/chrome_switches.cc).
  ['disable-component-update'],
  // Reports of crashes (components/crash/core/app/crash_switches.cc, chrome/common/chrome_switches.cc).
  ['disable-breakpad'],
  // Reports of failed requests to Google's domains (chrome/common/chrome_switches.cc).
  ['disable-domain-reliability'],
  // Experiments (components/variations/variations_switches.cc).
  ['disable-field-trial-config'],
  // Measurements of use are not sent (components/metrics/metrics_switches.cc).
  ['metrics-recording-only'],
  // Pings of links that are followed (third_party/blink/public/common/switches.cc).
  ['no-pings'],
  // An account's bookmarks and passwords (components/sync/base/command_line_switches.h).
  ['disable-sync'],
  // Applications of a first start (chrome/common/chrome_switches.cc).
  ['disable-default-apps'],
  // A key of its own in the user's keychain (components/os_crypt/sync/os_crypt_switches.cc): on Linux, then on macOS.
  ['password-store', 'basic'],
  ['use-mock-keychain'],
  ['disable-features', QUIET_FEATURES.join(',')],
];

export function quietArguments(): readonly string[] {
  return QUIET_SWITCHES.map(([name, value]) =>
    value === undefined ? `--${name}` : `--${name}=${value}`,
  );
}
