/* Charts. */
export const chart = {
  'chart.asTable': 'Show as a table',
  'chart.asChart': 'Show as a chart',
  'chart.tableCaption': '{label}, means',
  'chart.from': 'From',
  'chart.summary': '{label}: last {last}, mean {mean}, from {low} to {high}',
  'chart.more': { one: '{count} more', other: '{count} more' },
  'chart.failed': 'The chart could not be loaded. Reload the page.',
} as const;
