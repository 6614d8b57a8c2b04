/**
 * Rules of `docs/security.md` that are kept by not doing something: what may not stand in the
 * sources, and where it may. SECURITY: S39 checked, with the page itself, by the test beside this file.
 */

/** Something that must not be written. */
export interface ForbiddenText {
  readonly id: string;
  readonly pattern: RegExp;
  /** Files, from the project's folder, that may. */
  readonly allowedIn?: RegExp;
}

export const FORBIDDEN_TEXT: readonly ForbiddenText[] = [
  // SECURITY: S2 windows are made in one place.
  { id: 'S2', pattern: /\bnew (?:BrowserWindow|BrowserView|WebContentsView)\(/u },
  { id: 'S2', pattern: /\bnodeIntegration\w*: true|\bsandbox: false|\bwebSecurity: false/u },
  // SECURITY: S15 S16 nothing is opened outside Gesso: no links, no files, no folders.
  { id: 'S15', pattern: /\bopenExternal\s*\(/u },
  { id: 'S16', pattern: /\b(?:openPath|showItemInFolder)\s*\(/u },
  // SECURITY: S17 one channel, behind one check of the sender.
  {
    id: 'S17',
    pattern: /\bipcMain\.(?:on|once|handle|handleOnce)\(/u,
    allowedIn: /^electron\/host\/port-channel\.ts$/u,
  },
  // SECURITY: S19 nothing is exposed to the page.
  { id: 'S19', pattern: /\bcontextBridge\b|\bexposeInMainWorld\b/u },
  // SECURITY: S23 crash reports are not collected, and so never sent.
  { id: 'S23', pattern: /\bcrashReporter\b/u },
  // SECURITY: S30 no link scheme is registered with the system.
  { id: 'S30', pattern: /\bsetAsDefaultProtocolClient\b/u },
  // SECURITY: S31 the clipboard is written to, never read, by the page's own means.
  { id: 'S31', pattern: /\bclipboard\.read(?:Text)?\(/u },
  // SECURITY: S36 nobody decides about certificates but the system's list.
  {
    id: 'S36',
    pattern: /\bsetCertificateVerifyProc\b|'certificate-error'|rejectUnauthorized: false/u,
  },
  // SECURITY: S38 no text becomes code.
  {
    id: 'S38',
    pattern:
      /\bexecuteJavaScript\b|\bdangerouslySetInnerHTML\b|\beval\(|\bnew Function\(|<webview|@electron\/remote|\.innerHTML\s*=/u,
  },
];

/** Which files may import what, by the path from the project's folder. */
export const IMPORT_RULES: readonly {
  readonly name: string;
  readonly files: RegExp;
  readonly forbidden: RegExp;
}[] = [
  {
    name: 'only the Electron host knows Electron',
    files: /^(?!electron\/(?:host\/|main\.ts$|preload\.ts$))(?:electron|shared|renderer)\//u,
    forbidden: /^electron(?:\/|$)/u,
  },
  {
    name: 'the page knows neither Node nor the backend',
    files: /^renderer\/(?!.*\.test\.tsx?$)/u,
    forbidden: /^node:|\/electron\//u,
  },
  {
    name: 'what both sides share knows neither Node nor React',
    files: /^shared\/(?!.*\.test\.ts$)/u,
    forbidden: /^node:|^react|\/electron\/|\/renderer\//u,
  },
  {
    name: 'the backend does not know its hosts',
    files: /^electron\/backend\//u,
    forbidden: /\/(?:host|browser-host|practice-service)\//u,
  },
];
