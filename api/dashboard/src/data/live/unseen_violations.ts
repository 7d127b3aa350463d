/* Since when a violation is unobserved, by the current state of its hosts. */
import type { Violation } from '../types';
import { unseenSince } from '../rules/violation_groups';
import { fleet } from './fleet.svelte';

export const unseenNow = (violation: Violation): string | undefined =>
  unseenSince(
    violation,
    violation.gpus.flatMap((id) => fleet.gpus.get(id)?.info ?? []),
  );
