import { paymentRoutes } from '@referral-dashboard/api-contract';
import { AuthProvider } from '@referral-dashboard/react-auth';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createTestAuth } from '@/testing/harness.ts';
import { respond } from '@/testing/server.ts';
import { useApiMutation } from './use-api-mutation.ts';
import { buildQueryKey } from './use-api-query.ts';

const ID = '01a2b3c4-0000-7000-8000-000000000101';

test('an error is reported when the component unmounts before the refetch ends', async () => {
  respond('post', `/api/referral/payments/${ID}/approve/`, 409, {
    detail: 'Изменено.',
    code: 'version_conflict',
  });
  const slow = Promise.withResolvers<number>();
  const onError = vi.fn();
  let read = 0;
  function Step() {
    const { mutate } = useApiMutation(paymentRoutes.approvePayment, [paymentRoutes.payments]);
    return (
      <button type="button" onClick={() => mutate({ params: { id: ID }, body: { version: 1 } }, { onError })}>
        Шаг
      </button>
    );
  }
  function Payment() {
    const payment = useQuery({
      queryKey: [...buildQueryKey(paymentRoutes.payments), 'one'],
      queryFn: () => ++read,
    });
    useQuery({
      queryKey: [...buildQueryKey(paymentRoutes.payments), 'all'],
      queryFn: () => (read === 0 ? 0 : slow.promise),
    });
    return payment.data === 1 ? <Step /> : <p>Шага больше нет</p>;
  }
  const { auth } = createTestAuth();
  render(
    <AuthProvider auth={auth}>
      <QueryClientProvider client={new QueryClient()}>
        <Payment />
      </QueryClientProvider>
    </AuthProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Шаг' }));
  await screen.findByText('Шага больше нет');
  slow.resolve(1);
  await waitFor(() => expect(onError).toHaveBeenCalledOnce());
  auth.dispose();
});
