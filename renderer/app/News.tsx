/**
 * The short sentences that `say` shows. They stand in the free middle of the top bar, where nothing is
 * worked on and nothing is covered; the newest lies over the others until it goes.
 */
import { Notifications } from '@mantine/notifications';
import classes from './Shell.module.css';

/** @param props.isInBar else it floats at the upper edge: the first start has no bar */
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
          }
        : {})}
    />
  );
}
