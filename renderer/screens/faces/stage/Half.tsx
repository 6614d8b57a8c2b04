/** Half of the stage: a line of words above a picture. */
import type { ReactNode } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import classes from '../Faces.module.css';

export function Half(props: {
  readonly label: string;
  readonly head: ReactNode;
  readonly size: Size | undefined;
  /** Ids of commands for the context menu. */
  readonly menu?: string;
  readonly picture?: string | undefined;
  readonly children: ReactNode;
}) {
  const { label, head, size, menu, picture, children } = props;
  return (
    <section className={classes['half']} aria-label={label} data-menu={menu} data-picture={picture}>
      <div className={classes['words']}>
        {head}
        {size !== undefined && (
          <span>
            {size.width} × {size.height} px
          </span>
        )}
      </div>
      <div className={classes['view']}>{children}</div>
    </section>
  );
}
