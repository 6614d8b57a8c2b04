import { Button, Checkbox, Menu, Popover, Select, Text, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconFilter,
  IconRefresh,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Toolbar, ToolbarLine } from '../../../core/frame/Frame.tsx';
import { Row, Section } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import type {
  SpendGroup,
  SpendRange,
  SpendSeriesQuery,
  SpendUnit,
} from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { onlyFilters } from '../model/only-key.ts';
import { isShown, withCategory } from '../model/shown-categories.ts';
import { PeriodField } from './PeriodField.tsx';
import type { ChartOut } from '../chart/chart-out.ts';
import { queries } from '../../../core/backend/client.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { QuietButton } from '../../../core/ui/variants.ts';

const UNITS: readonly { readonly value: SpendUnit; readonly label: string }[] = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

const GROUPS: readonly { readonly value: SpendGroup; readonly label: string }[] = [
  { value: 'category', label: 'By category' },
  { value: 'product', label: 'By product' },
  { value: 'owner', label: 'By owner' },
  { value: 'connection', label: 'By connection' },
];

interface ControlsProps {
  readonly view: SpendView;
  readonly range: SpendRange;
  /** Seconds since 1970. */
  readonly now: number;
  readonly out: ChartOut;
  readonly localObstacle: string | undefined;
  readonly hasSeveral: boolean;
  readonly hasPatterns: boolean;
  readonly onPrint: () => void;
  readonly ownersQuery: SpendSeriesQuery;
  readonly connectionName: (id: string) => string | undefined;
  readonly furtherCategories: readonly string[];
  readonly isReading: boolean;
  readonly onReadAgain: () => void;
  readonly budgets: ReactNode;
  readonly onChange: (changes: Partial<SpendView>) => void;
  readonly hasNext: boolean;
  readonly onShift: (direction: -1 | 1) => void;
}

export function SpendControls(props: ControlsProps) {
  const { view, range, now, onChange } = props;
  const only = onlyFilters(view, props.connectionName);
  return (
    <Toolbar
      label="View of the bills"
      end={
        <>
          {props.budgets}
          <IconButton
            label="Read again"
            icon={<IconRefresh size={16} />}
            disabled={props.isReading}
            onClick={props.onReadAgain}
          />
          <ExportMenu out={props.out} onPrint={props.onPrint} />
        </>
      }
    >
      <IconButton
        label="Previous period"
        icon={<IconChevronLeft size={16} />}
        onClick={() => props.onShift(-1)}
      />
      <PeriodField view={view} range={range} now={now} onChange={onChange} />
      <IconButton
        label="Next period"
        icon={<IconChevronRight size={16} />}
        disabled={!props.hasNext}
        onClick={() => props.onShift(1)}
      />
      <ToolbarLine />
      <Segments
        aria-label="Width of a bar"
        data={UNITS}
        value={view.unit}
        onChange={(unit) => onChange({ unit })}
      />
      <Select
        aria-label="Colours"
        w="calc(2 * var(--gesso-rail) + var(--gesso-space-sm))"
        data={GROUPS.filter(({ value }) => value !== 'connection' || props.hasSeveral)}
        value={view.groupBy}
        onChange={(groupBy) => groupBy !== null && onChange({ groupBy })}
      />
      <FilterMenu {...props} />
      {only.map(({ name, off }) => (
        <Button
          key={name}
          rightSection={<IconX size={16} />}
          aria-label={`Remove the filter: ${name}`}
          onClick={() => onChange(off)}
        >
          <Text span inherit truncate>
            {name}
          </Text>
        </Button>
      ))}
    </Toolbar>
  );
}

function ExportMenu(props: { readonly out: ChartOut; readonly onPrint: () => void }) {
  const { out, onPrint } = props;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onPrint}>Print, or save as PDF</Menu.Item>
        <Menu.Item onClick={() => out.save('png')}>Save the chart as PNG</Menu.Item>
        <Menu.Item onClick={() => out.save('svg')}>Save the chart as SVG</Menu.Item>
        <Menu.Item onClick={out.copyText}>Copy the view as text</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A popover, no menu, so that Tab moves through its fields. */
function FilterMenu(props: ControlsProps) {
  const { view, furtherCategories, onChange } = props;
  const allCategories = [...CHARGED_CATEGORIES, ...furtherCategories];
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <QuietButton flex="none" leftSection={<IconFilter size={16} />}>
          Filter
        </QuietButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Filter and lines">
        <Section>
          <Row label="Product" help="Part of a product’s name.">
            {({ id }) => (
              <ProductField
                id={id}
                name={view.productName}
                onChange={(productName) => onChange({ productName })}
              />
            )}
          </Row>
          <Row label="Owner" help="The key or the machine that a charge belongs to.">
            {({ id }) => (
              <OwnerField
                id={id}
                ownerId={view.ownerId}
                query={props.ownersQuery}
                onChange={(ownerId) => onChange({ ownerId })}
              />
            )}
          </Row>
        </Section>
        <Section title="Categories">
          {allCategories.map((category) => {
            const isOn = isShown(view, category);
            return (
              <Toggle
                key={category}
                isOn={isOn}
                label={categoryName(category)}
                isFixed={isOn && allCategories.filter((each) => isShown(view, each)).length === 1}
                onChange={(wanted) =>
                  onChange(withCategory(view, category, wanted, furtherCategories))
                }
              />
            );
          })}
        </Section>
        <Section title="Chart">
          <Toggle
            isOn={view.isCompared}
            label="Outline of the previous period"
            onChange={(isCompared) => onChange({ isCompared })}
          />
          <Toggle
            isOn={view.isCumulative}
            label="Sum so far, as a line"
            onChange={(isCumulative) => onChange({ isCumulative })}
          />
          <Toggle
            isOn={view.areDaysLocal === true && props.localObstacle === undefined}
            label={
              props.localObstacle === undefined
                ? 'Days of your time zone'
                : `Days of your time zone (${props.localObstacle})`
            }
            isFixed={props.localObstacle !== undefined}
            onChange={(areDaysLocal) => onChange({ areDaysLocal })}
          />
          <Toggle
            isOn={props.hasPatterns}
            label="Patterns"
            onChange={(hasPatterns) => onChange({ hasPatterns })}
          />
          {props.hasSeveral && (
            <Toggle
              isOn={view.areAllConnections === true}
              label="All connections, as they were last read"
              onChange={(areAllConnections) => onChange({ areAllConnections })}
            />
          )}
        </Section>
      </Popover.Dropdown>
    </Popover>
  );
}

function Toggle(props: {
  readonly isOn: boolean;
  readonly label: string;
  readonly isFixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Checkbox
      label={props.label}
      checked={props.isOn}
      disabled={props.isFixed === true}
      onChange={() => props.onChange(!props.isOn)}
    />
  );
}

/**
 * Keeps the typed text: a value that comes back late would move the cursor and end a composition.
 */
function ProductField(props: {
  readonly id: string;
  readonly name: string;
  readonly onChange: (name: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      id={props.id}
      placeholder="Any"
      leftSection={<IconSearch size={16} />}
      value={typed ?? props.name}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        props.onChange(currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

const MOST_OWNERS = 50;

function OwnerField(props: {
  readonly id: string;
  readonly ownerId: string | undefined;
  /** The view, without its own owner filter. */
  readonly query: SpendSeriesQuery;
  readonly onChange: (ownerId: string | undefined) => void;
}) {
  const { ownerId, query, onChange } = props;
  const [isWanted, setWanted] = useState(false);
  const { ownerId: _, ...filter } = query.filter;
  const { data } = useQuery(
    queries.spend.series.queryOptions({
      input: { ...query, filter, groupBy: 'owner', maxKeys: MOST_OWNERS },
      enabled: isWanted,
    }),
  );
  const found = data?.keys.flatMap(({ key }) => key ?? []) ?? [];
  const owners = ownerId === undefined || found.includes(ownerId) ? found : [ownerId, ...found];
  return (
    <Select
      allowDeselect
      id={props.id}
      placeholder="Any"
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All owners' }}
      nothingFoundMessage="No owner"
      data={owners.map((owner) => ({
        value: `=${owner}`,
        label: owner === '' ? 'No name' : owner,
      }))}
      value={ownerId === undefined ? null : `=${ownerId}`}
      onDropdownOpen={() => setWanted(true)}
      onChange={(value) => onChange(value === null ? undefined : value.slice(1))}
    />
  );
}
