/** The bar above the chart: period, width of a bar, colours, filters, lines. */
import {
  ActionIcon,
  Button,
  Menu,
  SegmentedControl,
  Select,
  TextInput,
  Title,
} from '@mantine/core';
import { TipTarget } from '../../../base/ui/TipTarget.tsx';
import {
  IconAdjustments,
  IconChevronLeft,
  IconChevronRight,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
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
import { neighbourOf } from '../model/period.ts';
import { isShown, withCategory } from '../model/shown-categories.ts';
import { OwnerField } from './OwnerField.tsx';
import { PeriodField } from './PeriodField.tsx';
import type { ChartOut } from '../chart/chart-out.ts';
import classes from '../Spend.module.css';

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

export function SpendControls(props: {
  readonly view: SpendView;
  readonly range: SpendRange;
  /** Seconds. */
  readonly now: number;
  readonly out: ChartOut;
  /** Why there are no days of the computer's time zone. */
  readonly localObstacle: string | undefined;
  /** There are several accounts. */
  readonly hasSeveral: boolean;
  readonly hasPatterns: boolean;
  /** Opens the system's way to paper, or to a PDF. */
  readonly onPrint: () => void;
  /** Asks for the owners of the period. */
  readonly ownersQuery: SpendSeriesQuery;
  readonly connectionName: (id: string) => string | undefined;
  /** Categories that the service names beyond those that are known. */
  readonly furtherCategories: readonly string[];
  readonly onChange: (changes: Partial<SpendView>) => void;
}) {
  const { view, range, now, furtherCategories, onChange } = props;
  const allCategories = [...CHARGED_CATEGORIES, ...furtherCategories];
  const preset = view.period.kind === 'preset' ? view.period.id : undefined;
  const shift = (direction: -1 | 1): void => {
    onChange({ period: { kind: 'dates', ...neighbourOf(range, direction, preset) } });
  };
  return (
    <div className={classes['controls']}>
      <Title order={1} size="h4">
        Spend
      </Title>
      <ActionIcon variant="default" aria-label="Previous period" onClick={() => shift(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <PeriodField view={view} range={range} now={now} onChange={onChange} />
      <ActionIcon
        variant="default"
        aria-label="Next period"
        disabled={range.end > now}
        onClick={() => shift(1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
      <SegmentedControl
        size="sm"
        aria-label="Width of a bar"
        data={[...UNITS]}
        value={view.unit}
        onChange={(value) => {
          const unit = UNITS.find((each) => each.value === value)?.value;
          if (unit !== undefined) onChange({ unit });
        }}
      />
      <Select
        aria-label="Colours"
        className={classes['group'] ?? ''}
        data={GROUPS.filter(({ value }) => value !== 'connection' || props.hasSeveral)}
        value={view.groupBy}
        onChange={(value) => {
          const groupBy = GROUPS.find((each) => each.value === value)?.value;
          if (groupBy !== undefined) onChange({ groupBy });
        }}
      />
      <ProductField name={view.productName} onChange={(productName) => onChange({ productName })} />
      <OwnerField
        ownerId={view.ownerId}
        query={props.ownersQuery}
        onChange={(ownerId) => onChange({ ownerId })}
      />
      {onlyFilters(view, props.connectionName).map(({ name, off }) => (
        <Button
          key={name}
          rightSection={<IconX size={16} />}
          aria-label={`Remove the filter: ${name}`}
          onClick={() => onChange(off)}
        >
          {name}
        </Button>
      ))}
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <TipTarget label="Lines and categories">
            <ActionIcon variant="default" aria-label="Lines and categories">
              <IconAdjustments size={16} />
            </ActionIcon>
          </TipTarget>
        </Menu.Target>
        <Menu.Dropdown>
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
          <Menu.Divider />
          <Menu.Label>Categories</Menu.Label>
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
          <Menu.Divider />
          <Menu.Item closeMenuOnClick onClick={props.onPrint}>
            Print, or save as PDF
          </Menu.Item>
          <Menu.Item onClick={() => props.out.save('png')}>Save the chart as PNG</Menu.Item>
          <Menu.Item onClick={() => props.out.save('svg')}>Save the chart as SVG</Menu.Item>
          <Menu.Item onClick={props.out.copyText}>Copy the view as text</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Toggle(props: {
  readonly isOn: boolean;
  readonly label: string;
  /** It is the last one that is on. */
  readonly isFixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={props.isOn}
      disabled={props.isFixed === true}
      leftSection={<span className={classes['tick']}>{props.isOn ? '✓' : ''}</span>}
      onClick={() => props.onChange(!props.isOn)}
    >
      {props.label}
    </Menu.Item>
  );
}

/** Keeps the typed text itself: the view comes back later, and a late value moves the cursor and ends a composition. */
function ProductField(props: { readonly name: string; readonly onChange: (name: string) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      aria-label="Product"
      placeholder="Product"
      className={classes['product'] ?? ''}
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
