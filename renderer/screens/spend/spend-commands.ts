import { defineCommands } from '../../core/commands/define-commands.ts';

export const SPEND = defineCommands(
  'spend',
  { group: 'Spend' },
  {
    'by-hour': { title: 'Bars by the hour', keys: ['1'], words: 'width, cycle', isLocal: true },
    'by-day': { title: 'Bars by the day', keys: ['2'], words: 'width, daily, cycle' },
    'by-week': { title: 'Bars by the week', keys: ['3'], words: 'width, weekly, cycle' },
    'by-month': { title: 'Bars by the month', keys: ['4'], words: 'width, monthly, cycle' },
    group: {
      title: 'Next colours: category, product, owner',
      keys: ['G'],
      words: 'group by, by product, by category, by owner, chart colours',
    },
    compare: {
      title: 'Outline of the previous period',
      keys: ['C'],
      words: 'compare months, last month, compare, previous',
    },
    cumulative: {
      title: 'Sum so far, as a line',
      keys: ['L'],
      words: 'cumulative, total, running total',
    },
    previous: { title: 'Previous period', keys: ['['], isLocal: true },
    next: { title: 'Next period', keys: [']'], isLocal: true },
    now: { title: 'This month', keys: ['0'], words: 'today, current, cost' },
    back: { title: 'Back to the last period', keys: ['Backspace'], isLocal: true },
    budgets: { title: 'Budgets…', words: 'limit, cap, alert, warn, warning, notify' },
    rows: { title: 'Show all rows', words: 'table, list, bills, invoice, csv, export' },
    'save-png': { title: 'Save the chart as PNG', words: 'export, picture' },
    'save-svg': { title: 'Save the chart as SVG', words: 'export, vector, picture' },
    print: { title: 'Print the bill, or save it as PDF', words: 'statement, paper, pdf, month' },
    'copy-text': { title: 'Copy the view as text', words: 'clipboard, share' },
    read: { title: 'Read the bills again', words: 'refresh, reload, update' },
  },
);

export const SPEND_ROWS = defineCommands(
  'spend',
  { group: 'Spend', needs: 'Show all rows first' },
  {
    'copy-rows': { title: 'Copy the selected rows', words: 'clipboard, table' },
    'select-rows': { title: 'Select all rows', words: 'all, table' },
  },
);
