import { Button, Kbd, NumberInput, Table, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PRICED_KINDS, type PricedKind } from '../../../../shared/contract/prices.ts';
import { queries } from '../../../core/backend/client.ts';
import { usePrices, type PriceList } from '../../../core/backend/prices.ts';
import { showScreen, useIntent } from '../../../core/screen/navigation.ts';
import { dollarsOfPrice, PRICE_FIELD, priceOfDollars } from '../../../core/ui/money.ts';
import { SettingBlock, SettingGroup, SettingRow } from '../../../core/ui/SettingRows.tsx';
import { kindTitle } from '../../../features/jobs/job-words.ts';

interface Wanted {
  readonly kind: PricedKind;
  readonly from: string;
}

export function PricesSection() {
  const connections = useQuery(queries.connections.list.queryOptions()).data;
  const prices = usePrices();
  const isLoaded = connections !== undefined && prices.isLoaded;
  const accounts = connections?.filter(({ kind }) => kind === 'account') ?? [];
  const [wanted, setWanted] = useState<Wanted>();
  useIntent((intent) => {
    if (intent.kind === 'set-price') setWanted({ kind: intent.of, from: intent.from });
  }, isLoaded);
  const goBack = (): void => {
    if (wanted !== undefined) showScreen(wanted.from);
  };
  if (!isLoaded) return null;
  if (accounts.length === 0) {
    return (
      <SettingGroup>
        <SettingRow
          name="Practice is free"
          line="Connect an account to enter its prices"
          keywords="cost"
        />
      </SettingGroup>
    );
  }
  return (
    <>
      <SettingGroup>
        <SettingRow
          name="Price per call"
          line="US dollars, from your service’s price list; without a price, the cost is unknown"
          keywords={PRICED_KINDS.map(kindTitle).join(' ')}
        />
        <SettingBlock>
          <Table.ScrollContainer minWidth={160 + 140 * accounts.length}>
            <Table withRowBorders={false} verticalSpacing={4} aria-label="Price per call">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th pl={0}>Operation</Table.Th>
                  {accounts.map(({ id, name, isActive }) => (
                    <Table.Th key={id} maw={200}>
                      <Text size="sm" fw={isActive ? 600 : 400} truncate>
                        {name}
                      </Text>
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {PRICED_KINDS.map((kind) => (
                  <Table.Tr key={kind}>
                    <Table.Th pl={0} fw={400} scope="row">
                      {kindTitle(kind)}
                    </Table.Th>
                    {accounts.map((account) => (
                      <Table.Td key={account.id}>
                        <PriceField
                          kind={kind}
                          account={account}
                          prices={prices}
                          isWanted={account.isActive && wanted?.kind === kind}
                          onEnter={goBack}
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </SettingBlock>
      </SettingGroup>
      {wanted !== undefined && (
        <Button
          leftSection={<IconArrowLeft size={16} />}
          rightSection={<Kbd size="xs">Enter</Kbd>}
          onClick={goBack}
        >
          Back
        </Button>
      )}
    </>
  );
}

/** A price is saved as it is typed. @param props.isWanted takes the focus */
function PriceField(props: {
  readonly kind: PricedKind;
  readonly account: { readonly id: string; readonly name: string };
  readonly prices: PriceList;
  readonly isWanted: boolean;
  readonly onEnter: () => void;
}) {
  const { kind, account, prices, isWanted, onEnter } = props;
  const [typed, setTyped] = useState<number | string>();
  const field = useRef<HTMLInputElement>(null);
  const price = prices.of(account.id, kind);
  useEffect(() => {
    if (!isWanted) return;
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.select();
    field.current?.focus();
  }, [isWanted]);

  function take(dollars: number | string): void {
    setTyped(dollars);
    const entered = dollars === '' ? null : priceOfDollars(dollars);
    if (entered !== undefined && entered !== price) prices.set(account.id, kind, entered);
  }

  return (
    <NumberInput
      {...PRICE_FIELD}
      hideControls
      ref={field}
      w={120}
      aria-label={`${kindTitle(kind)}: price per call, US dollars (${account.name})`}
      placeholder="Unknown"
      value={typed ?? (price === null ? '' : dollarsOfPrice(price))}
      onChange={take}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}
