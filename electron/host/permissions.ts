/** Permissions of the page: almost none. Electron would grant everything. */
import type { Session, WebContents } from 'electron';
import { isAppUrl } from './app-scheme.ts';

/** Full screen for pictures and videos; copying a result with a button. */
const ALLOWED: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write']);

/** SECURITY: S12 S31 allowed by name, and only for the main frame of Gesso's own page. */
export function isPermitted(
  permission: string,
  request: { readonly isMainFrame: boolean; readonly requestingUrl: string },
): boolean {
  return ALLOWED.has(permission) && request.isMainFrame && isAppUrl(request.requestingUrl);
}

type PermissionSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;

export function installPermissionHandlers(session: PermissionSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isPermitted(permission, details));
  });
  session.setPermissionCheckHandler((contents, permission, _origin, details) =>
    isPermitted(permission, {
      isMainFrame: details.isMainFrame,
      requestingUrl: details.requestingUrl ?? urlOf(contents),
    }),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

function urlOf(contents: WebContents | null): string {
  return contents === null || contents.isDestroyed() ? '' : contents.getURL();
}
