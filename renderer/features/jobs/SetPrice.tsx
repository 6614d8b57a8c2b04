/** A link to the price of an operation in Settings, from where the user can return. */
import { Anchor } from '@mantine/core';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';

/** @param props.onLeave called first, such as to close the dialog around the link */
export function SetPrice(props: { readonly kind: PricedKind; readonly onLeave?: () => void }) {
  const { kind, onLeave } = props;
  const { id } = useScreen();
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      onClick={() => {
        onLeave?.();
        showScreen('settings', { kind: 'set-price', of: kind, from: id });
      }}
    >
      Set a price
    </Anchor>
  );
}
