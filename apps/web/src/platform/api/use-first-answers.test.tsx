import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { page, userEvent } from 'vitest/browser';

import { PlatformProvider } from '#platform/platform.ts';

import { renderApp } from '../../../test/render-app.ts';
import { useFirstAnswers } from './use-first-answers.ts';

function Waiting() {
  return <output>{useFirstAnswers() ? 'All there' : 'Waiting'}</output>;
}

function Reading({ of, answer }: { of: string; answer: Promise<string> }) {
  return <p>{useQuery({ queryKey: [of], queryFn: () => answer }).data}</p>;
}

const never = new Promise<string>(() => undefined);

function Page({ queries }: { queries: QueryClient }) {
  const [isNext, setNext] = useState(false);
  const goOn = () => {
    queries.setQueryData(['first'], 'First answer');
    setNext(true);
  };
  return (
    <>
      <button onClick={goOn}>Go on</button>
      <Reading of="first" answer={never} />
      <Waiting />
      {isNext && <Reading of="next" answer={Promise.resolve('Next answer')} />}
    </>
  );
}

test('the last answer may come as another part begins to read: nothing is drawn while that is drawn', async () => {
  const { platform } = await renderApp('/login');
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const queries = new QueryClient();
  await render(
    <PlatformProvider value={{ ...platform, queries }}>
      <QueryClientProvider client={queries}>
        <Page queries={queries} />
      </QueryClientProvider>
    </PlatformProvider>,
  );
  await expect.element(page.getByText('Waiting')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Go on' }));
  await expect.element(page.getByText('Next answer')).toBeVisible();
  await expect.element(page.getByText('All there')).toBeVisible();
  expect(said.mock.calls).toEqual([]);
});
