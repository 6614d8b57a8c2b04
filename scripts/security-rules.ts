/**
 * Rules of `docs/security.md` that forbid texts in the sources. SECURITY: S39 checked, with the
 * page itself, by the test beside this file.
 */

export interface ForbiddenText {
  readonly id: string;
  readonly pattern: RegExp;
  /** Files that may contain it, relative to the project's folder. */
  readonly allowedIn?: RegExp;
}

export const FORBIDDEN_TEXT: readonly ForbiddenText[] = [
  // SECURITY: S2 windows are made in one place.
  { id: 'S2', pattern: /\bnew (?:BrowserWindow|BrowserView|WebContentsView)\(/u },
  { id: 'S2', pattern: /\bnodeIntegration\w*: true|\bsandbox: false|\bwebSecurity: false/u },
  // SECURITY: S49 headers of any size are read in one place, which counts the pages first.
  {
    id: 'S49',
    pattern: /\blimitInputPixels: false/u,
    allowedIn:
      /^electron\/(?:backend\/vision\/imaging\/(?:reading\/open-picture|writing\/encode-gif)\.ts|practice-service\/|testing\/)|\.test\.ts$/u,
  },
  // SECURITY: S15 links leave by one function, which the backend alone calls; files are never opened.
  {
    id: 'S15',
    pattern: /\bopenExternal\b/u,
    allowedIn: /^electron\/host\/(?:open-link|testing\/fake-electron)\.ts$/u,
  },
  {
    id: 'S15',
    pattern: /\bopenLink\s*\(/u,
    allowedIn: /^electron\/backend\/api\/links\/links\.ts$/u,
  },
  { id: 'S15', pattern: /\bopenPath\s*\(/u },
  // SECURITY: S16 a saved file is shown in its folder by one function, with a path of the backend's.
  {
    id: 'S16',
    pattern: /\bshowItemInFolder\b/u,
    allowedIn: /^electron\/host\/(?:show-in-folder|testing\/fake-electron)\.ts$/u,
  },
  {
    id: 'S16',
    pattern: /\bshowInFolder\s*\(/u,
    allowedIn: /^electron\/backend\/work\/export\/job-output-files\.ts$/u,
  },
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
  // SECURITY: S52 the runtime is loaded by one function, which sets its environment first.
  {
    id: 'S52',
    pattern: /\bimport\('onnxruntime-node'\)|^import (?!type\b).*'onnxruntime-node'/mu,
    allowedIn: /^electron\/perception\/models\.ts$/u,
  },
  // SECURITY: S36 only the system's list decides about certificates.
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
