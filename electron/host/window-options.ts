/** Options of the window. The only place where `webPreferences` are written. */
import type { BrowserWindowConstructorOptions, Rectangle, Session, WebPreferences } from 'electron';

/** SECURITY: S2 S3 the page is sandboxed and isolated, has no Node, and no tools once packaged. */
export function webPreferences(options: {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly session: Session;
  readonly isPackaged: boolean;
}): WebPreferences {
  return {
    preload: options.preload,
    session: options.session,
    devTools: !options.isPackaged,
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    plugins: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    // A canvas that is being painted on must not be slowed down when another window is in front.
    backgroundThrottling: false,
  };
}

/**
 * Size and look of the window; shown when its first frame is ready.
 *
 * @param place where it was; in the middle of the first display unless given
 */
export function windowOptions(
  preferences: WebPreferences,
  place?: Rectangle,
): BrowserWindowConstructorOptions {
  return {
    width: place?.width ?? 1440,
    height: place?.height ?? 920,
    ...(place === undefined ? {} : { x: place.x, y: place.y }),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Gesso',
    // The dark theme's background, so that nothing flashes before the first frame.
    backgroundColor: '#1a1b1e',
    webPreferences: preferences,
  };
}
