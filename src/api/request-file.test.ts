import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ApiClient } from './client.ts';
import { queryKeys } from './queries.ts';
import { requestFile } from './request-file.ts';

type Answer = {
  readonly promise: Promise<unknown>;
  settle(value: unknown): void;
  refuse(error: Error): void;
};

function createAnswer(): Answer {
  let settle: Answer['settle'] = () => {};
  let refuse: Answer['refuse'] = () => {};
  const promise = new Promise((resolve, reject) => {
    settle = resolve;
    refuse = reject;
  });
  return { promise, settle, refuse };
}

/** A cache with project 7, reduced to the parts that the request uses. */
function createRequest() {
  const product = (pk: number) => ({ pk, name: 'orthoimage', requests_generating: [] as string[] });
  const project = { pk: 7, products: [product(1), product(2)] } as unknown as Project;
  const cache = new QueryClient();
  cache.setQueryData(queryKeys.project(7), project);
  const answer = createAnswer();
  const client = { call: () => answer.promise } as unknown as ApiClient;
  const observer = new MutationObserver(cache, requestFile(client, cache, 7, 'tif'));
  const generating = () =>
    cache.getQueryData<Project>(queryKeys.project(7))?.products.map((each) => each.requests_generating);
  return { project, answer, observer, generating };
}

describe('a request for a further file of a product', () => {
  it('shows at once and becomes what the server answers', async () => {
    const { project, answer, observer, generating } = createRequest();
    const request = observer.mutate(2);
    await expect.poll(generating).toEqual([[], ['tif']]);
    answer.settle({ ...project, products: [] });
    await request;
    expect(generating()).toEqual([]);
  });

  it('is taken back when the server refuses', async () => {
    const { answer, observer, generating } = createRequest();
    const request = observer.mutate(2);
    await expect.poll(generating).toEqual([[], ['tif']]);
    answer.refuse(new AppError('tif.not-ready', { name: 'Pit' }));
    await expect(request).rejects.toMatchObject({ code: 'tif.not-ready' });
    expect(generating()).toEqual([[], []]);
  });
});
