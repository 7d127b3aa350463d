/* Budgets of GPU-hours: read by all, changed by admins. */
import { api, askAll, command, seen } from '../client';
import type { Result } from '../problem';
import type { Budget, BudgetNew, BudgetPatch, Group } from '../types';
import { tag } from '../connection/versions';

const page = (cursor: string | undefined) => ({
  limit: 1000,
  at_least: seen.position,
  ...(cursor === undefined ? {} : { cursor }),
});
const header = (once: string) => ({ 'Idempotency-Key': once });

export const listBudgets = (): Promise<Result<Budget[]>> =>
  askAll((cursor) => api.GET('/api/v1/budgets', { params: { query: page(cursor) } }));
export const listGroupsToChoose = (): Promise<Result<Group[]>> =>
  askAll((cursor) => api.GET('/api/v1/groups', { params: { query: page(cursor) } }));

export const makeBudget = (body: BudgetNew): Promise<Result<Budget>> =>
  command((once) => api.POST('/api/v1/budgets', { params: { header: header(once) }, body }));
export const changeBudget = (
  { id, version }: Pick<Budget, 'id' | 'version'>,
  body: BudgetPatch,
): Promise<Result<Budget>> =>
  command((once) =>
    api.PATCH('/api/v1/budgets/{id}', {
      params: { path: { id }, header: { ...header(once), 'If-Match': tag(id, version) } },
      body,
    }),
  );
export const removeBudget = ({
  id,
  version,
}: Pick<Budget, 'id' | 'version'>): Promise<Result<unknown>> =>
  command((once) =>
    api.DELETE('/api/v1/budgets/{id}', {
      params: { path: { id }, header: { ...header(once), 'If-Match': tag(id, version) } },
    }),
  );
