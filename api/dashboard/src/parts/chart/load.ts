/* uPlot, fetched when the first chart is shown. */
import type uPlot from 'uplot';

let loading: Promise<typeof uPlot> | undefined;

export function loadPlot(): Promise<typeof uPlot> {
  loading ??= Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([module]) => module.default);
  loading.catch(() => (loading = undefined)); // the next chart tries again
  return loading;
}
