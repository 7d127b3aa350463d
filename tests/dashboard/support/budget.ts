/* Budgets have two limits: above the first a test warns, in a line that the totals of a run repeat;
   15 % above it the test fails. So a change that adds two bytes does not stop a run, and a used-up
   budget is noticed. */
import { expect } from 'vitest';

const hardMark = 1.15;

export function keepsBudget(what: string, value: number, budget: number, detail: string): void {
  if (value > budget) console.log(`OVER BUDGET: ${what}: ${value.toFixed(1)} of ${budget}`);
  expect(value, detail).toBeLessThanOrEqual(budget * hardMark);
}
