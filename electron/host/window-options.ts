/** Options of the window, and the only place with `webPreferences`. */
import type { BrowserWindowConstructorOptions, Rectangle, Session, WebPreferences } from 'electron';

/** SECURITY: S2 S3 the page is sandboxed and isolated, has no Node, and no tools once packaged. */
export function webPreferences(options: {
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
    // Painting must not slow down when another window is in front.
    backgroundThrottling: false,
  };
}

/** Shown once its first frame is ready. @param place default: centred on the first display */
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
    backgroundColor: '#1e1e1e',
    webPreferences: preferences,
  };
}
