/**
 * Shows what `say` reports in the free middle of the top bar, where it covers nothing. The newest
 * covers the others.
 */
import { Notifications } from '@mantine/notifications';
import classes from './Shell.module.css';

/** @param props.isInBar otherwise it floats at the upper edge, as the first start has no bar */
export function News({ isInBar = false }: { readonly isInBar?: boolean }) {
  return (
    <Notifications
      position="top-center"
      autoClose={4000}
      limit={3}
      pauseResetOnHover="notification"
      notificationMaxHeight={isInBar ? 'var(--gesso-control-lg)' : 200}
      {...(isInBar
        ? {
            withinPortal: false,
            classNames: { root: classes['inBar'] ?? '', notification: classes['line'] ?? '' },
            styles: { notification: { minWidth: 'calc(2 * var(--gesso-rail))' } },
          }
        : {})}
    />
  );
}
