import type { Notification } from 'electron';
import type { HostPorts } from '../backend/service/common/ports.ts';

/** Most clickable notifications; the system shows fewer. */
const MOST = 20;

/** A click brings the window to the front. */
export function createNotify(
  Kind: typeof Notification,
  window: { isInFront(): boolean; show(): void },
): Pick<HostPorts, 'notify' | 'showsNotices'> {
  /** Held until clicked, because garbage collection would drop the click handler. */
  const held = new Set<Notification>();
  /** One was refused, as macOS does for unsigned programs: no more are shown. */
  let isRefused = false;
  const showsNotices = (): boolean => !isRefused && !window.isInFront() && Kind.isSupported();
  const notify: HostPorts['notify'] = (notification) => {
    if (!showsNotices()) return;
    const { title, body, picture, onOpen } = notification;
    const shown = new Kind({ title, body, ...(picture === undefined ? {} : { icon: picture }) });
    const release = () => void held.delete(shown);
    shown.on('click', () => {
      release();
      window.show();
      onOpen?.();
    });
    shown.on('failed', () => {
      isRefused = true;
      release();
    });
    held.add(shown);
    const [oldest] = held;
    if (held.size > MOST && oldest !== undefined) held.delete(oldest);
    shown.show();
  };
  return { notify, showsNotices };
}
