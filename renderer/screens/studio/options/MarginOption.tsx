/** The margin around the mask: it is sent, too, and the result fades out over it. */
import { Tooltip } from '@mantine/core';
import { MOST_MARGIN } from '../../../../shared/contract/setting-limits.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { TypedValue } from '../../../base/ui/TypedValue.tsx';
import { amountOfText } from '../model/typed-values.ts';
import { usePhotoEdge } from '../run/use-photo-edge.ts';
import classes from './Options.module.css';

export function MarginOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const usual = useSetting('margin');
  const { edge, put } = usePhotoEdge();
  const margin = edge?.margin ?? usual;
  const update = useUpdateSettings();
  return (
    <Tooltip label="Margin around the mask, over which the result fades out; 0 gives a hard edge">
      <div className={classes['edge']}>
        <span>Margin</span>
        <TypedValue
          label="Margin, photo pixels"
          value={`${margin} px`}
          width={6}
          isDisabled={isDisabled}
          onEnter={(text) => {
            const amount = amountOfText(text);
            if (amount === undefined) return false;
            const next = Math.min(MOST_MARGIN, Math.round(amount));
            if (edge === undefined) update({ margin: next });
            else put({ ...edge, margin: next });
            return true;
          }}
        />
      </div>
    </Tooltip>
  );
}
