/** Settings: the price of a call, for each operation and account. The only place where prices are entered. */
import { Button, Kbd, NumberInput, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PRICED_KINDS, type PricedKind } from '../../../../shared/contract/prices.ts';
import { queries } from '../../../base/backend/client.ts';
import { usePrices, type Prices } from '../../../base/backend/prices.ts';
import { showScreen, useIntent } from '../../../base/screen/navigation.ts';
import { dollarsOfPrice, PRICE_FIELD, priceOfDollars } from '../../../base/ui/money.ts';
import { kindTitle } from '../../../work/jobs/job-words.ts';

/** The price that a screen has asked for, with the way back to the screen. */
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
  return (
    <Stack gap="xs" component="section" aria-label="Prices">
      <Title order={3} size="md">
        Prices
      </Title>
      {accounts.length === 0 ? (
        <Text size="sm" c="dimmed">
          Practice is free. Connect an account to enter its prices.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            US dollars per call, from your service’s price list. Gesso estimates costs with them;
            your bill shows the actual charge. Without a price, the cost is unknown. Prices of
            language models come from the service.
          </Text>
          <Table.ScrollContainer minWidth={160 + 140 * accounts.length}>
            <Table withRowBorders={false} verticalSpacing={4} w="auto" aria-label="Price per call">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th pl={0}>Operation</Table.Th>
                  {accounts.map(({ id, name, isActive }) => (
                    <Table.Th key={id} maw={200}>
                      <Text size="sm" fw={isActive ? 700 : 400} truncate title={name}>
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
        </>
      )}
      {wanted !== undefined && (
        <Button
          leftSection={<IconArrowLeft size={16} />}
          rightSection={<Kbd size="xs">Enter</Kbd>}
          style={{ alignSelf: 'flex-start' }}
          onClick={goBack}
        >
          Back
        </Button>
      )}
    </Stack>
  );
}

/** A price counts as it is typed. @param props.isWanted takes the focus */
function PriceField(props: {
  readonly kind: PricedKind;
  readonly account: { readonly id: string; readonly name: string };
  readonly prices: Prices;
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
