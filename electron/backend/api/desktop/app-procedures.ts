import type { AppInfo } from '../../../../shared/contract/app.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import { readNotices } from '../../vision/imaging/notices.ts';
import type { DesktopRequests } from './desktop.ts';

export function appProcedures({
  version,
  ports,
  recovery,
  desktop,
}: {
  readonly version: string;
  readonly ports: HostPorts;
  readonly recovery: { state(): AppInfo['recovery'] };
  readonly desktop: Pick<DesktopRequests, 'follow'>;
}) {
  return {
    app: {
      info: os.app.info.handler(() => ({
        version,
        recovery: recovery.state(),
        hasMenu: ports.showMenu !== undefined,
        canCloseWindow: ports.closeWindow !== undefined,
        canLink: ports.chooseTrainingFiles !== undefined,
      })),
      libraries: os.app.libraries.handler(() => readNotices(ports.paths.notices)),
    },
    desktop: {
      requests: os.desktop.requests.handler(({ signal }) => desktop.follow(signal)),
      showMenu: os.desktop.showMenu.handler(({ input }) => ports.showMenu?.(input)),
      closeWindow: os.desktop.closeWindow.handler(() => ports.closeWindow?.()),
    },
  };
}
