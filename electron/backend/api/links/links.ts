import type { LinkTarget } from '../../../../shared/contract/links.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { readLink } from './link-target.ts';

export type Links = ReturnType<typeof createLinks>;

export function createLinks(ports: Pick<HostPorts, 'openLink'>) {
  return {
    /** @returns `null` for a link that is never opened */
    read(href: string, text: string): LinkTarget | null {
      const target = readLink(href, text);
      return target === undefined ? null : { ...target, isOpenable: ports.openLink !== undefined };
    },
    /**
     * @throws AppError `invalid-input` for a link that is never opened, and where the host opens none
     */
    async open(href: string): Promise<void> {
      // SECURITY: S15 checked again: the page may request another link than the confirmed one.
      const target = readLink(href);
      if (target === undefined) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'Gesso opens only https addresses and mail addresses.',
        });
      }
      if (ports.openLink === undefined) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'Gesso can’t open links here. Copy the link and paste it into your browser.',
        });
      }
      await ports.openLink(target.href);
    },
  };
}
