import type { LinkTarget } from '../../../shared/contract/links.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { HostPorts } from '../common/ports.ts';
import { readLink } from './link-target.ts';

export interface Links {
  /** @returns `null` for a link that is never opened */
  read(href: string, text: string): LinkTarget | null;
  /**
   * @throws AppError `invalid-input` for a link that is never opened, and where the host opens none
   */
  open(href: string): Promise<void>;
}

export function createLinks(ports: Pick<HostPorts, 'openLink'>): Links {
  return {
    read(href, text) {
      const target = readLink(href, text);
      return target === undefined ? null : { ...target, isOpenable: ports.openLink !== undefined };
    },
    async open(href) {
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
