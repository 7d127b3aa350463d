/* Charts. */
export const chart = {
  'chart.asTable': 'Pokaż jako tabelę',
  'chart.asChart': 'Pokaż jako wykres',
  'chart.tableCaption': '{label}, średnie',
  'chart.from': 'Od',
  'chart.summary': '{label}: ostatnio {last}, średnio {mean}, od {low} do {high}',
  'chart.more': { one: 'jeszcze {count}', few: 'jeszcze {count}', other: 'jeszcze {count}' },
  'chart.failed': 'Nie udało się wczytać wykresu. Odśwież stronę.',
} as const;
