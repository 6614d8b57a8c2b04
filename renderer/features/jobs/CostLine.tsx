/** The expected cost of calls, or a link to set the price. Practice is free and says so. */
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { useActivePrices } from '../../core/backend/prices.ts';
import { count } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { LinkButton } from '../../core/ui/variants.ts';

/**
 * A link to the price of an operation in Settings, from where the user can return.
 *
 * @param props.onLeave called first, such as to close the dialog around the link
 */
export function SetPrice(props: { readonly kind: PricedKind; readonly onLeave?: () => void }) {
  const { kind, onLeave } = props;
  const { id } = useScreen();
  return (
    <LinkButton
      onClick={() => {
        onLeave?.();
        showScreen('settings', { kind: 'set-price', of: kind, from: id });
      }}
    >
      Set a price
    </LinkButton>
  );
}

/**
 * @param props.calls including saved results
 * @param props.saved calls answered by saved results, at no cost
 */
export function CostLine(props: {
  readonly kind: PricedKind;
  readonly calls: number;
  readonly saved?: number;
}) {
  const { kind, calls, saved = 0 } = props;
  const prices = useActivePrices();
  if (!prices.isLoaded || calls === 0) return null;
  if (prices.isPractice) return 'Free';
  const paid = Math.max(0, calls - saved);
  const price = prices.of(kind);
  if (paid === 0) return 'Free: uses saved results';
  if (price === null) {
    return (
      <>
        Cost unknown. <SetPrice kind={kind} />
      </>
    );
  }
  return (
    <span role="status" data-tip={`${count(paid, 'call')} at ${formatMoney(price)}`}>
      {formatMoney(paid * price)}
    </span>
  );
}
