/** The column at the left of a screen's work: a picture, the settings, and a footer that stays in sight. */
import type { ReactNode } from 'react';
import classes from './FormColumn.module.css';

export function FormColumn(props: {
  readonly label: string;
  /** Stays above the settings where there is room; missing while it stands elsewhere. */
  readonly picture?: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}) {
  const { label, picture, footer, children } = props;
  return (
    <aside className={classes['form']} aria-label={label}>
      <div className={classes['whole']}>
        {picture !== undefined && <div className={classes['picture']}>{picture}</div>}
        <div className={classes['fields']}>{children}</div>
      </div>
      <div className={classes['footer']}>{footer}</div>
    </aside>
  );
}
