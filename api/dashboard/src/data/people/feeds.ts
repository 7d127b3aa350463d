/* Calendar links: secret addresses to which calendars subscribe. Creating one is not repeated when
   no answer came: a second request could not return the first secret. */
import { href } from '../../lib/base_path';
import { api, ask, askAll, command, seen } from '../client';
import type { Result } from '../problem';
import type { Feed, FeedMade, FeedNew } from '../types';

export function listFeeds(): Promise<Result<Feed[]>> {
  return askAll((cursor) =>
    api.GET('/api/v1/feeds', {
      params: {
        query: {
          limit: 1000,
          at_least: seen.position,
          ...(cursor === undefined ? {} : { cursor }),
        },
      },
    }),
  );
}

/** Returns the whole address: a server that does not know its own sends a path with its prefix. */
export async function makeFeed(feed: FeedNew): Promise<Result<FeedMade>> {
  const got = await ask(api.POST('/api/v1/feeds', { body: feed }));
  if (!got.ok || !got.value.url.startsWith('/')) return got;
  return { ...got, value: { ...got.value, url: `${location.origin}${got.value.url}` } };
}

export function closeFeed(id: string): Promise<Result<unknown>> {
  return command((once) =>
    api.DELETE('/api/v1/feeds/{id}', {
      params: { path: { id }, header: { 'Idempotency-Key': once } },
    }),
  );
}

/** The address of the same calendar as a one-time file. */
export const exportAddress = (): string => href('/api/v1/calendar/export');
