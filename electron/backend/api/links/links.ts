import { os } from '../../service/common/procedures.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { readLink } from './link-target.ts';

export function linkProcedures(ports: Pick<HostPorts, 'openLink'>) {
  return {
    read: os.links.read.handler(({ input: { href, text } }) => {
      const target = readLink(href, text);
      return target === undefined ? null : { ...target, isOpenable: ports.openLink !== undefined };
    }),
    open: os.links.open.handler(async ({ input: { href } }) => {
      // SECURITY: S15 checked again: the page may request another link than the confirmed one.
      const target = readLink(href);
      if (target === undefined) {
        throw invalidInput('Gesso opens only https addresses and mail addresses.');
      }
      if (ports.openLink === undefined) {
        throw invalidInput(
          'Gesso can’t open links here. Copy the link and paste it into your browser.',
        );
      }
      await ports.openLink(target.href);
    }),
  };
}
