/* The usage report (reserved, used, idle), and the address of the same as a file. */
import { href } from '../../lib/base_path';
import { api, ask } from '../client';
import type { Result } from '../problem';
import type { UsageBy, UsageReport, UsageReportQuestion, UsageWeek } from '../types';

export interface ReportQuestion extends Pick<
  UsageReportQuestion,
  'person' | 'host' | 'gpu' | 'reservation'
> {
  /** ms */
  from: number;
  until: number;
  by: UsageBy;
  zone: string;
}

/** Without `format` the answer is never the file. */
export function readReport({ from, until, ...rest }: ReportQuestion): Promise<Result<UsageReport>> {
  const body = {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    ...rest,
  };
  return ask(
    api.POST('/api/v1/usage/report/query', { body }) as Promise<{
      data?: UsageReport;
      error?: unknown;
      response: Response;
    }>,
  );
}

/** Of "2026-W47". */
export function readWeek(week: string, zone: string): Promise<Result<UsageWeek>> {
  return ask(api.GET('/api/v1/usage/weekly', { params: { query: { week, zone } } }));
}

/** A plain address: the browser fetches the file itself. */
export function csvAddress({ from, until, by, zone }: ReportQuestion): string {
  const query = new URLSearchParams({
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    by,
    zone,
    format: 'csv',
  });
  return href(`/api/v1/usage/report?${query}`);
}
