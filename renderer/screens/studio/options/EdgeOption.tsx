/** The margin around the mask that is sent, and over which the result fades out: the softness of its edge. */
import { Tooltip } from '@mantine/core';
import { MOST_MASK_GROW } from '../../../../shared/contract/setting-limits.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { TypedValue } from '../../../base/ui/TypedValue.tsx';
import { amountOfText } from '../model/typed-values.ts';
import classes from './Options.module.css';

export function EdgeOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const maskGrow = useSetting('maskGrow');
  const update = useUpdateSettings();
  return (
    <Tooltip label="Grow mask by: the result fades out over this margin; 0 gives a hard edge">
      <div className={classes['edge']}>
        <span>Grow</span>
        <TypedValue
          label="Grow mask by, photo pixels"
          value={`${maskGrow} px`}
          width={6}
          isDisabled={isDisabled}
          onEnter={(text) => {
            const amount = amountOfText(text);
            if (amount === undefined) return false;
            update({ maskGrow: Math.min(MOST_MASK_GROW, Math.round(amount)) });
            return true;
          }}
        />
      </div>
    </Tooltip>
  );
}
